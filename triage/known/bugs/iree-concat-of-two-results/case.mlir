// compile-failure:compile:'linalg.yield' op expected number of yield values (#) to match the number of inits / outs operands of the enclosing LinalgOp (#)
// assay-target: iree@3.13.0:vmvx:O2
// assay-version: 0.1.0
// module.mlir:10:7: 'linalg.yield' op expected number of yield values (2) to match the number of inits / outs operands of the enclosing LinalgOp (1)
// 
// module.mlir:3:3: called from
// 
// module.mlir:10:7: see current operation: "linalg.yield"(%17, %18) : (i32, i32) -> ()
//   binary: z[i] = add(x[i], y[i])
//   concat: the operands joined along dim 1

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=vmvx --iree-input-demote-f64-to-f32=false --iree-opt-level=O2

#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @main(%arg0: tensor<2x2xi32>, %arg1: tensor<2x1xi32>) -> (tensor<2x2xi32>, tensor<2x5xi32>) {
    %0 = tensor.empty() : tensor<2x2xi32>
    %1 = tensor.empty() : tensor<2x2xi32>
    %2:2 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<2x2xi32>) outs(%0, %1 : tensor<2x2xi32>, tensor<2x2xi32>) {
    ^bb0(%in: i32, %out: i32, %out_0: i32):
      %3 = arith.addi %in, %in : i32
      %4 = arith.addi %in, %3 : i32
      linalg.yield %3, %4 : i32, i32
    } -> (tensor<2x2xi32>, tensor<2x2xi32>)
    %concat = tensor.concat dim(1) %arg0, %2#0, %arg1 : (tensor<2x2xi32>, tensor<2x2xi32>, tensor<2x1xi32>) -> tensor<2x5xi32>
    return %2#1, %concat : tensor<2x2xi32>, tensor<2x5xi32>
  }
}

// assay-content: d2010261b6ba74f033a75b219a08f50c c85c38e355d4aa7a4f99e0fef647f942
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["i32[2,2]","i32[2,1]"],
// assay-case: "nodes": [
// assay-case:   {"op":"binary","operands":[0,0],"spelling":"named","attributes":{"function":"add","unsigned":false}},
// assay-case:   {"op":"binary","operands":[0,2],"spelling":"named","attributes":{"function":"add","unsigned":false}},
// assay-case:   {"op":"concat","operands":[0,2,1],"spelling":"named","attributes":{"dim":1}}
// assay-case: ],
// assay-case: "returns": [3,4],
// assay-case: "groups": [
// assay-case:   {"kind":"body","first":0,"end":2}
// assay-case: ]
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"i32","shape":[2,2],"data":[0,0,0,0]},
// assay-case:   {"element":"i32","shape":[2,1],"data":[0,0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
