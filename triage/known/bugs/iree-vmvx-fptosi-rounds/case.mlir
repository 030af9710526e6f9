// mismatch:cast
// assay-target: iree@3.13.0:vmvx:O2
// assay-version: 0.1.0
// run 0: result 0 [] is 1, expected 0; 1 of 1 elements are wrong
// first wrong value: %1
//   cast: y[i] = x[i] as i32

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=vmvx --iree-input-demote-f64-to-f32=false --iree-opt-level=O2
// RUN: iree-run-module --module=%t.vmfb --device=local-sync --function=main --input=f32=0.648590624 --expected_output=i32=0

func.func @main(%arg0: tensor<f32>) -> tensor<i32> {
  %0 = arith.fptosi %arg0 : tensor<f32> to tensor<i32>
  return %0 : tensor<i32>
}

// assay-content: 0cb8d82937743ecdf40c250e0f969750 e8b766035916fe5d7cb22cfe307c45f5
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["f32[]"],
// assay-case: "nodes": [
// assay-case:   {"op":"cast","operands":[0],"spelling":"generic","attributes":{"to":"i32","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [1],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[],"data":[0.648590624332428]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
