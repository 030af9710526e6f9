// mismatch:binary(floor_div)
// assay-target: iree@3.13.0:llvm-cpu:O2,flavour=torch
// assay-version: 0.1.0
// run 0: result 0 [] is 9007199254740992, expected 9007199254740993; 1 of 1 elements are wrong
// first wrong value: %2
//   binary: z[i] = floor_div(x[i], y[i])

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3
// RUN: iree-run-module --module=%t.vmfb --device=local-sync --function=main --input=i64=9007199254740993 --input=i64=1 --expected_output=i64=9007199254740993

module {
  func.func @main(%arg0: !torch.vtensor<[],si64>, %arg1: !torch.vtensor<[],si64>) -> !torch.vtensor<[],si64> attributes {torch.assume_strict_symbolic_shapes} {
    %0 = "torch.constant.str"() {value = "floor"} : () -> !torch.str
    %1 = "torch.aten.div.Tensor_mode"(%arg0, %arg1, %0) : (!torch.vtensor<[],si64>, !torch.vtensor<[],si64>, !torch.str) -> !torch.vtensor<[],si64>
    return %1 : !torch.vtensor<[],si64>
  }
}

// assay-content: 1b648501fb7d3ad2114a2d8066145f92 8a1bfbaeede60a48383f359b3a99d605
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["i64[]","i64[]"],
// assay-case: "nodes": [
// assay-case:   {"op":"binary","operands":[0,1],"spelling":"named","attributes":{"function":"floor_div","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"i64","shape":[],"data":[9007199254740993]},
// assay-case:   {"element":"i64","shape":[],"data":[1]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
