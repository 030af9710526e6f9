// mismatch:reduce(product)
// assay-target: iree@3.13.0:vmvx:O2
// assay-version: 0.1.0
// run 0: result 0 [0] is 0, expected 6; 64 of 65 elements are wrong
// first wrong value: %2
//   reduce: sum over dims [1], from the initial value
//   reduce: product over dims [1], from the initial value

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=vmvx --iree-input-demote-f64-to-f32=false --iree-opt-level=O2
// RUN: iree-run-module --module=%t.vmfb --device=local-sync --function=main '--input=65x2xi32=1 2 2 1 1 2 1 1 1 1 2 2 2 2 2 1 2 1 1 2 1 2 1 1 1 1 1 1 1 2 1 2 2 2 2 2 1 1 2 1 2 2 2 1 1 2 1 1 1 2 1 1 2 1 1 2 1 1 1 2 2 1 1 1 2 2 1 1 2 1 1 1 2 1 1 1 2 1 2 1 1 1 2 1 2 1 2 2 2 1 2 2 1 1 2 1 1 1 1 1 1 1 1 2 2 1 2 2 1 1 1 1 1 1 1 1 1 2 2 2 2 2 1 2 2 2 1 1 1 2' '--expected_output=65xi64=6 6 6 2 2 16 16 6 6 6 6 2 2 2 6 6 16 16 2 6 16 6 6 2 6 2 6 6 2 6 6 2 16 2 6 2 6 2 6 6 2 6 6 16 6 16 2 6 2 2 2 6 6 16 2 2 2 2 6 16 16 6 16 2 6'

module {
  func.func @main(%arg0: tensor<?x2xi32>) -> tensor<?xi64> {
    %c0 = arith.constant 0 : index
    %dim = tensor.dim %arg0, %c0 : tensor<?x2xi32>
    %0 = tensor.empty(%dim) : tensor<?xi64>
    %c0_i64 = arith.constant 0 : i64
    %1 = linalg.fill ins(%c0_i64 : i64) outs(%0 : tensor<?xi64>) -> tensor<?xi64>
    %reduced = linalg.reduce ins(%arg0 : tensor<?x2xi32>) outs(%1 : tensor<?xi64>) dimensions = [1] 
      (%in: i32, %init: i64) {
        %2 = arith.extsi %in : i32 to i64
        %3 = arith.addi %init, %2 : i64
        linalg.yield %3 : i64
      }
    %reduced_0 = linalg.reduce ins(%arg0 : tensor<?x2xi32>) outs(%reduced : tensor<?xi64>) dimensions = [1] 
      (%in: i32, %init: i64) {
        %2 = arith.extsi %in : i32 to i64
        %3 = arith.muli %init, %2 : i64
        linalg.yield %3 : i64
      }
    return %reduced_0 : tensor<?xi64>
  }
}

// assay-content: df328e99d54908a27b1a6524aeb1b7e5 9661c50189c02bb51f487007ac83f17e
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["i32[d0,2]"],
// assay-case: "nodes": [
// assay-case:   {"op":"reduce","operands":[0],"spelling":"named","attributes":{"function":"sum","dims":[1],"result":"i64","unsigned":false}},
// assay-case:   {"op":"reduce","operands":[0],"destination":1,"spelling":"named","attributes":{"function":"product","dims":[1],"result":"i64","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["dynamic"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [65],
// assay-case: "inputs": [
// assay-case:   {"element":"i32","shape":[65,2],"data":[1,2,2,1,1,2,1,1,1,1,2,2,2,2,2,1,2,1,1,2,1,2,1,1,1,1,1,1,1,2,1,2,2,2,2,2,1,1,2,1,2,2,2,1,1,2,1,1,1,2,1,1,2,1,1,2,1,1,1,2,2,1,1,1,2,2,1,1,2,1,1,1,2,1,1,1,2,1,2,1,1,1,2,1,2,1,2,2,2,1,2,2,1,1,2,1,1,1,1,1,1,1,1,2,2,1,2,2,1,1,1,1,1,1,1,1,1,2,2,2,2,2,1,2,2,2,1,1,1,2]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
