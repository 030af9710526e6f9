// mismatch:contraction:primitives
// assay-target: iree@3.13.0:llvm-cpu:O2,flavour=stablehlo
// assay-version: 0.1.0
// run 0: result 0 [0, 1] is 0, expected 1; 1 of 4 elements are wrong
// first wrong value: %2
//   contraction: out[0,2] = initial + sum of lhs[0,1] * rhs[1,0,2] over what out lacks

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3
// RUN: iree-run-module --module=%t.vmfb --device=local-sync --function=main '--input=2x2x2xf32=0 0 0 0 0 1 0 0' '--input=2x2xf32=0 1 0 0' '--expected_output=2x2xf32=0 1 0 0' --expected_f32_threshold=0

module {
  func.func @main(%arg0: tensor<2x2x2xf32>, %arg1: tensor<2x2xf32>) -> tensor<2x2xf32> {
    %0 = "stablehlo.broadcast_in_dim"(%arg1) {broadcast_dimensions = array<i64: 0, 2>} : (tensor<2x2xf32>) -> tensor<2x2x2xf32>
    %1 = "stablehlo.broadcast_in_dim"(%arg0) {broadcast_dimensions = array<i64: 2, 0, 1>} : (tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
    %2 = "stablehlo.multiply"(%0, %1) : (tensor<2x2x2xf32>, tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
    %3 = "stablehlo.constant"() {value = dense<0.000000e+00> : tensor<f32>} : () -> tensor<f32>
    %4 = "stablehlo.reduce"(%2, %3) ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %5 = "stablehlo.add"(%arg2, %arg3) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%5) : (tensor<f32>) -> ()
    }) {dimensions = array<i64: 2>} : (tensor<2x2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
    return %4 : tensor<2x2xf32>
  }
}

// assay-content: 91177913bf2394c73ca3ded157ff3fa6 061120412db0b40ec61f1ea7c3ff64e7
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["f32[2,2,2]","f32[2,2]"],
// assay-case: "nodes": [
// assay-case:   {"op":"contraction","operands":[1,0],"spelling":"primitives","attributes":{"lhs":[0,1],"rhs":[1,0,2],"out":[0,2],"result":"f32","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[2,2,2],"data":[0.0,0.0,0.0,0.0,0.0,1.0,0.0,0.0]},
// assay-case:   {"element":"f32","shape":[2,2],"data":[0.0,1.0,0.0,0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
