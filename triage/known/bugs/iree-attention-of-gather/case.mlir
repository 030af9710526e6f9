// crash:run:SIGSEGV
// assay-target: iree@3.13.0:llvm-cpu:O2
// assay-version: 0.1.0
// crash in stage run: SIGSEGV
//   gather_nd: y[b] = x[indices[b]]
//   attention: softmax(1 * Q K^T with the mask) V along the keys

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3
// RUN: iree-run-module --module=%t.vmfb --device=local-sync --function=main --input=1xf32=0 --input=1x5x1xi64=0 --input=1x1xi1=00 --input=1x5xf32=0 --input=1x1xf32=0

#map = affine_map<(d0, d1, d2, d3) -> (d0, d2)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d3, d2)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d3, d1)>
#map3 = affine_map<(d0, d1, d2, d3) -> ()>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, d3)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
module {
  func.func @main(%arg0: tensor<1xf32>, %arg1: tensor<1x?x1xi64>, %arg2: tensor<1x1xi1>, %arg3: tensor<1x?xf32>, %arg4: tensor<1x1xf32>) -> tensor<1x1xf32> {
    %c1 = arith.constant 1 : index
    %dim = tensor.dim %arg1, %c1 : tensor<1x?x1xi64>
    %0 = tensor.empty(%dim) : tensor<1x?xf32>
    %1 = "iree_linalg_ext.gather"(%arg0, %arg1, %0) {dimension_map = array<i64: 0>} : (tensor<1xf32>, tensor<1x?x1xi64>, tensor<1x?xf32>) -> tensor<1x?xf32>
    %2 = tensor.empty() : tensor<1x1xf32>
    %cst = arith.constant 1.000000e+00 : f32
    %3 = "iree_linalg_ext.attention"(%1, %arg3, %arg4, %cst, %arg2, %2) ({
    ^bb0(%arg5: f32):
      "iree_linalg_ext.yield"(%arg5) : (f32) -> ()
    }) {indexing_maps = [#map, #map1, #map2, #map3, #map4, #map5]} : (tensor<1x?xf32>, tensor<1x?xf32>, tensor<1x1xf32>, f32, tensor<1x1xi1>, tensor<1x1xf32>) -> tensor<1x1xf32>
    return %3 : tensor<1x1xf32>
  }
}

// assay-content: baefd9f327c4007251abc7c00ede61e5 7199fd5d09457efadd6da8c3e1b69ec5
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["f32[1]","i64[1,d0,1]","i1[1,1]","f32[1,d0]","f32[1,1]"],
// assay-case: "nodes": [
// assay-case:   {"op":"gather_nd","operands":[0,1],"spelling":"named","attributes":{"depth":1}},
// assay-case:   {"op":"attention","operands":[5,3,4,2],"spelling":"named","attributes":{"scale":1.0,"mask":"boolean","causal":false,"group":1}}
// assay-case: ],
// assay-case: "returns": [6],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["dynamic"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [5],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[1],"data":[0.0]},
// assay-case:   {"distribution":"integers","seed":3391425617,"low":0.0,"high":0.0},
// assay-case:   {"element":"i1","shape":[1,1],"data":[0]},
// assay-case:   {"element":"f32","shape":[1,5],"data":[0.0,0.0,0.0,0.0,0.0]},
// assay-case:   {"element":"f32","shape":[1,1],"data":[0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
