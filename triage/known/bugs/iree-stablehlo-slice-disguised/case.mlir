// compile-failure:compile:failed to legalize unresolved source materialization from ('tensor<#xf32>') to ('tensor<#xf32>') that remained live after conversion (no matching callback)
// assay-target: iree@3.13.0:llvm-cpu:O2,flavour=stablehlo
// assay-version: 0.1.0
// module.mlir:9:10: failed to legalize unresolved source materialization from ('tensor<2x3xf32>') to ('tensor<?x3xf32>') that remained live after conversion (no m ...
// 
// module.mlir:9:10: see current operation: %1 = "builtin.unrealized_conversion_cast"(%0) : (tensor<2x3xf32>) -> tensor<?x3xf32>
// 
// module.mlir:10:10: see existing live user here: %1 = shape.shape_of %0 : tensor<?x3xf32> -> tensor<2xindex>
//   extract_slice: x from [1,0], [d0-1,3] elements in steps of [1,1]
//   unary: y[i] = exp(x[i])

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3

module {
  func.func @main(%arg0: tensor<?x?xf32>) -> tensor<?x3xf32> {
    %0 = "stablehlo.constant"() {value = dense<[1, 0]> : tensor<2xi64>} : () -> tensor<2xi64>
    %1 = "stablehlo.constant"() {value = dense<3> : tensor<i64>} : () -> tensor<i64>
    %2 = "stablehlo.reshape"(%1) : (tensor<i64>) -> tensor<1xi64>
    %3 = "stablehlo.reshape"(%1) : (tensor<i64>) -> tensor<1xi64>
    %4 = "stablehlo.concatenate"(%2, %3) {dimension = 0 : i64} : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
    %5 = "stablehlo.constant"() {value = dense<1> : tensor<2xi64>} : () -> tensor<2xi64>
    %6 = "stablehlo.real_dynamic_slice"(%arg0, %0, %4, %5) : (tensor<?x?xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x3xf32>
    %7 = "stablehlo.exponential"(%6) : (tensor<?x3xf32>) -> tensor<?x3xf32>
    return %7 : tensor<?x3xf32>
  }
}

// assay-content: a392fd37a2a0bf4855182725736201e4 923366baf6ce7568c93b956fdc1e2abe
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 2,
// assay-case: "arguments": ["f32[d0,d1]"],
// assay-case: "nodes": [
// assay-case:   {"op":"extract_slice","operands":[0],"spelling":"named","attributes":{"offsets":["1","0"],"sizes":["d0-1","3"],"strides":[1,1],"dropped":[]}},
// assay-case:   {"op":"unary","operands":[1],"spelling":"named","attributes":{"function":"exp"}}
// assay-case: ],
// assay-case: "returns": [2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["disguised","disguised"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [3,3],
// assay-case: "inputs": [
// assay-case:   {"distribution":"uniform","seed":1,"low":-1.0,"high":1.0}
// assay-case: ]}
// assay-case: ]
// assay-case: }
