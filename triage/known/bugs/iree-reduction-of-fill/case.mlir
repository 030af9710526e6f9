// mismatch:reduce(sum)
// assay-target: iree@3.13.0:llvm-cpu:O2
// assay-version: 0.1.0
// run 0: result 0 [] is 3, expected 6; 1 of 1 elements are wrong
// first wrong value: %1
//   fill: 3 everywhere
//   reduce: sum over dims [0], from the initial value

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3
// RUN: iree-run-module --module=%t.vmfb --device=local-sync --function=main --expected_output=f32=6 --expected_f32_threshold=0

module {
  func.func @main() -> tensor<f32> {
    %0 = tensor.empty() : tensor<2xf32>
    %cst = arith.constant 3.000000e+00 : f32
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<2xf32>) -> tensor<2xf32>
    %2 = tensor.empty() : tensor<f32>
    %cst_0 = arith.constant 0.000000e+00 : f32
    %3 = linalg.fill ins(%cst_0 : f32) outs(%2 : tensor<f32>) -> tensor<f32>
    %reduced = linalg.reduce { arith.addf } ins(%1 : tensor<2xf32>) outs(%3 : tensor<f32>) dimensions = [0] 
    return %reduced : tensor<f32>
  }
}

// assay-content: 8989c883856757eab79fb5f1d6c6b6ce 4c05af8d6d9757699bb361eb8ef4b3ad
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": [],
// assay-case: "nodes": [
// assay-case:   {"op":"fill","operands":[],"spelling":"named","attributes":{"shape":["2"],"element":"f32","value":3.0}},
// assay-case:   {"op":"reduce","operands":[0],"spelling":"named","attributes":{"function":"sum","dims":[0],"result":"f32","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [1],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": []}
// assay-case: ]
// assay-case: }
