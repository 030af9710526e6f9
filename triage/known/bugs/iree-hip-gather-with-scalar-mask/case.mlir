// compile-failure:compile:'iree_vector_ext.transfer_gather' op operand #4 must be vector of #-bit signless integer values, but got 'i1'
// assay-target: iree@3.13.0:hip:O2
// assay-version: 0.1.0
// module.mlir:7:10: 'iree_vector_ext.transfer_gather' op operand #4 must be vector of 1-bit signless integer values, but got 'i1'
// 
// module.mlir:5:3: called from
// 
// module.mlir:7:10: see current operation: %50 = "iree_vector_ext.transfer_gather"(%15, %8, %49, %6, %34) <{indexing_maps = [affine_map<(d0)[s0] -> (s0)>, affine_ ...
//   gather_nd: y[b] = x[indices[b]]
//   contraction: out[0,1] = initial + sum of lhs[0,2] * rhs[1,2] over what out lacks

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=rocm --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-rocm-target=gfx942

#map = affine_map<(d0, d1, d2) -> (d0, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1)>
module {
  func.func @main(%arg0: tensor<1xf32>, %arg1: tensor<2x8x1xi64>) -> tensor<2x2xf32> {
    %0 = tensor.empty() : tensor<2x8xf32>
    %1 = "iree_linalg_ext.gather"(%arg0, %arg1, %0) {dimension_map = array<i64: 0>} : (tensor<1xf32>, tensor<2x8x1xi64>, tensor<2x8xf32>) -> tensor<2x8xf32>
    %2 = tensor.empty() : tensor<2x2xf32>
    %cst = arith.constant 0.000000e+00 : f32
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<2x2xf32>) -> tensor<2x2xf32>
    %4 = linalg.contract indexing_maps = [#map, #map1, #map2] ins(%1, %1 : tensor<2x8xf32>, tensor<2x8xf32>) outs(%3 : tensor<2x2xf32>) -> tensor<2x2xf32>
    return %4 : tensor<2x2xf32>
  }
}

// assay-content: 0562ec21a86ec5539343ae980113da34 49284f294628dd66d1c771a6b77cb9c7
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["f32[1]","i64[2,8,1]"],
// assay-case: "nodes": [
// assay-case:   {"op":"gather_nd","operands":[0,1],"spelling":"named","attributes":{"depth":1}},
// assay-case:   {"op":"contraction","operands":[2,2],"spelling":"named","attributes":{"lhs":[0,2],"rhs":[1,2],"out":[0,1],"result":"f32","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [3],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[1],"data":[0.0]},
// assay-case:   {"element":"i64","shape":[2,8,1],"data":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
