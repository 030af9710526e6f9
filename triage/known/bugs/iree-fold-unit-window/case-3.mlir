// mismatch:conv(channels_first)
// assay-target: iree@3.13.0:llvm-cpu:O2
// assay-version: 0.1.0
// run 0: result 0 [1, 1, 0] is 0, expected 1; 1 of 4 elements are wrong
// first wrong value: %1
//   conv: convolution with channels first, strides [2], padded by [0] before and [1] behind

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3
// RUN: iree-run-module --module=%t.vmfb --device=local-sync --function=main '--input=2x2x1xf32=0 -0 0 -1' '--expected_output=2x2x1xf32=0 0 0 1' --expected_f32_threshold=0

module {
  func.func @main(%arg0: tensor<2x2x?xf32>) -> tensor<2x2x1xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %padded = tensor.pad %arg0 low[0, 0, 0] high[0, 0, 1] {
    ^bb0(%arg1: index, %arg2: index, %arg3: index):
      tensor.yield %cst : f32
    } : tensor<2x2x?xf32> to tensor<2x2x?xf32>
    %0 = tensor.empty() : tensor<2x2x1xf32>
    %cst_0 = arith.constant 0.000000e+00 : f32
    %1 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<2x2x1xf32>) -> tensor<2x2x1xf32>
    %2 = linalg.conv_1d_ncw_fcw {dilations = dense<1> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%padded, %arg0 : tensor<2x2x?xf32>, tensor<2x2x?xf32>) outs(%1 : tensor<2x2x1xf32>) -> tensor<2x2x1xf32>
    return %2 : tensor<2x2x1xf32>
  }
}

// assay-content: 32af8395fcb216b3a94bb6a759fb7547 212b2027d4777ab2c761469fc3901e58
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["f32[2,2,d0]"],
// assay-case: "nodes": [
// assay-case:   {"op":"conv","operands":[0,0],"spelling":"named","attributes":{"layout":"channels_first","sizes":["1"],"strides":[2],"dilations":[1],"low":["0"],"high":["1"],"groups":1,"result":"f32","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [1],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["dynamic"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [1],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[2,2,1],"data":[0.0,-0.0,0.0,-1.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
