// compile-failure:compile:failed to legalize operation 'stablehlo.dynamic_broadcast_in_dim' that was explicitly marked illegal
// assay-target: iree@3.13.0:llvm-cpu:O3,flavour=stablehlo
// assay-version: 0.1.0
// module.mlir:14:11: failed to legalize operation 'stablehlo.dynamic_broadcast_in_dim' that was explicitly marked illegal: %6 = "stablehlo.dynamic_broadcast_in_di ...
// 
// module.mlir:14:11: see current operation: %6 = "stablehlo.dynamic_broadcast_in_dim"(%arg0, %5) <{broadcast_dimensions = array<i64: 1>}> : (tensor<?xf32>, tensor ...
//   expand: the elements in order, dims split
//   broadcast: x repeated along the new dims [0]

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O3 --iree-llvmcpu-target-cpu=x86-64-v3

module {
  func.func @main(%arg0: tensor<?xf32>) -> tensor<1x?x1xf32> {
    %0 = "stablehlo.get_dimension_size"(%arg0) {dimension = 0 : i64} : (tensor<?xf32>) -> tensor<i32>
    %1 = "stablehlo.convert"(%0) : (tensor<i32>) -> tensor<i64>
    %2 = "stablehlo.reshape"(%1) : (tensor<i64>) -> tensor<1xi64>
    %3 = "stablehlo.constant"() {value = dense<1> : tensor<i64>} : () -> tensor<i64>
    %4 = "stablehlo.reshape"(%3) : (tensor<i64>) -> tensor<1xi64>
    %5 = "stablehlo.concatenate"(%2, %4) {dimension = 0 : i64} : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
    %6 = "stablehlo.dynamic_broadcast_in_dim"(%arg0, %5) {broadcast_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64: 0>} : (tensor<?xf32>, tensor<2xi64>) -> tensor<?x1xf32>
    %7 = "stablehlo.reshape"(%3) : (tensor<i64>) -> tensor<1xi64>
    %8 = "stablehlo.reshape"(%1) : (tensor<i64>) -> tensor<1xi64>
    %9 = "stablehlo.reshape"(%3) : (tensor<i64>) -> tensor<1xi64>
    %10 = "stablehlo.concatenate"(%7, %8, %9) {dimension = 0 : i64} : (tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<3xi64>
    %11 = "stablehlo.dynamic_broadcast_in_dim"(%6, %10) {broadcast_dimensions = array<i64: 1, 2>, known_nonexpanding_dimensions = array<i64: 0, 1>} : (tensor<?x1xf32>, tensor<3xi64>) -> tensor<1x?x1xf32>
    return %11 : tensor<1x?x1xf32>
  }
}

// assay-content: 66a57b6b749e93dff3084c16b05e13d6 e07fe5bedafb239df90c9919ce159ab8
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["f32[d0]"],
// assay-case: "nodes": [
// assay-case:   {"op":"expand","operands":[0],"spelling":"named","attributes":{"groups":[["d0","1"]],"units":0}},
// assay-case:   {"op":"broadcast","operands":[1],"spelling":"named","attributes":{"shape":["1","d0","1"],"added":[0]}}
// assay-case: ],
// assay-case: "returns": [2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["dynamic"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [1],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[1],"data":[0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
