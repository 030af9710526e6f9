// mismatch:concat:together
// assay-target: iree@3.13.0:vmvx:O2
// assay-version: 0.1.0
// run 0: result 0 [0, 3] is 1, expected 0; 1 of 8 elements are wrong
// first wrong value: %6

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=vmvx --iree-input-demote-f64-to-f32=false --iree-opt-level=O2
// RUN: iree-run-module --module=%t.vmfb --device=local-sync --function=main --input=1x2x2xi32=0 '--input=1x4xi32=0 0 0 1' '--expected_output=2x4xi32=0 0 0 0 0 0 0 1' '--expected_output=1x4xi32=0 0 0 1' --expected_output=1x4xi32=0 --expected_output=1x4xi32=0

#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @main(%arg0: tensor<1x2x2xi32>, %arg1: tensor<1x4xi32>) -> (tensor<2x4xi32>, tensor<1x4xi32>, tensor<1x4xi32>, tensor<1x4xi32>) {
    %0 = tensor.empty() : tensor<1x2x2xi32>
    %1 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %arg0 : tensor<1x2x2xi32>, tensor<1x2x2xi32>) outs(%0 : tensor<1x2x2xi32>) {
    ^bb0(%in: i32, %in_1: i32, %out: i32):
      %6 = arith.addi %in, %in_1 : i32
      linalg.yield %6 : i32
    } -> tensor<1x2x2xi32>
    %collapsed = tensor.collapse_shape %1 [[0], [1, 2]] : tensor<1x2x2xi32> into tensor<1x4xi32>
    %2 = tensor.empty() : tensor<1x4xi32>
    %mapped = linalg.map ins(%collapsed : tensor<1x4xi32>) outs(%2 : tensor<1x4xi32>)
      (%in: i32, %init: i32) {
        %c0_i32 = arith.constant 0 : i32
        %6 = arith.subi %c0_i32, %in : i32
        linalg.yield %6 : i32
      }
    %3 = tensor.empty() : tensor<1x4xi32>
    %mapped_0 = linalg.map ins(%mapped : tensor<1x4xi32>) outs(%3 : tensor<1x4xi32>)
      (%in: i32, %init: i32) {
        %c0_i32 = arith.constant 0 : i32
        %6 = arith.subi %c0_i32, %in : i32
        linalg.yield %6 : i32
      }
    %concat = tensor.concat dim(0) %collapsed, %arg1 : (tensor<1x4xi32>, tensor<1x4xi32>) -> tensor<2x4xi32>
    %4 = tensor.empty() : tensor<1x4xi32>
    %5 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg1, %mapped_0 : tensor<1x4xi32>, tensor<1x4xi32>) outs(%4 : tensor<1x4xi32>) {
    ^bb0(%in: i32, %in_1: i32, %out: i32):
      %6 = arith.addi %in, %in_1 : i32
      linalg.yield %6 : i32
    } -> tensor<1x4xi32>
    return %concat, %5, %mapped, %mapped_0 : tensor<2x4xi32>, tensor<1x4xi32>, tensor<1x4xi32>, tensor<1x4xi32>
  }
}

// assay-content: 34b4e083504563c5e33f1e1abeddd41a 93dabf81357e82c0ccc7f9d8bc509e34
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["i32[1,2,2]","i32[1,4]"],
// assay-case: "nodes": [
// assay-case:   {"op":"binary","operands":[0,0],"spelling":"named","attributes":{"function":"add","unsigned":false}},
// assay-case:   {"op":"collapse","operands":[2],"spelling":"named","attributes":{"groups":[[0],[1,2]]}},
// assay-case:   {"op":"unary","operands":[3],"spelling":"named","attributes":{"function":"neg"}},
// assay-case:   {"op":"unary","operands":[4],"spelling":"named","attributes":{"function":"neg"}},
// assay-case:   {"op":"concat","operands":[3,1],"spelling":"named","attributes":{"dim":0}},
// assay-case:   {"op":"binary","operands":[1,5],"spelling":"named","attributes":{"function":"add","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [6,7,4,5],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"i32","shape":[1,2,2],"data":[0,0,0,0]},
// assay-case:   {"element":"i32","shape":[1,4],"data":[0,0,0,1]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
