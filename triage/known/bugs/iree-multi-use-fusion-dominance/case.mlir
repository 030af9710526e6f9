// compile-failure:compile:operand #2 does not dominate this use
// assay-target: iree@3.13.0:llvm-cpu:O2,flavour=torch
// assay-version: 0.1.0
// module.mlir:18:11: operand #2 does not dominate this use
// 
// module.mlir:18:11: see current operation: 
// %27 = "linalg.generic"(%3, %26, %11#1, %6) <{indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>, affi ...
// ^bb0(%arg10: i64, %arg11: i64, %arg12: i64, %arg13: i64):
//   %28 = "arith.cmpi"(%arg10, %arg11) <{predicate = 0 : i64}> : (i64, i64) -> i1
// ...
//   arg_reduce: the greatest along dim 0, and the first place where it stands

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3

module {
  func.func @main(%arg0: !torch.vtensor<[2,2],si64>) -> (!torch.vtensor<[2],si64>, !torch.vtensor<[],si64>) attributes {torch.assume_strict_symbolic_shapes} {
    %0 = "torch.constant.int"() {value = 0 : i64} : () -> !torch.int
    %1 = "torch.constant.bool"() {value = false} : () -> !torch.bool
    %2 = "torch.prim.ListConstruct"(%0) : (!torch.int) -> !torch.list<int>
    %3 = "torch.aten.amax"(%arg0, %2, %1) : (!torch.vtensor<[2,2],si64>, !torch.list<int>, !torch.bool) -> !torch.vtensor<[2],si64>
    %4 = "torch.aten.unsqueeze"(%3, %0) : (!torch.vtensor<[2],si64>, !torch.int) -> !torch.vtensor<[1,2],si64>
    %5 = "torch.aten.eq.Tensor"(%arg0, %4) : (!torch.vtensor<[2,2],si64>, !torch.vtensor<[1,2],si64>) -> !torch.vtensor<[2,2],i1>
    %6 = "torch.constant.int"() {value = 2 : i64} : () -> !torch.int
    %7 = "torch.constant.int"() {value = 1 : i64} : () -> !torch.int
    %8 = "torch.constant.int"() {value = 4 : i64} : () -> !torch.int
    %9 = "torch.constant.none"() : () -> !torch.none
    %10 = "torch.aten.arange.start_step"(%0, %6, %7, %8, %9, %9, %9) : (!torch.int, !torch.int, !torch.int, !torch.int, !torch.none, !torch.none, !torch.none) -> !torch.vtensor<[2],si64>
    %11 = "torch.aten.unsqueeze"(%10, %7) : (!torch.vtensor<[2],si64>, !torch.int) -> !torch.vtensor<[2,1],si64>
    %12 = "torch.vtensor.literal"() {value = dense<9223372036854775807> : tensor<si64>} : () -> !torch.vtensor<[],si64>
    %13 = "torch.aten.where.self"(%5, %11, %12) : (!torch.vtensor<[2,2],i1>, !torch.vtensor<[2,1],si64>, !torch.vtensor<[],si64>) -> !torch.vtensor<[2,2],si64>
    %14 = "torch.prim.ListConstruct"(%0) : (!torch.int) -> !torch.list<int>
    %15 = "torch.aten.amin"(%13, %14, %1) : (!torch.vtensor<[2,2],si64>, !torch.list<int>, !torch.bool) -> !torch.vtensor<[2],si64>
    %16 = "torch.prim.ListConstruct"(%0) : (!torch.int) -> !torch.list<int>
    %17 = "torch.aten.amax"(%3, %16, %1) : (!torch.vtensor<[2],si64>, !torch.list<int>, !torch.bool) -> !torch.vtensor<[],si64>
    %18 = "torch.aten.unsqueeze"(%17, %0) : (!torch.vtensor<[],si64>, !torch.int) -> !torch.vtensor<[1],si64>
    %19 = "torch.aten.eq.Tensor"(%3, %18) : (!torch.vtensor<[2],si64>, !torch.vtensor<[1],si64>) -> !torch.vtensor<[2],i1>
    %20 = "torch.aten.arange.start_step"(%0, %6, %7, %8, %9, %9, %9) : (!torch.int, !torch.int, !torch.int, !torch.int, !torch.none, !torch.none, !torch.none) -> !torch.vtensor<[2],si64>
    %21 = "torch.vtensor.literal"() {value = dense<9223372036854775807> : tensor<si64>} : () -> !torch.vtensor<[],si64>
    %22 = "torch.aten.where.self"(%19, %20, %21) : (!torch.vtensor<[2],i1>, !torch.vtensor<[2],si64>, !torch.vtensor<[],si64>) -> !torch.vtensor<[2],si64>
    %23 = "torch.prim.ListConstruct"(%0) : (!torch.int) -> !torch.list<int>
    %24 = "torch.aten.amin"(%22, %23, %1) : (!torch.vtensor<[2],si64>, !torch.list<int>, !torch.bool) -> !torch.vtensor<[],si64>
    return %15, %24 : !torch.vtensor<[2],si64>, !torch.vtensor<[],si64>
  }
}

// assay-content: 3e7645c4bf294369963682651c803f90 923366baf6ce7568c93b956fdc1e2abe
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["i64[2,2]"],
// assay-case: "nodes": [
// assay-case:   {"op":"arg_reduce","operands":[0],"spelling":"primitives","attributes":{"minimum":false,"dim":0,"first_index":true,"index_type":"i64"}},
// assay-case:   {"op":"arg_reduce","operands":[1],"spelling":"primitives","attributes":{"minimum":false,"dim":0,"first_index":true,"index_type":"i64"}}
// assay-case: ],
// assay-case: "returns": [2,4],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"i64","shape":[2,2],"data":[0,0,0,0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
