// compile-failure:compile:'iree_codegen.workgroup_count_hint' op failed to resolve workgroup count hint in terms of workload ordinals
// assay-target: iree@3.13.0:llvm-cpu:O2,flavour=stablehlo
// assay-version: 0.1.0
// module.mlir:38:11: 'iree_codegen.workgroup_count_hint' op failed to resolve workgroup count hint in terms of workload ordinals
// 
// module.mlir:2:3: called from
// 
// module.mlir:38:11: see current operation: "iree_codegen.workgroup_count_hint"(%41) <{static_sizes = array<i64: -9223372036854775808>}> : (index) -> ()
//   extract_slice: x from [0,0], [d1,1] elements in steps of [1,1]
//   insert_slice: base with the source written from [d0-d1,2] in steps of [1,1]

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3

module {
  func.func @main(%arg0: tensor<i64>, %arg1: tensor<6x6xf32>) -> tensor<6x6xf32> {
    %0 = "stablehlo.constant"() {value = dense<0> : tensor<2xi64>} : () -> tensor<2xi64>
    %1 = "stablehlo.reshape"(%arg0) : (tensor<i64>) -> tensor<1xi64>
    %2 = "stablehlo.constant"() {value = dense<1> : tensor<i64>} : () -> tensor<i64>
    %3 = "stablehlo.reshape"(%2) : (tensor<i64>) -> tensor<1xi64>
    %4 = "stablehlo.concatenate"(%1, %3) {dimension = 0 : i64} : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
    %5 = "stablehlo.constant"() {value = dense<1> : tensor<2xi64>} : () -> tensor<2xi64>
    %6 = "stablehlo.real_dynamic_slice"(%arg1, %0, %4, %5) : (tensor<6x6xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x1xf32>
    %7 = "stablehlo.constant"() {value = dense<-1> : tensor<i64>} : () -> tensor<i64>
    %8 = "stablehlo.multiply"(%arg0, %7) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %9 = "stablehlo.constant"() {value = dense<6> : tensor<i64>} : () -> tensor<i64>
    %10 = "stablehlo.add"(%8, %9) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %11 = "stablehlo.reshape"(%arg0) : (tensor<i64>) -> tensor<1xi64>
    %12 = "stablehlo.reshape"(%2) : (tensor<i64>) -> tensor<1xi64>
    %13 = "stablehlo.reshape"(%2) : (tensor<i64>) -> tensor<1xi64>
    %14 = "stablehlo.concatenate"(%11, %12, %13) {dimension = 0 : i64} : (tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<3xi64>
    %15 = "stablehlo.dynamic_broadcast_in_dim"(%10, %14) {broadcast_dimensions = array<i64>, known_nonexpanding_dimensions = array<i64>} : (tensor<i64>, tensor<3xi64>) -> tensor<?x1x1xi64>
    %16 = "stablehlo.reshape"(%arg0) : (tensor<i64>) -> tensor<1xi64>
    %17 = "stablehlo.reshape"(%2) : (tensor<i64>) -> tensor<1xi64>
    %18 = "stablehlo.reshape"(%2) : (tensor<i64>) -> tensor<1xi64>
    %19 = "stablehlo.concatenate"(%16, %17, %18) {dimension = 0 : i64} : (tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<3xi64>
    %20 = "stablehlo.dynamic_iota"(%19) {iota_dimension = 0 : i64} : (tensor<3xi64>) -> tensor<?x1x1xi64>
    %21 = "stablehlo.add"(%15, %20) : (tensor<?x1x1xi64>, tensor<?x1x1xi64>) -> tensor<?x1x1xi64>
    %22 = "stablehlo.constant"() {value = dense<2> : tensor<i64>} : () -> tensor<i64>
    %23 = "stablehlo.reshape"(%arg0) : (tensor<i64>) -> tensor<1xi64>
    %24 = "stablehlo.reshape"(%2) : (tensor<i64>) -> tensor<1xi64>
    %25 = "stablehlo.reshape"(%2) : (tensor<i64>) -> tensor<1xi64>
    %26 = "stablehlo.concatenate"(%23, %24, %25) {dimension = 0 : i64} : (tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<3xi64>
    %27 = "stablehlo.dynamic_broadcast_in_dim"(%22, %26) {broadcast_dimensions = array<i64>, known_nonexpanding_dimensions = array<i64>} : (tensor<i64>, tensor<3xi64>) -> tensor<?x1x1xi64>
    %28 = "stablehlo.reshape"(%arg0) : (tensor<i64>) -> tensor<1xi64>
    %29 = "stablehlo.reshape"(%2) : (tensor<i64>) -> tensor<1xi64>
    %30 = "stablehlo.reshape"(%2) : (tensor<i64>) -> tensor<1xi64>
    %31 = "stablehlo.concatenate"(%28, %29, %30) {dimension = 0 : i64} : (tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<3xi64>
    %32 = "stablehlo.dynamic_iota"(%31) {iota_dimension = 1 : i64} : (tensor<3xi64>) -> tensor<?x1x1xi64>
    %33 = "stablehlo.add"(%27, %32) : (tensor<?x1x1xi64>, tensor<?x1x1xi64>) -> tensor<?x1x1xi64>
    %34 = "stablehlo.concatenate"(%21, %33) {dimension = 2 : i64} : (tensor<?x1x1xi64>, tensor<?x1x1xi64>) -> tensor<?x1x2xi64>
    %35 = "stablehlo.scatter"(%arg1, %34, %6) ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      "stablehlo.return"(%arg3) : (tensor<f32>) -> ()
    }) {indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 2>, unique_indices = true} : (tensor<6x6xf32>, tensor<?x1x2xi64>, tensor<?x1xf32>) -> tensor<6x6xf32>
    return %35 : tensor<6x6xf32>
  }
}

// assay-content: 1b2db14f3ae4fde383f57109dcf8198d 923366baf6ce7568c93b956fdc1e2abe
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 2,
// assay-case: "arguments": ["f32[d0,d0]"],
// assay-case: "nodes": [
// assay-case:   {"op":"extract_slice","operands":[0],"spelling":"named","attributes":{"offsets":["0","0"],"sizes":["d1","1"],"strides":[1,1],"dropped":[]}},
// assay-case:   {"op":"insert_slice","operands":[1,0],"spelling":"named","attributes":{"offsets":["d0-d1","2"],"strides":[1,1],"dropped":[]}}
// assay-case: ],
// assay-case: "returns": [2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["static","dynamic"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [6,4],
// assay-case: "inputs": [
// assay-case:   {"distribution":"uniform","seed":1,"low":-1.0,"high":1.0}
// assay-case: ]}
// assay-case: ]
// assay-case: }
