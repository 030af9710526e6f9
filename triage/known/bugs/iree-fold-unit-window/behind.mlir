// sanitizer:run:a block was read behind its end in matvec_like
// assay-target: iree@3.13.0:llvm-cpu:O2
// assay-version: 0.1.0
// a block was read behind its end in matvec_like: 0 bytes away from a block of 320 bytes that iree_allocator_libc_ctl asked for, by main_dispatch_1_matvec_like_D_ ...
//   conv: convolution with channels first, strides [9], padded by [1] before and [1] behind

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3
// RUN: iree-run-module --module=%t.vmfb --device=local-sync --function=main --input=1x11x1xf32=0 --input=1x11x2xf32=0

module {
  func.func @main(%arg0: tensor<1x?x1xf32>, %arg1: tensor<1x?x2xf32>) -> tensor<1x1x1xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %padded = tensor.pad %arg0 low[0, 0, 1] high[0, 0, 1] {
    ^bb0(%arg2: index, %arg3: index, %arg4: index):
      tensor.yield %cst : f32
    } : tensor<1x?x1xf32> to tensor<1x?x3xf32>
    %0 = tensor.empty() : tensor<1x1x1xf32>
    %cst_0 = arith.constant 0.000000e+00 : f32
    %1 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<1x1x1xf32>) -> tensor<1x1x1xf32>
    %2 = linalg.conv_1d_ncw_fcw {dilations = dense<1> : tensor<1xi64>, strides = dense<9> : tensor<1xi64>} ins(%padded, %arg1 : tensor<1x?x3xf32>, tensor<1x?x2xf32>) outs(%1 : tensor<1x1x1xf32>) -> tensor<1x1x1xf32>
    return %2 : tensor<1x1x1xf32>
  }
}

// assay-content: 32022ec1bf5ffd6d8b44e5b83eecf444 4c07ec4b93a5e148fe9d7d62b49a3997
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["f32[1,d0,1]","f32[1,d0,2]"],
// assay-case: "nodes": [
// assay-case:   {"op":"conv","operands":[0,1],"spelling":"named","attributes":{"layout":"channels_first","sizes":["1"],"strides":[9],"dilations":[1],"low":["1"],"high":["1"],"groups":1,"result":"f32","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["dynamic"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [11],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[1,11,1],"data":[0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0]},
// assay-case:   {"element":"f32","shape":[1,11,2],"data":[0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
