// compile-failure:compile:failed to get neutral element for reduction in 'linalg.generic'
// assay-target: iree@3.13.0:hip:O2
// assay-version: 0.1.0
// module.mlir:11:10: failed to get neutral element for reduction
// 
// module.mlir:2:3: called from
// 
// module.mlir:11:10: see current operation: 
// %37 = "linalg.generic"(%30, %32) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = [#linalg.iterator_type<reduction>], oper ...
// ...
//   fill: -1 everywhere
//   contraction: out[] = initial + sum of lhs[0] * rhs[0] over what out lacks

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=rocm --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-rocm-target=gfx942

module {
  func.func @main(%arg0: tensor<?xi32>) -> tensor<i32> {
    %c0 = arith.constant 0 : index
    %dim = tensor.dim %arg0, %c0 : tensor<?xi32>
    %0 = tensor.empty(%dim) : tensor<?xi32>
    %c-1_i32 = arith.constant -1 : i32
    %1 = linalg.fill ins(%c-1_i32 : i32) outs(%0 : tensor<?xi32>) -> tensor<?xi32>
    %2 = tensor.empty() : tensor<i32>
    %c0_i32 = arith.constant 0 : i32
    %3 = linalg.fill ins(%c0_i32 : i32) outs(%2 : tensor<i32>) -> tensor<i32>
    %4 = linalg.dot ins(%1, %arg0 : tensor<?xi32>, tensor<?xi32>) outs(%3 : tensor<i32>) -> tensor<i32>
    return %4 : tensor<i32>
  }
}

// assay-content: 848b2ac148e4cfec5a9c269dc13da7e2 49284f294628dd66d1c771a6b77cb9c7
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["i32[d0]"],
// assay-case: "nodes": [
// assay-case:   {"op":"fill","operands":[],"spelling":"named","attributes":{"shape":["d0"],"element":"i32","value":-1.0}},
// assay-case:   {"op":"contraction","operands":[1,0],"spelling":"named","attributes":{"lhs":[0],"rhs":[0],"out":[],"result":"i32","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["dynamic"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [1],
// assay-case: "inputs": [
// assay-case:   {"element":"i32","shape":[1],"data":[0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
