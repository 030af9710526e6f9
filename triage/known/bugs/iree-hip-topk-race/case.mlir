// mismatch:topk.values:nan
// assay-target: iree@3.13.0:hip:O2
// assay-version: 0.1.0
// run 0: result 0 [0, 0] is -nan, expected 0; 4 of 4 elements are wrong
// first wrong value: %1
//   topk: the 2 largest along dim 1, best first, and their places

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=rocm --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-rocm-target=gfx942
// RUN: iree-run-module --module=%t.vmfb --device=hip --function=main --input=2x2xf32=0 --expected_output=2x2xf32=0 --expected_f32_threshold=0

module {
  func.func @main(%arg0: tensor<2x2xf32>) -> tensor<2x2xf32> {
    %0 = tensor.empty() : tensor<2x2xf32>
    %1 = tensor.empty() : tensor<2x2xi32>
    %cst = arith.constant 0xFF800000 : f32
    %2 = tensor.empty() : tensor<2x2xf32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<2x2xf32>) -> tensor<2x2xf32>
    %c0_i32 = arith.constant 0 : i32
    %4 = tensor.empty() : tensor<2x2xi32>
    %5 = linalg.fill ins(%c0_i32 : i32) outs(%4 : tensor<2x2xi32>) -> tensor<2x2xi32>
    %6:2 = "iree_linalg_ext.topk"(%arg0, %3, %5) ({
    ^bb0(%arg1: f32, %arg2: f32):
      %7 = arith.cmpf olt, %arg2, %arg1 : f32
      "iree_linalg_ext.yield"(%7) : (i1) -> ()
    }) {dimension = 1 : i64} : (tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xi32>) -> (tensor<2x2xf32>, tensor<2x2xi32>)
    return %6#0 : tensor<2x2xf32>
  }
}

// assay-content: 85cca50ad490171df4b3e2003196e017 f0682e3d7242ca2cef778ac59c944818
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["f32[2,2]"],
// assay-case: "nodes": [
// assay-case:   {"op":"topk","operands":[0],"spelling":"named","attributes":{"dim":1,"k":"2","largest":true,"sorted":true,"index_type":"i32"}}
// assay-case: ],
// assay-case: "returns": [1],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[2,2],"data":[0.0,0.0,0.0,0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
