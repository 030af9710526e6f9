// mismatch:softmax
// assay-target: iree@3.13.0:vmvx:O2
// assay-version: 0.1.0
// run 0: result 0 [0, 0] is 0, expected 1; 64 of 65 elements are wrong
// first wrong value: %1
//   softmax: exp(x - max) / sum of exp(x - max) along dim 0

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=vmvx --iree-input-demote-f64-to-f32=false --iree-opt-level=O2
// RUN: iree-run-module --module=%t.vmfb --device=local-sync --function=main --input=1x65xf32=0 --expected_output=1x65xf32=1 --expected_f32_threshold=0

module {
  func.func @main(%arg0: tensor<1x65xf32>) -> tensor<1x65xf32> {
    %0 = linalg.softmax dimension(0) ins(%arg0 : tensor<1x65xf32>) outs(%arg0 : tensor<1x65xf32>) -> tensor<1x65xf32>
    return %0 : tensor<1x65xf32>
  }
}

// assay-content: dfdbe02203ebb5ddfa055a5614ebd74e 3016ecb7df7801d804f66f78501de84b
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["f32[1,65]"],
// assay-case: "nodes": [
// assay-case:   {"op":"softmax","operands":[0],"destination":0,"spelling":"named","attributes":{"dim":0}}
// assay-case: ],
// assay-case: "returns": [1],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[1,65],"data":[0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
