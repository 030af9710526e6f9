// mismatch:reduce_window(sum)
// assay-target: iree@3.13.0:llvm-cpu:O2
// assay-version: 0.1.0
// run 0: result 0 [0] is 3, expected 9; 1 of 1 elements are wrong
// first wrong value: %1
//   fill: 3 everywhere
//   reduce_window: sum of each window of [3]

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3
// RUN: iree-run-module --module=%t.vmfb --device=local-sync --function=main --expected_output=1xf32=9 --expected_f32_threshold=0

#map = affine_map<(d0, d1) -> (d0 + d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
#map2 = affine_map<(d0, d1) -> (d0)>
module {
  func.func @main() -> tensor<1xf32> {
    %0 = tensor.empty() : tensor<3xf32>
    %cst = arith.constant 3.000000e+00 : f32
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<3xf32>) -> tensor<3xf32>
    %2 = tensor.empty() : tensor<1xf32>
    %cst_0 = arith.constant 0.000000e+00 : f32
    %3 = linalg.fill ins(%cst_0 : f32) outs(%2 : tensor<1xf32>) -> tensor<1xf32>
    %4 = tensor.empty() : tensor<3xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "reduction"]} ins(%1, %4 : tensor<3xf32>, tensor<3xf32>) outs(%3 : tensor<1xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %6 = arith.addf %out, %in : f32
      linalg.yield %6 : f32
    } -> tensor<1xf32>
    return %5 : tensor<1xf32>
  }
}

// assay-content: 36c0b0e6b2782e4eef628b0b91c5862a 92bfd3b31e2b21a29e1e017bab41683a
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": [],
// assay-case: "nodes": [
// assay-case:   {"op":"fill","operands":[],"spelling":"named","attributes":{"shape":["3"],"element":"f32","value":3.0}},
// assay-case:   {"op":"reduce_window","operands":[0],"spelling":"named","attributes":{"function":"sum","window":[3],"sizes":["1"],"strides":[1],"dilations":[1],"low":["0"],"high":["0"],"result":"f32","unsigned":false}}
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
