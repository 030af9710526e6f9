// mismatch:reduce_window(min):inf
// assay-target: iree@3.13.0:hip:O2
// assay-version: 0.1.0
// run 0: result 0 [0] is inf, expected -nan; 1 of 1 elements are wrong
// first wrong value: %1
//   reduce_window: min of each window of [2], dilations [2], padded by [0] before and [2] behind

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=rocm --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-rocm-target=gfx942
// RUN: iree-run-module --module=%t.vmfb --device=hip --function=main --input=1xf32=nan --expected_output=1xf32=-nan --expected_f32_threshold=0

#map = affine_map<(d0, d1) -> (d0 + d1 * 2)>
#map1 = affine_map<(d0, d1) -> (d1)>
#map2 = affine_map<(d0, d1) -> (d0)>
module {
  func.func @main(%arg0: tensor<1xf32>) -> tensor<1xf32> {
    %0 = tensor.empty() : tensor<1xf32>
    %cst = arith.constant 0x7F800000 : f32
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1xf32>) -> tensor<1xf32>
    %cst_0 = arith.constant 0x7F800000 : f32
    %padded = tensor.pad %arg0 low[0] high[2] {
    ^bb0(%arg1: index):
      tensor.yield %cst_0 : f32
    } : tensor<1xf32> to tensor<3xf32>
    %2 = tensor.empty() : tensor<2xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "reduction"]} ins(%padded, %2 : tensor<3xf32>, tensor<2xf32>) outs(%1 : tensor<1xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %4 = arith.minimumf %out, %in : f32
      linalg.yield %4 : f32
    } -> tensor<1xf32>
    return %3 : tensor<1xf32>
  }
}

// assay-content: 61c98cc88c2f0ce24f415fc62646557f 75ee885d55211606fbf40f93f6c06771
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["f32[1]"],
// assay-case: "nodes": [
// assay-case:   {"op":"reduce_window","operands":[0],"spelling":"named","attributes":{"function":"min","window":[2],"sizes":["1"],"strides":[1],"dilations":[2],"low":["0"],"high":["2"],"result":"f32","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [1],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[1],"data":["nan"]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
