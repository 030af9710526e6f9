// compile-failure:compile:type of return operand # ('tensor<#xf32>') doesn't match function result type ('tensor<#xf32>') in function @main
// assay-target: iree@3.13.0:llvm-cpu:O2,flavour=stablehlo
// assay-version: 0.1.0
// module.mlir:22:5: type of return operand 0 ('tensor<2xf32>') doesn't match function result type ('tensor<?xf32>') in function @main
// 
// module.mlir:22:5: see current operation: "func.return"(%3) : (tensor<2xf32>) -> ()
//   fill: 0 everywhere
//   insert_slice: base with the source written from [0] in steps of [1]

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3

module {
  func.func @main(%arg0: tensor<?xf32>) -> tensor<?xf32> {
    %0 = "stablehlo.constant"() {value = dense<0.000000e+00> : tensor<f32>} : () -> tensor<f32>
    %1 = "stablehlo.constant"() {value = dense<2> : tensor<i64>} : () -> tensor<i64>
    %2 = "stablehlo.reshape"(%1) : (tensor<i64>) -> tensor<1xi64>
    %3 = "stablehlo.dynamic_broadcast_in_dim"(%0, %2) {broadcast_dimensions = array<i64>, known_nonexpanding_dimensions = array<i64>} : (tensor<f32>, tensor<1xi64>) -> tensor<?xf32>
    %4 = "stablehlo.constant"() {value = dense<0> : tensor<i64>} : () -> tensor<i64>
    %5 = "stablehlo.reshape"(%1) : (tensor<i64>) -> tensor<1xi64>
    %6 = "stablehlo.constant"() {value = dense<1> : tensor<i64>} : () -> tensor<i64>
    %7 = "stablehlo.reshape"(%6) : (tensor<i64>) -> tensor<1xi64>
    %8 = "stablehlo.concatenate"(%5, %7) {dimension = 0 : i64} : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
    %9 = "stablehlo.dynamic_broadcast_in_dim"(%4, %8) {broadcast_dimensions = array<i64>, known_nonexpanding_dimensions = array<i64>} : (tensor<i64>, tensor<2xi64>) -> tensor<?x1xi64>
    %10 = "stablehlo.reshape"(%1) : (tensor<i64>) -> tensor<1xi64>
    %11 = "stablehlo.reshape"(%6) : (tensor<i64>) -> tensor<1xi64>
    %12 = "stablehlo.concatenate"(%10, %11) {dimension = 0 : i64} : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
    %13 = "stablehlo.dynamic_iota"(%12) {iota_dimension = 0 : i64} : (tensor<2xi64>) -> tensor<?x1xi64>
    %14 = "stablehlo.add"(%9, %13) : (tensor<?x1xi64>, tensor<?x1xi64>) -> tensor<?x1xi64>
    %15 = "stablehlo.scatter"(%3, %14, %arg0) ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      "stablehlo.return"(%arg2) : (tensor<f32>) -> ()
    }) {indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true} : (tensor<?xf32>, tensor<?x1xi64>, tensor<?xf32>) -> tensor<?xf32>
    return %15 : tensor<?xf32>
  }
}

// assay-content: 24c21ae1c0561462a84a269aaefb4203 923366baf6ce7568c93b956fdc1e2abe
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["f32[d0]"],
// assay-case: "nodes": [
// assay-case:   {"op":"fill","operands":[],"spelling":"generic","attributes":{"shape":["d0"],"element":"f32","value":0.0}},
// assay-case:   {"op":"insert_slice","operands":[0,1],"spelling":"named","attributes":{"offsets":["0"],"strides":[1],"dropped":[]}}
// assay-case: ],
// assay-case: "returns": [2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["disguised"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [2],
// assay-case: "inputs": [
// assay-case:   {"distribution":"uniform","seed":1,"low":-1.0,"high":1.0}
// assay-case: ]}
// assay-case: ]
// assay-case: }
