// compile-failure:compile:'linalg.transpose' op dim(result, #) = # doesn't match dim(input, permutation[#]) = #
// assay-target: iree@3.13.0:llvm-cpu:O2,flavour=torch
// assay-version: 0.1.0
// module.mlir:9:10: 'linalg.transpose' op dim(result, 0) = 5 doesn't match dim(input, permutation[0]) = -9223372036854775808
// 
// module.mlir:9:10: see current operation: 
// %15 = "linalg.transpose"(%8, %14) <{permutation = array<i64: 1, 0>}> ({
// ^bb0(%arg1: f32, %arg2: f32):
//   "linalg.yield"(%arg1) : (f32) -> ()
// ...
//   pad: x with [0,d0] elements of 0 before and [0,1] behind
//   transpose: result dim i is operand dim [1,0][i]

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3

module {
  func.func @main(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[?,2],f32> attributes {torch.assume_strict_symbolic_shapes} {
    %0 = "torch.constant.float"() {value = 0.000000e+00 : f64} : () -> !torch.float
    %1 = "torch.constant.int"() {value = 1 : i64} : () -> !torch.int
    %2 = "torch.constant.int"() {value = 0 : i64} : () -> !torch.int
    %3 = "torch.prim.ListConstruct"(%1, %1, %2, %2) : (!torch.int, !torch.int, !torch.int, !torch.int) -> !torch.list<int>
    %4 = "torch.aten.constant_pad_nd"(%arg0, %3, %0) : (!torch.vtensor<[2,3],f32>, !torch.list<int>, !torch.float) -> !torch.vtensor<[2,?],f32>
    %5 = "torch.prim.ListConstruct"(%1, %2) : (!torch.int, !torch.int) -> !torch.list<int>
    %6 = "torch.aten.permute"(%4, %5) : (!torch.vtensor<[2,?],f32>, !torch.list<int>) -> !torch.vtensor<[?,2],f32>
    return %6 : !torch.vtensor<[?,2],f32>
  }
}

// assay-content: ef68fdbe5f3d0d2f7588c9aeca96d25d 923366baf6ce7568c93b956fdc1e2abe
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["f32[2,3]"],
// assay-case: "nodes": [
// assay-case:   {"op":"pad","operands":[0],"spelling":"named","attributes":{"low":["0","d0"],"high":["0","1"],"value":0.0}},
// assay-case:   {"op":"transpose","operands":[1],"spelling":"named","attributes":{"permutation":[1,0]}}
// assay-case: ],
// assay-case: "returns": [2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["disguised"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [1],
// assay-case: "inputs": [
// assay-case:   {"distribution":"uniform","seed":1,"low":-1.0,"high":1.0}
// assay-case: ]}
// assay-case: ]
// assay-case: }
