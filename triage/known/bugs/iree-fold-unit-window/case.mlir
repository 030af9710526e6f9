// mismatch:reduce_window(min)
// assay-target: iree@3.13.0:llvm-cpu:O2
// assay-version: 0.1.0
// run 0: result 0 [0, 0] is -2, expected 0; 1 of 1 elements are wrong
// first wrong value: %1
//   reduce_window: min of each window of [2,2], strides [2,1], padded by [1,0] before and [0,0] behind

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3
// RUN: iree-run-module --module=%t.vmfb --device=local-sync --function=main '--input=2x2xf32=0 0 0 -2' --expected_output=1x1xf32=0 --expected_f32_threshold=0

#map = affine_map<(d0, d1, d2, d3) -> (d0 * 2 + d2, d1 + d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
module {
  func.func @main(%arg0: tensor<?x?xf32>) -> tensor<1x?xf32> {
    %c0 = arith.constant 0 : index
    %dim = tensor.dim %arg0, %c0 : tensor<?x?xf32>
    %c-1 = arith.constant -1 : index
    %0 = arith.addi %dim, %c-1 : index
    %1 = tensor.empty(%0) : tensor<1x?xf32>
    %cst = arith.constant 0x7F800000 : f32
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<1x?xf32>) -> tensor<1x?xf32>
    %cst_0 = arith.constant 0x7F800000 : f32
    %padded = tensor.pad %arg0 low[1, 0] high[0, 0] {
    ^bb0(%arg1: index, %arg2: index):
      tensor.yield %cst_0 : f32
    } : tensor<?x?xf32> to tensor<?x?xf32>
    %3 = tensor.empty() : tensor<2x2xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%padded, %3 : tensor<?x?xf32>, tensor<2x2xf32>) outs(%2 : tensor<1x?xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %5 = arith.minimumf %out, %in : f32
      linalg.yield %5 : f32
    } -> tensor<1x?xf32>
    return %4 : tensor<1x?xf32>
  }
}

// assay-content: dd20d81a551a925078d922b9ff0f33ad d864159363a320b3f8d62fc8cf45c0c9
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["f32[d0,d0]"],
// assay-case: "nodes": [
// assay-case:   {"op":"reduce_window","operands":[0],"spelling":"named","attributes":{"function":"min","window":[2,2],"sizes":["1","d0-1"],"strides":[2,1],"dilations":[1,1],"low":["1","0"],"high":["0","0"],"result":"f32","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [1],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["dynamic"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [2],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[2,2],"data":[0.0,0.0,0.0,-2.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
