// mismatch:unary(neg)
// assay-target: iree@3.13.0:hip:O2
// assay-version: 0.1.0
// run 0: result 0 [1] is -0, expected -1; 1 of 2 elements are wrong
// first wrong value: %3
//   gather_nd: y[b] = x[indices[b]]
//   unary: y[i] = neg(x[i])

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=rocm --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-rocm-target=gfx942
// RUN: iree-run-module --module=%t.vmfb --device=hip --function=main '--input=2x2xf32=0 1 0 0' '--input=2x2xi8=0 0 0 1' '--expected_output=2xf32=-0 -1' --expected_f32_threshold=0

#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0) -> (d0)>
module {
  func.func @main(%arg0: tensor<2x2xf32>, %arg1: tensor<2x2xi8>) -> tensor<2xf32> {
    %0 = tensor.empty() : tensor<2xf32>
    %1 = tensor.empty() : tensor<2x2xi32>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg1 : tensor<2x2xi8>) outs(%1 : tensor<2x2xi32>) {
    ^bb0(%in: i8, %out: i32):
      %6 = arith.extsi %in : i8 to i32
      linalg.yield %6 : i32
    } -> tensor<2x2xi32>
    %3 = "iree_linalg_ext.gather"(%arg0, %2, %0) {dimension_map = array<i64: 0, 1>} : (tensor<2x2xf32>, tensor<2x2xi32>, tensor<2xf32>) -> tensor<2xf32>
    %4 = tensor.empty() : tensor<2xf32>
    %5 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel"]} ins(%3 : tensor<2xf32>) outs(%4 : tensor<2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %6 = arith.negf %in : f32
      linalg.yield %6 : f32
    } -> tensor<2xf32>
    return %5 : tensor<2xf32>
  }
}

// assay-content: c3f3617fb15003756b5546748712b99e ac9bf4e4583d158362d87f60122e35ba
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["f32[2,2]","i8[2,2]"],
// assay-case: "nodes": [
// assay-case:   {"op":"gather_nd","operands":[0,1],"spelling":"named","attributes":{"depth":2}},
// assay-case:   {"op":"unary","operands":[2],"spelling":"named","attributes":{"function":"neg"}}
// assay-case: ],
// assay-case: "returns": [3],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[2,2],"data":[0.0,1.0,0.0,0.0]},
// assay-case:   {"element":"i8","shape":[2,2],"data":[0,0,0,1]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
