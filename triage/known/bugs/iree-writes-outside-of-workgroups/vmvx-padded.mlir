// mismatch:pad
// assay-target: iree@3.13.0:vmvx:O2
// assay-version: 0.1.0
// run 0: result 0 [2] is 0, expected 1; 63 of 66 elements are wrong
// first wrong value: %4
//   contraction: out[1] = initial + sum of lhs[0] * rhs[0,1] over what out lacks
//   pad: x with [1] elements of 0 before and [0] behind

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=vmvx --iree-input-demote-f64-to-f32=false --iree-opt-level=O2
// RUN: iree-run-module --module=%t.vmfb --device=local-sync --function=main '--input=2x65xi64=0 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 0 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1' '--input=2xi64=0 1' --input=65xi64=0 '--expected_output=66xi64=0 0 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1'

module {
  func.func @main(%arg0: tensor<2x65xi64>, %arg1: tensor<2xi64>, %arg2: tensor<65xi64>) -> tensor<66xi64> {
    %0 = linalg.vecmat ins(%arg1, %arg0 : tensor<2xi64>, tensor<2x65xi64>) outs(%arg2 : tensor<65xi64>) -> tensor<65xi64>
    %c0_i64 = arith.constant 0 : i64
    %padded = tensor.pad %0 low[1] high[0] {
    ^bb0(%arg3: index):
      tensor.yield %c0_i64 : i64
    } : tensor<65xi64> to tensor<66xi64>
    return %padded : tensor<66xi64>
  }
}

// assay-content: dad218e6831434fa468467855bcef39b 983ce8492e0966314f7b800f5f99000d
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["i64[2,65]","i64[2]","i64[65]"],
// assay-case: "nodes": [
// assay-case:   {"op":"contraction","operands":[1,0],"destination":2,"spelling":"named","attributes":{"lhs":[0],"rhs":[0,1],"out":[1],"result":"i64","unsigned":false}},
// assay-case:   {"op":"pad","operands":[3],"spelling":"named","attributes":{"low":["1"],"high":["0"],"value":0.0}}
// assay-case: ],
// assay-case: "returns": [4],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"i64","shape":[2,65],"data":[0,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,0,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]},
// assay-case:   {"element":"i64","shape":[2],"data":[0,1]},
// assay-case:   {"element":"i64","shape":[65],"data":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
