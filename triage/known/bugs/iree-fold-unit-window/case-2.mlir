// sanitizer:run:out of bounds in matmul_like
// assay-target: iree@3.13.0:hip:O2
// assay-version: 0.1.0
// out of bounds in matmul_like: load of 4 bytes at 0x6300408, 0 bytes past the end of allocation 3 of 8 bytes
// main_dispatch_1_matmul_like_2x2x2_f32 at 0x1d50 `buffer_load_dword v6, v3, s[4:7], 0 offen`, workgroup (0, 0, 0), wave 0, lane 2
//   conv: convolution with channels first, strides [2], padded by [0] before and [1] behind

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=rocm --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-rocm-target=gfx942
// RUN: iree-run-module --module=%t.vmfb --device=hip --function=main --input=2x1x1xf32=0 --input=2x1x1xf32=0

module {
  func.func @main(%arg0: tensor<2x1x1xf32>, %arg1: tensor<2x1x?xf32>) -> tensor<2x2x1xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %padded = tensor.pad %arg0 low[0, 0, 0] high[0, 0, 1] {
    ^bb0(%arg2: index, %arg3: index, %arg4: index):
      tensor.yield %cst : f32
    } : tensor<2x1x1xf32> to tensor<2x1x2xf32>
    %0 = tensor.empty() : tensor<2x2x1xf32>
    %cst_0 = arith.constant 0.000000e+00 : f32
    %1 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<2x2x1xf32>) -> tensor<2x2x1xf32>
    %2 = linalg.conv_1d_ncw_fcw {dilations = dense<1> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%padded, %arg1 : tensor<2x1x2xf32>, tensor<2x1x?xf32>) outs(%1 : tensor<2x2x1xf32>) -> tensor<2x2x1xf32>
    return %2 : tensor<2x2x1xf32>
  }
}

// assay-content: 7dbf99fec9be33d39921410f597eb9d0 008e9cbd6e5bb562bc038072c0b34a9d
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["f32[2,1,1]","f32[2,1,d0]"],
// assay-case: "nodes": [
// assay-case:   {"op":"conv","operands":[0,1],"spelling":"named","attributes":{"layout":"channels_first","sizes":["1"],"strides":[2],"dilations":[1],"low":["0"],"high":["1"],"groups":1,"result":"f32","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["dynamic"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [1],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[2,1,1],"data":[0.0,0.0]},
// assay-case:   {"element":"f32","shape":[2,1,1],"data":[0.0,0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
