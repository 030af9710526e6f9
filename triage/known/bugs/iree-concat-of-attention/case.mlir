// compile-failure:compile:Rank Mismatch for Query. Expected: # Got: #
// assay-target: iree@3.13.0:llvm-cpu:O2
// assay-version: 0.1.0
// module.mlir:10:10: Rank Mismatch for Query. Expected: 1 Got: 3
// 
// module.mlir:7:3: called from
// 
// module.mlir:10:10: see current operation: 
// %6 = "iree_linalg_ext.attention"(%4, %4, %4, %0, %5) <{indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d3)>, affine_map<(d0, d1, d2, d3) -> (d3)>, affine_map<( ...
// ...
//   attention: softmax(0.125 * Q K^T) V along the keys
//   concat: the operands joined along dim 0

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3

#map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3)>
#map1 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d3)>
#map2 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d2)>
#map3 = affine_map<(d0, d1, d2, d3, d4) -> ()>
#map4 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>
module {
  func.func @main(%arg0: tensor<1x1x1xf32>) -> tensor<2x1x1xf32> {
    %0 = tensor.empty() : tensor<1x1x1xf32>
    %cst = arith.constant 1.250000e-01 : f32
    %1 = "iree_linalg_ext.attention"(%arg0, %arg0, %arg0, %cst, %0) ({
    ^bb0(%arg1: f32):
      "iree_linalg_ext.yield"(%arg1) : (f32) -> ()
    }) {indexing_maps = [#map, #map1, #map2, #map3, #map4]} : (tensor<1x1x1xf32>, tensor<1x1x1xf32>, tensor<1x1x1xf32>, f32, tensor<1x1x1xf32>) -> tensor<1x1x1xf32>
    %concat = tensor.concat dim(0) %1, %1 : (tensor<1x1x1xf32>, tensor<1x1x1xf32>) -> tensor<2x1x1xf32>
    return %concat : tensor<2x1x1xf32>
  }
}

// assay-content: c9f163400d7cbc60237b1f546932e26e 923366baf6ce7568c93b956fdc1e2abe
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["f32[1,1,1]"],
// assay-case: "nodes": [
// assay-case:   {"op":"attention","operands":[0,0,0],"spelling":"named","attributes":{"scale":0.125,"mask":"none","causal":false,"group":1}},
// assay-case:   {"op":"concat","operands":[1,1],"spelling":"named","attributes":{"dim":0}}
// assay-case: ],
// assay-case: "returns": [2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"distribution":"uniform","seed":1,"low":-1.0,"high":1.0}
// assay-case: ]}
// assay-case: ]
// assay-case: }
