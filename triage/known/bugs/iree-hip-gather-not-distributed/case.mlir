// compile-failure:compile:'vector.transfer_write' op write affecting operations on shared resources are restricted to lane or thread distributed contexts.
// assay-target: iree@3.13.0:hip:O2
// assay-version: 0.1.0
// module.mlir:6:10: 'vector.transfer_write' op write affecting operations on shared resources are restricted to lane or thread distributed contexts.
// 
// module.mlir:5:3: called from
// 
// module.mlir:6:10: see current operation: "vector.transfer_write"(%25, %26, %7, %7) <{in_bounds = [true, true], operandSegmentSizes = array<i32: 1, 1, 2, 0>, per ...
//   gather_nd: y[b] = x[indices[b]]
//   gather: y[p] = x[p with p[0] = indices[p]]
//   contraction: out[0] = initial + sum of lhs[0,1] * rhs[1,0] over what out lacks

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=rocm --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-rocm-target=gfx942

#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1, d0)>
#map2 = affine_map<(d0, d1) -> (d0)>
module {
  func.func @main(%arg0: tensor<2x1xi64>, %arg1: tensor<2x2xf32>, %arg2: tensor<2x2xi32>, %arg3: tensor<1x2xf32>) -> tensor<2xf32> {
    %0 = "iree_linalg_ext.gather"(%arg3, %arg0, %arg1) {dimension_map = array<i64: 0>} : (tensor<1x2xf32>, tensor<2x1xi64>, tensor<2x2xf32>) -> tensor<2x2xf32>
    %1 = tensor.empty() : tensor<2x2xf32>
    %2 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%1 : tensor<2x2xf32>) {
    ^bb0(%out: f32):
      %6 = linalg.index 0 : index
      %7 = linalg.index 1 : index
      %extracted = tensor.extract %arg2[%6, %7] : tensor<2x2xi32>
      %8 = arith.index_cast %extracted : i32 to index
      %extracted_0 = tensor.extract %0[%8, %7] : tensor<2x2xf32>
      linalg.yield %extracted_0 : f32
    } -> tensor<2x2xf32>
    %3 = tensor.empty() : tensor<2xf32>
    %cst = arith.constant 0.000000e+00 : f32
    %4 = linalg.fill ins(%cst : f32) outs(%3 : tensor<2xf32>) -> tensor<2xf32>
    %5 = linalg.contract indexing_maps = [#map, #map1, #map2] ins(%2, %arg1 : tensor<2x2xf32>, tensor<2x2xf32>) outs(%4 : tensor<2xf32>) -> tensor<2xf32>
    return %5 : tensor<2xf32>
  }
}

// assay-content: 10898addf4311a2a14c94b7e30cf4dfd 49284f294628dd66d1c771a6b77cb9c7
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["i64[2,1]","f32[2,2]","i32[2,2]","f32[1,2]"],
// assay-case: "nodes": [
// assay-case:   {"op":"gather_nd","operands":[3,0],"destination":1,"spelling":"named","attributes":{"depth":1}},
// assay-case:   {"op":"gather","operands":[4,2],"spelling":"named","attributes":{"dim":0}},
// assay-case:   {"op":"contraction","operands":[5,1],"spelling":"named","attributes":{"lhs":[0,1],"rhs":[1,0],"out":[0],"result":"f32","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [6],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"i64","shape":[2,1],"data":[0,0]},
// assay-case:   {"element":"f32","shape":[2,2],"data":[0.0,0.0,0.0,0.0]},
// assay-case:   {"element":"i32","shape":[2,2],"data":[0,0,0,0]},
// assay-case:   {"element":"f32","shape":[1,2],"data":[0.0,0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
