// mismatch:attention(additive)
// assay-target: iree@3.13.0:llvm-cpu:O2
// assay-version: 0.1.0
// run 0: result 0 [2, 2] is 1.8369537e-05, expected 2.6666667 +- 7.7e-06; 1 of 9 elements are wrong
// first wrong value: %4
//   fill: 0 everywhere
//   attention: softmax(1 * Q K^T with the mask) V along the keys

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3
// RUN: iree-run-module --module=%t.vmfb --device=local-sync --function=main '--input=3x3xf32=0 0 0 0 0 0 0 0 8' '--input=3x3xf32=0 0 9 0 0 0 0 0 0' '--input=3x3xf32=0 0 0 0 0 0 0 0 1' '--expected_output=3x3xf32=0 0 7.99791718 0 0 2.66665888 0 0 2.66665888' --expected_f32_threshold=0.00022

#map = affine_map<(d0, d1, d2, d3) -> (d0, d2)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d3, d2)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d3, d1)>
#map3 = affine_map<(d0, d1, d2, d3) -> ()>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, d3)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
module {
  func.func @main(%arg0: tensor<3x3xf32>, %arg1: tensor<3x3xf32>, %arg2: tensor<3x3xf32>) -> tensor<3x3xf32> {
    %0 = tensor.empty() : tensor<3x3xf32>
    %cst = arith.constant 0.000000e+00 : f32
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<3x3xf32>) -> tensor<3x3xf32>
    %2 = tensor.empty() : tensor<3x3xf32>
    %cst_0 = arith.constant 1.000000e+00 : f32
    %3 = "iree_linalg_ext.attention"(%arg2, %1, %arg0, %cst_0, %arg1, %2) ({
    ^bb0(%arg3: f32):
      "iree_linalg_ext.yield"(%arg3) : (f32) -> ()
    }) {indexing_maps = [#map, #map1, #map2, #map3, #map4, #map5]} : (tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>, f32, tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
    return %3 : tensor<3x3xf32>
  }
}

// assay-content: 52849131655e9b1c048524fc97b3edc7 f1061c070a027aa93bfa163185a743b7
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["f32[3,3]","f32[3,3]","f32[3,3]"],
// assay-case: "nodes": [
// assay-case:   {"op":"fill","operands":[],"spelling":"named","attributes":{"shape":["3","3"],"element":"f32","value":0.0}},
// assay-case:   {"op":"attention","operands":[2,3,0,1],"spelling":"named","attributes":{"scale":1.0,"mask":"additive","causal":false,"group":1}}
// assay-case: ],
// assay-case: "returns": [4],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[3,3],"data":[0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,8.0]},
// assay-case:   {"element":"f32","shape":[3,3],"data":[0.0,0.0,9.0,0.0,0.0,0.0,0.0,0.0,0.0]},
// assay-case:   {"element":"f32","shape":[3,3],"data":[0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,1.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
