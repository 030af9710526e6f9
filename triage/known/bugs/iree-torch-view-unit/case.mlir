// run-failure:OUT_OF_RANGE; attempted to access an address outside of the valid buffer range (offset=#, adjusted_length=#, end=#, buffer byte_length=#); invalid subspan of an
// assay-target: iree@3.13.0:llvm-cpu:O2,flavour=torch
// assay-version: 0.1.0
// OUT_OF_RANGE; attempted to access an address outside of the valid buffer range (offset=0, adjusted_length=18446744073709551612, end=18446744073709551611, buffer ...
//   expand: the elements in order, dims split

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3
// RUN: iree-run-module --module=%t.vmfb --device=local-sync --function=main --input=1 --input=1xf32=0

module {
  func.func @main(%arg0: !torch.int, %arg1: !torch.vtensor<[?],f32>) -> !torch.vtensor<[?,?],f32> attributes {torch.assume_strict_symbolic_shapes} {
    %0 = "torch.constant.int"() {value = 1 : i64} : () -> !torch.int
    %1 = "torch.prim.ListConstruct"(%arg0, %0) : (!torch.int, !torch.int) -> !torch.list<int>
    %2 = "torch.aten.view"(%arg1, %1) : (!torch.vtensor<[?],f32>, !torch.list<int>) -> !torch.vtensor<[?,?],f32>
    return %2 : !torch.vtensor<[?,?],f32>
  }
}

// assay-content: 8a80de318f318ccf6036bf2fb58ad7fa 626bab2c1b1b15df1308825f7b38f113
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 2,
// assay-case: "arguments": ["f32[d0*d1]"],
// assay-case: "nodes": [
// assay-case:   {"op":"expand","operands":[0],"spelling":"primitives","attributes":{"groups":[["d0","d1"]],"units":0}}
// assay-case: ],
// assay-case: "returns": [1],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["dynamic","disguised"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [1,1],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[1],"data":[0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
