// mismatch:reduce(sum):together
// assay-target: iree@3.13.0:vmvx:O2
// assay-version: 0.1.0
// run 0: result 0 [] is 2, expected 1; 1 of 1 elements are wrong
// first wrong value: %1
//   reduce: sum over dims [0], from the initial value

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=vmvx --iree-input-demote-f64-to-f32=false --iree-opt-level=O2
// RUN: iree-run-module --module=%t.vmfb --device=local-sync --function=main '--input=2xf32=0 1' --expected_output=f32=1 --expected_output=f32=2 --expected_f32_threshold=0

module {
  func.func @main(%arg0: tensor<2xf32>) -> (tensor<f32>, tensor<f32>) {
    %0 = tensor.empty() : tensor<f32>
    %cst = arith.constant 0.000000e+00 : f32
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<f32>) -> tensor<f32>
    %reduced = linalg.reduce { arith.addf } ins(%arg0 : tensor<2xf32>) outs(%1 : tensor<f32>) dimensions = [0] 
    %reduced_0 = linalg.reduce { arith.addf } ins(%arg0 : tensor<2xf32>) outs(%reduced : tensor<f32>) dimensions = [0] 
    return %reduced, %reduced_0 : tensor<f32>, tensor<f32>
  }
}

// assay-content: d8bf8238867b1767965c61cdf4c23935 7d6984c89ff8d0feab4dea914c431b17
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["f32[2]"],
// assay-case: "nodes": [
// assay-case:   {"op":"reduce","operands":[0],"spelling":"named","attributes":{"function":"sum","dims":[0],"result":"f32","unsigned":false}},
// assay-case:   {"op":"reduce","operands":[0],"destination":1,"spelling":"named","attributes":{"function":"sum","dims":[0],"result":"f32","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [1,2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[2],"data":[0.0,1.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
