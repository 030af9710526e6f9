// mismatch:reduce(max)
// assay-target: iree@3.13.0:hip:O2
// assay-version: 0.1.0
// run 0: result 0 [] is 0, expected -5; 1 of 1 elements are wrong
// first wrong value: %1
//   reduce: max over dims [0], from the initial value

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=rocm --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-rocm-target=gfx942
// RUN: iree-run-module --module=%t.vmfb --device=hip --function=main --input=1xi32=-5 --expected_output=i32=-5

module {
  func.func @main(%arg0: tensor<?xi32>) -> tensor<i32> {
    %0 = tensor.empty() : tensor<i32>
    %c-2147483648_i32 = arith.constant -2147483648 : i32
    %1 = linalg.fill ins(%c-2147483648_i32 : i32) outs(%0 : tensor<i32>) -> tensor<i32>
    %reduced = linalg.reduce { arith.maxsi } ins(%arg0 : tensor<?xi32>) outs(%1 : tensor<i32>) dimensions = [0] 
    return %reduced : tensor<i32>
  }
}

// assay-content: fa93e7c6e4790fd4edd74b8224c9db9e fbcd21f776c15ff2ed2f401d6b7b4ffc
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["i32[d0]"],
// assay-case: "nodes": [
// assay-case:   {"op":"reduce","operands":[0],"spelling":"named","attributes":{"function":"max","dims":[0],"result":"i32","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [1],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["dynamic"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [1],
// assay-case: "inputs": [
// assay-case:   {"distribution":"integers","seed":2,"low":-9.0,"high":-2.0}
// assay-case: ]}
// assay-case: ]
// assay-case: }
