// mismatch:contraction:nan
// assay-target: iree@3.13.0:hip:O2
// assay-version: 0.1.0
// run 0: result 0 [0, 0, 1] is -nan, expected 0; 4 of 32 elements are wrong
// first wrong value: %2
//   contraction: out[0,1,2] = initial + sum of lhs[0,1,3] * rhs[0,3,2] over what out lacks

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=rocm --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-rocm-target=gfx942
// RUN: iree-run-module --module=%t.vmfb --device=hip --function=main --input=4x4x2xf32=0 '--input=4x2x2xf32=0 0 0 0 0 nan 0 0 0 0 0 0 0 0 0 0' '--expected_output=4x4x2xf32=0 0 0 0 0 0 0 0 0 nan 0 nan 0 nan 0 nan 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0' --expected_f32_threshold=0

module {
  func.func @main(%arg0: tensor<4x4x2xf32>, %arg1: tensor<4x2x2xf32>) -> tensor<4x4x2xf32> {
    %0 = tensor.empty() : tensor<4x4x2xf32>
    %cst = arith.constant 0.000000e+00 : f32
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<4x4x2xf32>) -> tensor<4x4x2xf32>
    %2 = linalg.batch_matmul ins(%arg0, %arg1 : tensor<4x4x2xf32>, tensor<4x2x2xf32>) outs(%1 : tensor<4x4x2xf32>) -> tensor<4x4x2xf32>
    return %2 : tensor<4x4x2xf32>
  }
}

// assay-content: d6ed4515a70863947c0616e89089bee4 3ef51665b15e1b32bf881b2e7085ef88
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["f32[4,4,2]","f32[4,2,2]"],
// assay-case: "nodes": [
// assay-case:   {"op":"contraction","operands":[0,1],"spelling":"named","attributes":{"lhs":[0,1,3],"rhs":[0,3,2],"out":[0,1,2],"result":"f32","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[4,4,2],"data":[0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0]},
// assay-case:   {"element":"f32","shape":[4,2,2],"data":[0.0,0.0,0.0,0.0,0.0,"nan",0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
