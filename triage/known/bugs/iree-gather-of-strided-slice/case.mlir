// compile-failure:compile:LLVM Translation failed for operation: builtin.unrealized_conversion_cast
// assay-target: iree@3.13.0:llvm-cpu:O2,flavour=stablehlo
// assay-version: 0.1.0
// loc(unknown): LLVM Translation failed for operation: builtin.unrealized_conversion_cast
// 
// loc(unknown): see current operation: %13 = "builtin.unrealized_conversion_cast"(%12) : (i64) -> index
//   extract_slice: x from [0,0], [3,2] elements in steps of [1,3]
//   gather_nd: y[b] = x[indices[b]]

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3

module {
  func.func @main(%arg0: tensor<3x5xf32>, %arg1: tensor<2x1xi32>) -> tensor<2x2xf32> {
    %0 = "stablehlo.slice"(%arg0) {limit_indices = array<i64: 3, 4>, start_indices = array<i64: 0, 0>, strides = array<i64: 1, 3>} : (tensor<3x5xf32>) -> tensor<3x2xf32>
    %1 = "stablehlo.gather"(%0, %arg1) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 2>} : (tensor<3x2xf32>, tensor<2x1xi32>) -> tensor<2x2xf32>
    return %1 : tensor<2x2xf32>
  }
}

// assay-content: 6bfd2f860fd6ff3083ff099bd94426a9 923366baf6ce7568c93b956fdc1e2abe
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["f32[3,5]","i32[2,1]"],
// assay-case: "nodes": [
// assay-case:   {"op":"extract_slice","operands":[0],"spelling":"named","attributes":{"offsets":["0","0"],"sizes":["3","2"],"strides":[1,3],"dropped":[]}},
// assay-case:   {"op":"gather_nd","operands":[2,1],"spelling":"named","attributes":{"depth":1}}
// assay-case: ],
// assay-case: "returns": [3],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"distribution":"uniform","seed":1,"low":-1.0,"high":1.0},
// assay-case:   {"distribution":"integers","seed":1,"low":0.0,"high":0.0}
// assay-case: ]}
// assay-case: ]
// assay-case: }
