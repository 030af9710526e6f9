// compile-failure:compile:LLVM Translation failed for operation: builtin.unrealized_conversion_cast in 'builtin.unrealized_conversion_cast'
// assay-target: iree@3.13.0:hip:O2
// assay-version: 0.1.0
// loc(unknown): LLVM Translation failed for operation: builtin.unrealized_conversion_cast
// 
// loc(unknown): see current operation: %25 = "builtin.unrealized_conversion_cast"(%24) : (i64) -> index
//   gather_nd: y[b] = x[indices[b]]
//   attention: softmax(1 * Q K^T with the mask) V along the keys

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=rocm --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-rocm-target=gfx942

#map = affine_map<(d0, d1, d2, d3) -> (d0, d2)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d3, d2)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d3, d1)>
#map3 = affine_map<(d0, d1, d2, d3) -> ()>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, d3)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
module {
  func.func @main(%arg0: tensor<1x2x1xi64>, %arg1: tensor<1x1xf32>, %arg2: tensor<2xf32>, %arg3: tensor<1x2xf32>) -> tensor<1x2xf32> {
    %0 = tensor.empty() : tensor<1x2xf32>
    %1 = "iree_linalg_ext.gather"(%arg2, %arg0, %0) {dimension_map = array<i64: 0>} : (tensor<2xf32>, tensor<1x2x1xi64>, tensor<1x2xf32>) -> tensor<1x2xf32>
    %2 = tensor.empty() : tensor<1x2xf32>
    %cst = arith.constant 1.000000e+00 : f32
    %3 = "iree_linalg_ext.attention"(%arg3, %1, %arg3, %cst, %arg1, %2) ({
    ^bb0(%arg4: f32):
      "iree_linalg_ext.yield"(%arg4) : (f32) -> ()
    }) {indexing_maps = [#map, #map1, #map2, #map3, #map4, #map5]} : (tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>, f32, tensor<1x1xf32>, tensor<1x2xf32>) -> tensor<1x2xf32>
    return %3 : tensor<1x2xf32>
  }
}

// assay-content: 3fcfa64a3851aae183b7fe394393deee 49284f294628dd66d1c771a6b77cb9c7
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["i64[1,2,1]","f32[1,1]","f32[2]","f32[1,2]"],
// assay-case: "nodes": [
// assay-case:   {"op":"gather_nd","operands":[2,0],"spelling":"named","attributes":{"depth":1}},
// assay-case:   {"op":"attention","operands":[3,4,3,1],"spelling":"named","attributes":{"scale":1.0,"mask":"additive","causal":false,"group":1}}
// assay-case: ],
// assay-case: "returns": [5],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"distribution":"equal","seed":1264356459,"low":0.0,"high":1.0},
// assay-case:   {"element":"f32","shape":[1,1],"data":[0.0]},
// assay-case:   {"element":"f32","shape":[2],"data":[0.0,0.0]},
// assay-case:   {"element":"f32","shape":[1,2],"data":[0.0,0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
