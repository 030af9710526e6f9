// mismatch:transpose
// assay-target: iree@3.13.0:llvm-cpu:O2
// assay-version: 0.1.0
// run 0: result 0 [2, 1] is 0, expected 1; 1 of 6 elements are wrong
// first wrong value: %5
//   gather_nd: y[b] = x[indices[b]]
//   transpose: result dim i is operand dim [1,0][i]

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3
// RUN: iree-run-module --module=%t.vmfb --device=local-sync --function=main '--input=2xi32=0 1' '--input=2x1xi64=0 1' '--input=2x3x1xi32=0 0 0 0 0 1' '--expected_output=3x2xi32=0 0 0 0 0 1'

module {
  func.func @main(%arg0: tensor<2xi32>, %arg1: tensor<2x1xi64>, %arg2: tensor<2x3x1xi32>) -> tensor<3x2xi32> {
    %0 = tensor.empty() : tensor<2xi32>
    %1 = "iree_linalg_ext.gather"(%arg0, %arg1, %0) {dimension_map = array<i64: 0>} : (tensor<2xi32>, tensor<2x1xi64>, tensor<2xi32>) -> tensor<2xi32>
    %2 = tensor.empty() : tensor<2x3xi32>
    %3 = "iree_linalg_ext.gather"(%1, %arg2, %2) {dimension_map = array<i64: 0>} : (tensor<2xi32>, tensor<2x3x1xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
    %4 = tensor.empty() : tensor<3x2xi32>
    %transposed = linalg.transpose ins(%3 : tensor<2x3xi32>) outs(%4 : tensor<3x2xi32>) permutation = [1, 0] 
    return %transposed : tensor<3x2xi32>
  }
}

// assay-content: c69c2b9463c21cbdb94ef464916c3d2e fc29133b10f4780539bb664cfd0721f8
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["i32[2]","i64[2,1]","i32[2,3,1]"],
// assay-case: "nodes": [
// assay-case:   {"op":"gather_nd","operands":[0,1],"spelling":"named","attributes":{"depth":1}},
// assay-case:   {"op":"gather_nd","operands":[3,2],"spelling":"named","attributes":{"depth":1}},
// assay-case:   {"op":"transpose","operands":[4],"spelling":"named","attributes":{"permutation":[1,0]}}
// assay-case: ],
// assay-case: "returns": [5],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"i32","shape":[2],"data":[0,1]},
// assay-case:   {"element":"i64","shape":[2,1],"data":[0,1]},
// assay-case:   {"element":"i32","shape":[2,3,1],"data":[0,0,0,0,0,1]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
