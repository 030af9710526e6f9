// mismatch:binary(max)
// assay-target: iree@3.13.0:llvm-cpu:O2,flavour=torch
// assay-version: 0.1.0
// run 0: result 0 [] is 0, expected nan; 1 of 1 elements are wrong
// first wrong value: %2
//   binary: z[i] = max(x[i], y[i])

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3
// RUN: iree-run-module --module=%t.vmfb --device=local-sync --function=main --input=f32=nan --input=f32=0 --expected_output=f32=nan --expected_f32_threshold=0

module {
  func.func @main(%arg0: !torch.vtensor<[],f32>, %arg1: !torch.vtensor<[],f32>) -> !torch.vtensor<[],f32> attributes {torch.assume_strict_symbolic_shapes} {
    %0 = "torch.aten.maximum"(%arg0, %arg1) : (!torch.vtensor<[],f32>, !torch.vtensor<[],f32>) -> !torch.vtensor<[],f32>
    return %0 : !torch.vtensor<[],f32>
  }
}

// assay-content: ab0f45c4710f0783bb0218d638e997b3 2b944275c661712060c9b9975ae3c76c
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["f32[]","f32[]"],
// assay-case: "nodes": [
// assay-case:   {"op":"binary","operands":[0,1],"spelling":"named","attributes":{"function":"max","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[],"data":["nan"]},
// assay-case:   {"element":"f32","shape":[],"data":[0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
