// mismatch:binary(rem):i16
// assay-target: iree@3.13.0:vmvx:O2
// assay-version: 0.1.0
// run 0: result 0 [] is 4, expected 2; 1 of 1 elements are wrong
// first wrong value: %2
//   binary: z[i] = rem(x[i], y[i]), unsigned

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=vmvx --iree-input-demote-f64-to-f32=false --iree-opt-level=O2
// RUN: iree-run-module --module=%t.vmfb --device=local-sync --function=main --input=i16=-7 --input=i16=7 --expected_output=i16=2

module {
  func.func @main(%arg0: tensor<i16>, %arg1: tensor<i16>) -> tensor<i16> {
    %0 = tensor.empty() : tensor<i16>
    %mapped = linalg.map { arith.remui } ins(%arg0, %arg1 : tensor<i16>, tensor<i16>) outs(%0 : tensor<i16>)
    return %mapped : tensor<i16>
  }
}

// assay-content: 8f71bbe15692ffba1c158a1779eef53b 444edc40c934a04ea0a9274337a9343f
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["i16[]","i16[]"],
// assay-case: "nodes": [
// assay-case:   {"op":"binary","operands":[0,1],"spelling":"named","attributes":{"function":"rem","unsigned":true}}
// assay-case: ],
// assay-case: "returns": [2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"i16","shape":[],"data":[-7]},
// assay-case:   {"element":"i16","shape":[],"data":[7]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
