// compile-failure:compile:'iree_linalg_ext.arg_compare' op output shape must match input shape with reduction dimension removed. Expected: [#], but got: [#]
// assay-target: iree@3.13.0:llvm-cpu:O2,flavour=torch
// assay-version: 0.1.0
// module.mlir:9:10: 'iree_linalg_ext.arg_compare' op output shape must match input shape with reduction dimension removed. Expected: [-9223372036854775808], but g ...
// 
// module.mlir:9:10: see current operation: 
// %14:2 = "iree_linalg_ext.arg_compare"(%9, %12, %13) <{dimension = 1 : i64, operandSegmentSizes = array<i32: 1, 0, 1, 1, 0>}> ({
// ^bb0(%arg5: f32, %arg6: f32):
//   %22 = "arith.cmpf"(%arg5, %arg6) <{fastmath = #arith.fastmath<none>, predicate = 2 : i64}> : (f32, f32) -> i1
// ...
//   expand: the elements in order, dims split
//   arg_reduce: the greatest along dim 1, and the first place where it stands

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3

module {
  func.func @main(%arg0: !torch.vtensor<[?],f32>) -> !torch.vtensor<[?],si64> attributes {torch.assume_strict_symbolic_shapes} {
    %0 = "torch.constant.int"() {value = 0 : i64} : () -> !torch.int
    %1 = "torch.constant.int"() {value = 1 : i64} : () -> !torch.int
    %2 = "torch.constant.int"() {value = 5 : i64} : () -> !torch.int
    %3 = "torch.prim.ListConstruct"(%1, %2) : (!torch.int, !torch.int) -> !torch.list<int>
    %4 = "torch.aten.unflatten.int"(%arg0, %0, %3) : (!torch.vtensor<[?],f32>, !torch.int, !torch.list<int>) -> !torch.vtensor<[?,5],f32>
    %5 = "torch.constant.bool"() {value = false} : () -> !torch.bool
    %6 = "torch.aten.argmax"(%4, %1, %5) : (!torch.vtensor<[?,5],f32>, !torch.int, !torch.bool) -> !torch.vtensor<[?],si64>
    %7 = "torch.prim.ListConstruct"(%1) : (!torch.int) -> !torch.list<int>
    %8 = "torch.aten.amax"(%4, %7, %5) : (!torch.vtensor<[?,5],f32>, !torch.list<int>, !torch.bool) -> !torch.vtensor<[?],f32>
    return %6 : !torch.vtensor<[?],si64>
  }
}

// assay-content: b30cab1ac61043da656d02a36a458da1 923366baf6ce7568c93b956fdc1e2abe
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["f32[5*d0]"],
// assay-case: "nodes": [
// assay-case:   {"op":"expand","operands":[0],"spelling":"named","attributes":{"groups":[["d0","5"]],"units":0}},
// assay-case:   {"op":"arg_reduce","operands":[1],"spelling":"generic","attributes":{"minimum":false,"dim":1,"first_index":true,"index_type":"i64"}}
// assay-case: ],
// assay-case: "returns": [3],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["disguised"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [1],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[5],"data":[0.0,0.0,0.0,0.0,0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
