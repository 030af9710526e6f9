// mismatch:unary(exp):f16
// assay-target: iree@3.13.0:llvm-cpu:O2
// assay-version: 0.1.0
// run 0: result 0 [] is 0, expected nan; 1 of 1 elements are wrong
// first wrong value: %1
//   fill: nan everywhere
//   unary: y[i] = exp(x[i])

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3
// RUN: iree-run-module --module=%t.vmfb --device=local-sync --function=main --expected_output=f16=nan --expected_f16_threshold=0

#map = affine_map<() -> ()>
module {
  func.func @main() -> tensor<f16> {
    %0 = tensor.empty() : tensor<f16>
    %cst = arith.constant 0x7E00 : f16
    %1 = linalg.fill ins(%cst : f16) outs(%0 : tensor<f16>) -> tensor<f16>
    %2 = tensor.empty() : tensor<f16>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%1 : tensor<f16>) outs(%2 : tensor<f16>) {
    ^bb0(%in: f16, %out: f16):
      %4 = math.exp %in : f16
      linalg.yield %4 : f16
    } -> tensor<f16>
    return %3 : tensor<f16>
  }
}

// assay-content: 762a76bf5862fed7d304e55863a35d84 981eed0f6b58217cd524baef073c3146
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": [],
// assay-case: "nodes": [
// assay-case:   {"op":"fill","operands":[],"spelling":"named","attributes":{"shape":[],"element":"f16","value":"nan"}},
// assay-case:   {"op":"unary","operands":[0],"spelling":"named","attributes":{"function":"exp"}}
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
