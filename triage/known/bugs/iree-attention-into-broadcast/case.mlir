// crash:compile:SIGSEGV:<libIREECompiler.so+b193755><<libIREECompiler.so+b19395f><<libIREECompiler.so+aea343b>
// assay-target: iree@3.13.0:llvm-cpu:O2
// assay-version: 0.1.0
// crash in stage compile: SIGSEGV
//   <libIREECompiler.so+b193755>
//   <libIREECompiler.so+b19395f>
//   <libIREECompiler.so+aea343b>
//   broadcast: x repeated along the new dims [0,1]
//   attention: softmax(1 * Q K^T) V along the keys

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3

#map = affine_map<(d0, d1, d2, d3) -> (d0, d2)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d3, d2)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d3, d1)>
#map3 = affine_map<(d0, d1, d2, d3) -> ()>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
module {
  func.func @main(%arg0: tensor<f32>, %arg1: tensor<2x2xf32>) -> tensor<2x2xf32> {
    %0 = tensor.empty() : tensor<2x2xf32>
    %broadcasted = linalg.broadcast ins(%arg0 : tensor<f32>) outs(%0 : tensor<2x2xf32>) dimensions = [0, 1] 
    %cst = arith.constant 1.000000e+00 : f32
    %1 = "iree_linalg_ext.attention"(%arg1, %arg1, %broadcasted, %cst, %broadcasted) ({
    ^bb0(%arg2: f32):
      "iree_linalg_ext.yield"(%arg2) : (f32) -> ()
    }) {indexing_maps = [#map, #map1, #map2, #map3, #map4]} : (tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, f32, tensor<2x2xf32>) -> tensor<2x2xf32>
    return %1 : tensor<2x2xf32>
  }
}

// assay-content: 16319c7bb316d049417249c11da43992 923366baf6ce7568c93b956fdc1e2abe
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["f32[]","f32[2,2]"],
// assay-case: "nodes": [
// assay-case:   {"op":"broadcast","operands":[0],"spelling":"named","attributes":{"shape":["2","2"],"added":[0,1]}},
// assay-case:   {"op":"attention","operands":[1,1,2],"destination":2,"spelling":"named","attributes":{"scale":1.0,"mask":"none","causal":false,"group":1}}
// assay-case: ],
// assay-case: "returns": [3],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[],"data":[0.0]},
// assay-case:   {"element":"f32","shape":[2,2],"data":[0.0,0.0,0.0,0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
