// mismatch:scatter(add)
// assay-target: iree@3.13.0:hip:O2
// assay-version: 0.1.0
// run 0: result 0 [0, 0] is 12, expected 6; 1 of 1 elements are wrong
// first wrong value: %2
//   scatter: for each place p of the updates: base[p with p[0] = indices[p]] add= updates[p]

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=rocm --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-rocm-target=gfx942
// RUN: iree-run-module --module=%t.vmfb --device=hip --function=main --input=1x1xf32=3 --input=1x1xi32=0 --expected_output=1x1xf32=6 --expected_f32_threshold=0

#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
module {
  func.func @main(%arg0: tensor<1x1xf32>, %arg1: tensor<1x1xi32>) -> tensor<1x1xf32> {
    %0 = tensor.empty() : tensor<1x1x2xi32>
    %1 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel", "parallel"]} outs(%0 : tensor<1x1x2xi32>) {
    ^bb0(%out: i32):
      %3 = linalg.index 0 : index
      %4 = linalg.index 1 : index
      %5 = linalg.index 2 : index
      %extracted = tensor.extract %arg1[%3, %4] : tensor<1x1xi32>
      %c1 = arith.constant 1 : index
      %6 = arith.cmpi eq, %5, %c1 : index
      %7 = arith.index_cast %4 : index to i32
      %8 = arith.select %6, %7, %extracted : i32
      linalg.yield %8 : i32
    } -> tensor<1x1x2xi32>
    %collapsed = tensor.collapse_shape %1 [[0, 1], [2]] : tensor<1x1x2xi32> into tensor<1x2xi32>
    %collapsed_0 = tensor.collapse_shape %arg0 [[0, 1]] : tensor<1x1xf32> into tensor<1xf32>
    %2 = "iree_linalg_ext.scatter"(%collapsed_0, %collapsed, %arg0) ({
    ^bb0(%arg2: f32, %arg3: f32):
      %3 = arith.addf %arg3, %arg2 : f32
      "iree_linalg_ext.yield"(%3) : (f32) -> ()
    }) {dimension_map = array<i64: 0, 1>, unique_indices = true} : (tensor<1xf32>, tensor<1x2xi32>, tensor<1x1xf32>) -> tensor<1x1xf32>
    return %2 : tensor<1x1xf32>
  }
}

// assay-content: d86374c57296b2d7945ea2d0c3071831 ff9fc988c9b408d5f4000ce7c8a67bc6
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["f32[1,1]","i32[1,1]"],
// assay-case: "nodes": [
// assay-case:   {"op":"scatter","operands":[0,1,0],"spelling":"named","attributes":{"dim":0,"combine":"add","unique":true}}
// assay-case: ],
// assay-case: "returns": [2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"distribution":"integers","seed":1,"low":1.0,"high":4.0},
// assay-case:   {"distribution":"ascending","seed":3,"low":0.0,"high":0.0}
// assay-case: ]}
// assay-case: ]
// assay-case: }
