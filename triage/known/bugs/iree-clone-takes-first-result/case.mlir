// mismatch:binary(add):together
// assay-target: iree@3.13.0:llvm-cpu:O2
// assay-version: 0.1.0
// run 0: result 0 [1] is 1e-45, expected 2; 1 of 2 elements are wrong
// first wrong value: %2

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3
// RUN: iree-run-module --module=%t.vmfb --device=local-sync --function=main '--expected_output=2xf32=0 2' --expected_output=i32=1 --expected_f32_threshold=0

#map = affine_map<(d0) -> (d0)>
module {
  func.func @main() -> (tensor<2xf32>, tensor<i32>) {
    %0 = tensor.empty() : tensor<2xf32>
    %1 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%0 : tensor<2xf32>) {
    ^bb0(%out: f32):
      %7 = linalg.index 0 : index
      %8 = arith.index_cast %7 : index to i64
      %9 = arith.sitofp %8 : i64 to f32
      linalg.yield %9 : f32
    } -> tensor<2xf32>
    %2 = tensor.empty() : tensor<2xi32>
    %3 = tensor.empty() : tensor<2xf32>
    %4:2 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1 : tensor<2xf32>) outs(%2, %3 : tensor<2xi32>, tensor<2xf32>) {
    ^bb0(%in: f32, %out: i32, %out_0: f32):
      %7 = arith.fptosi %in : f32 to i32
      %8 = arith.addf %in, %in : f32
      linalg.yield %7, %8 : i32, f32
    } -> (tensor<2xi32>, tensor<2xf32>)
    %5 = tensor.empty() : tensor<i32>
    %c0_i32 = arith.constant 0 : i32
    %6 = linalg.fill ins(%c0_i32 : i32) outs(%5 : tensor<i32>) -> tensor<i32>
    %reduced = linalg.reduce { arith.addi {overflowFlags = #arith.overflow<none>} } ins(%4#0 : tensor<2xi32>) outs(%6 : tensor<i32>) dimensions = [0] 
    return %4#1, %reduced : tensor<2xf32>, tensor<i32>
  }
}

// assay-content: 1d5ac7c08923979cd735ff2af3321965 156b3e908e8f0701d95c5accd442f11b
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": [],
// assay-case: "nodes": [
// assay-case:   {"op":"iota","operands":[],"spelling":"generic","attributes":{"shape":["2"],"dim":0,"element":"f32"}},
// assay-case:   {"op":"cast","operands":[0],"spelling":"generic","attributes":{"to":"i32","unsigned":false}},
// assay-case:   {"op":"binary","operands":[0,0],"spelling":"named","attributes":{"function":"add","unsigned":false}},
// assay-case:   {"op":"reduce","operands":[1],"spelling":"named","attributes":{"function":"sum","dims":[0],"result":"i32","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [2,3],
// assay-case: "groups": [
// assay-case:   {"kind":"body","first":1,"end":3}
// assay-case: ]
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": []}
// assay-case: ]
// assay-case: }
