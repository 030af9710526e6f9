// run-failure:OUT_OF_RANGE; out-of-bounds access detected (offset=#, length=#, alignment=#, buffer length=#); while invoking native function vmvx.copy.2d.x#; while calling im
// assay-target: iree@3.13.0:vmvx:O2,--iree-vmvx-enable-microkernels=true
// assay-version: 0.1.0
// OUT_OF_RANGE; out-of-bounds access detected (offset=0, length=32, alignment=4, buffer length=24); while invoking native function vmvx.copy.2d.x32; while calling ...
//   transpose: result dim i is operand dim [1,0][i]

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=vmvx --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-vmvx-enable-microkernels=true
// RUN: iree-run-module --module=%t.vmfb --device=local-sync --function=main --input=3x2xi32=0

module {
  func.func @main(%arg0: tensor<3x2xi32>) -> tensor<2x3xi32> {
    %0 = tensor.empty() : tensor<2x3xi32>
    %transposed = linalg.transpose ins(%arg0 : tensor<3x2xi32>) outs(%0 : tensor<2x3xi32>) permutation = [1, 0] 
    return %transposed : tensor<2x3xi32>
  }
}

// assay-content: ec5ca1d5be37088f7ef2f59861ba583b 2d63349a5605bbb0e93591178b0f3111
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["i32[3,2]"],
// assay-case: "nodes": [
// assay-case:   {"op":"transpose","operands":[0],"spelling":"named","attributes":{"permutation":[1,0]}}
// assay-case: ],
// assay-case: "returns": [1],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"i32","shape":[3,2],"data":[0,0,0,0,0,0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
