// mismatch:contraction
// assay-target: iree@3.13.0:llvm-cpu:O2,flavour=torch
// assay-version: 0.1.0
// run 0: result 0 [0] is 5, expected 30; 1 of 1 elements are wrong
// first wrong value: %2
//   transpose: result dim i is operand dim [1,0,2][i]
//   contraction: out[2] = initial + sum of lhs[0,1,2] * rhs[1,0,2] over what out lacks

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3
// RUN: iree-run-module --module=%t.vmfb --device=local-sync --function=main '--input=2x2x1xf32=1 2 3 4' --expected_output=1xf32=30 --expected_f32_threshold=0

module {
  func.func @main(%arg0: !torch.vtensor<[?,?,1],f32>) -> !torch.vtensor<[1],f32> attributes {torch.assume_strict_symbolic_shapes} {
    %0 = "torch.constant.int"() {value = 1 : i64} : () -> !torch.int
    %1 = "torch.constant.int"() {value = 0 : i64} : () -> !torch.int
    %2 = "torch.constant.int"() {value = 2 : i64} : () -> !torch.int
    %3 = "torch.prim.ListConstruct"(%0, %1, %2) : (!torch.int, !torch.int, !torch.int) -> !torch.list<int>
    %4 = "torch.aten.permute"(%arg0, %3) : (!torch.vtensor<[?,?,1],f32>, !torch.list<int>) -> !torch.vtensor<[?,?,1],f32>
    %5 = "torch.constant.str"() {value = "abc,bac->c"} : () -> !torch.str
    %6 = "torch.prim.ListConstruct"(%arg0, %4) : (!torch.vtensor<[?,?,1],f32>, !torch.vtensor<[?,?,1],f32>) -> !torch.list<vtensor>
    %7 = "torch.constant.none"() : () -> !torch.none
    %8 = "torch.aten.einsum"(%5, %6, %7) : (!torch.str, !torch.list<vtensor>, !torch.none) -> !torch.vtensor<[1],f32>
    return %8 : !torch.vtensor<[1],f32>
  }
}

// assay-content: db2c286ae1f09d4f1ec54a5ad4ebd88b 4fa6d14530f38848fc73f9369bf54ce4
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["f32[d0,d0,1]"],
// assay-case: "nodes": [
// assay-case:   {"op":"transpose","operands":[0],"spelling":"named","attributes":{"permutation":[1,0,2]}},
// assay-case:   {"op":"contraction","operands":[0,1],"spelling":"named","attributes":{"lhs":[0,1,2],"rhs":[1,0,2],"out":[2],"result":"f32","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["dynamic"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [2],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[2,2,1],"data":[1.0,2.0,3.0,4.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
