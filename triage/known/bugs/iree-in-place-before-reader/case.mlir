// mismatch:reverse:together
// assay-target: iree@3.13.0:llvm-cpu:O2
// assay-version: 0.1.0
// run 0: result 0 [0] is 1, expected 2; 2 of 2 elements are wrong
// first wrong value: %2

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3
// RUN: iree-run-module --module=%t.vmfb --device=local-sync --function=main '--input=2xf32=-1 -2' '--expected_output=2xf32=2 1' '--expected_output=2xf32=2 1' --expected_output=i32=0 --expected_f32_threshold=0

#map = affine_map<(d0) -> (d0)>
func.func @main(%arg0: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<i32>) {
  %0 = arith.negf %arg0 : tensor<2xf32>
  %c1 = arith.constant 1 : index
  %1 = tensor.empty() : tensor<2xf32>
  %2 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%1 : tensor<2xf32>) {
  ^bb0(%out: f32):
    %6 = linalg.index 0 : index
    %7 = arith.subi %c1, %6 : index
    %extracted = tensor.extract %0[%7] : tensor<2xf32>
    linalg.yield %extracted : f32
  } -> tensor<2xf32>
  %3 = "iree_linalg_ext.sort"(%0) ({
  ^bb0(%arg1: f32, %arg2: f32):
    %6 = arith.cmpf ogt, %arg1, %arg2 : f32
    "iree_linalg_ext.yield"(%6) : (i1) -> ()
  }) {dimension = 0 : i64, operandSegmentSizes = array<i32: 0, 1>} : (tensor<2xf32>) -> tensor<2xf32>
  %4 = arith.constant dense<0> : tensor<i32>
  return %2, %3, %4 : tensor<2xf32>, tensor<2xf32>, tensor<i32>
}

// assay-content: d8fb06385a25acaf4d2508697b92a975 c10dad46c41c89e0a141b8d4bf161344
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["f32[2]"],
// assay-case: "nodes": [
// assay-case:   {"op":"unary","operands":[0],"spelling":"named","attributes":{"function":"neg"}},
// assay-case:   {"op":"reverse","operands":[1],"spelling":"extract","attributes":{"dims":[0]}},
// assay-case:   {"op":"sort","operands":[1],"spelling":"named","attributes":{"dim":0,"descending":true,"stable":false}},
// assay-case:   {"op":"fill","operands":[],"spelling":"named","attributes":{"shape":[],"element":"i32","value":0.0}}
// assay-case: ],
// assay-case: "returns": [2,3,4],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[2],"data":[-1.0,-2.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
