// mismatch:scan(sum)
// assay-target: iree@3.13.0:hip:O2
// assay-version: 0.1.0
// run 0: result 0 [1, 0] is 2, expected 0; 2 of 4 elements are wrong
// first wrong value: %1
//   scan: running sum along dim 1, x[i] not included

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=rocm --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-rocm-target=gfx942
// RUN: iree-run-module --module=%t.vmfb --device=hip --function=main '--input=2x2xf32=0 0 2 0' '--expected_output=2x2xf32=0 0 0 2' --expected_f32_threshold=0

module {
  func.func @main(%arg0: tensor<2x2xf32>) -> tensor<2x2xf32> {
    %0 = tensor.empty() : tensor<2x2xf32>
    %1 = tensor.empty() : tensor<2x2xf32>
    %cst = arith.constant 0.000000e+00 : f32
    %2 = tensor.empty() : tensor<2xf32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<2xf32>) -> tensor<2xf32>
    %4:2 = "iree_linalg_ext.scan"(%arg0, %1, %3) ({
    ^bb0(%arg1: f32, %arg2: f32):
      %5 = arith.addf %arg1, %arg2 : f32
      "iree_linalg_ext.yield"(%5) : (f32) -> ()
    }) {dimension = 1 : i64, inclusive = false} : (tensor<2x2xf32>, tensor<2x2xf32>, tensor<2xf32>) -> (tensor<2x2xf32>, tensor<2xf32>)
    return %4#0 : tensor<2x2xf32>
  }
}

// assay-content: d838b6f822a0e1f4b406f8e392a9ad0a a9cca43ffda8f2ebfe7d2f1801116ce0
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["f32[2,2]"],
// assay-case: "nodes": [
// assay-case:   {"op":"scan","operands":[0],"spelling":"named","attributes":{"function":"sum","dim":1,"inclusive":false,"reverse":false,"result":"f32"}}
// assay-case: ],
// assay-case: "returns": [1],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[2,2],"data":[0.0,0.0,2.0,0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
