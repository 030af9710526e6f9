// mismatch:reduce_window(max)
// assay-target: iree@3.13.0:llvm-cpu:O2
// assay-version: 0.1.0
// run 0: result 0 [0, 0, 0] is -2, expected 0; 1 of 1 elements are wrong
// first wrong value: %2
//   fill: -2 everywhere
//   reduce_window: max of each window of [1,3,1], padded by [0,0,0] before and [0,1,0] behind

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3
// RUN: iree-run-module --module=%t.vmfb --device=local-sync --function=main --input=1x2x1xf32=0 --expected_output=1x1x1xf32=0 --expected_f32_threshold=0

#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
module {
  func.func @main(%arg0: tensor<1x2x1xf32>) -> tensor<1x1x1xf32> {
    %0 = tensor.empty() : tensor<1x1x1xf32>
    %1 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel", "parallel"]} outs(%0 : tensor<1x1x1xf32>) {
    ^bb0(%out: f32):
      %cst_0 = arith.constant -2.000000e+00 : f32
      linalg.yield %cst_0 : f32
    } -> tensor<1x1x1xf32>
    %cst = arith.constant 0xFF800000 : f32
    %padded = tensor.pad %arg0 low[0, 0, 0] high[0, 1, 0] {
    ^bb0(%arg1: index, %arg2: index, %arg3: index):
      tensor.yield %cst : f32
    } : tensor<1x2x1xf32> to tensor<1x3x1xf32>
    %2 = tensor.empty() : tensor<3xf32>
    %3 = linalg.pooling_nwc_max {dilations = dense<1> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} ins(%padded, %2 : tensor<1x3x1xf32>, tensor<3xf32>) outs(%1 : tensor<1x1x1xf32>) -> tensor<1x1x1xf32>
    return %3 : tensor<1x1x1xf32>
  }
}

// assay-content: ccddc0d851104efff233a174a51fedda 5ef25ebac41f9c2b37d7aa8ea94d2578
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["f32[1,2,1]"],
// assay-case: "nodes": [
// assay-case:   {"op":"fill","operands":[],"spelling":"generic","attributes":{"shape":["1","1","1"],"element":"f32","value":-2.0}},
// assay-case:   {"op":"reduce_window","operands":[0],"destination":1,"spelling":"named","attributes":{"function":"max","window":[1,3,1],"sizes":["1","1","1"],"strides":[1,1,1],"dilations":[1,1,1],"low":["0","0","0"],"high":["0","1","0"],"result":"f32","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[1,2,1],"data":[0.0,0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
