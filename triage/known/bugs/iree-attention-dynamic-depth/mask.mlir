// compile-failure:compile:'vector.mask' op expects a 'vector<#xi1>' mask for the maskable operation
// assay-target: iree@3.13.0:llvm-cpu:O2
// assay-version: 0.1.0
// module.mlir:11:10: 'vector.mask' op expects a 'vector<8xi1>' mask for the maskable operation
// 
// module.mlir:8:3: called from
// 
// module.mlir:11:10: see current operation: 
// %43 = "vector.mask"(%42) ({
// ...
//   attention: softmax(1 * Q K^T with the mask) V along the keys

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3

#map = affine_map<(d0, d1, d2, d3) -> (d0, d2)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d3, d2)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d3, d1)>
#map3 = affine_map<(d0, d1, d2, d3) -> ()>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, d3)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
module {
  func.func @main(%arg0: tensor<11x11xf32>, %arg1: tensor<11x?xf32>) -> tensor<11x11xf32> {
    %0 = tensor.empty() : tensor<11x11xf32>
    %cst = arith.constant 1.000000e+00 : f32
    %1 = "iree_linalg_ext.attention"(%arg1, %arg1, %arg0, %cst, %arg0, %0) ({
    ^bb0(%arg2: f32):
      "iree_linalg_ext.yield"(%arg2) : (f32) -> ()
    }) {indexing_maps = [#map, #map1, #map2, #map3, #map4, #map5]} : (tensor<11x?xf32>, tensor<11x?xf32>, tensor<11x11xf32>, f32, tensor<11x11xf32>, tensor<11x11xf32>) -> tensor<11x11xf32>
    return %1 : tensor<11x11xf32>
  }
}

// assay-content: d336e549c56a365b1f8a256b02646452 923366baf6ce7568c93b956fdc1e2abe
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["f32[11,11]","f32[11,d0]"],
// assay-case: "nodes": [
// assay-case:   {"op":"attention","operands":[1,1,0,0],"spelling":"named","attributes":{"scale":1.0,"mask":"additive","causal":false,"group":1}}
// assay-case: ],
// assay-case: "returns": [2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["dynamic"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [1],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[11,11],"data":[0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0]},
// assay-case:   {"element":"f32","shape":[11,1],"data":[0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
