// timeout:run
// assay-target: iree@3.13.0:hip:O2
// assay-version: 0.1.0
// time limit exceeded in stage run
//   fill: every element is 0

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=rocm --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-rocm-target=gfx942
// RUN: timeout 60 iree-run-module --module=%t.vmfb --device=hip --function=main

module {
  func.func @main() -> tensor<0xf32> {
    %0 = tensor.empty() : tensor<0xf32>
    %cst = arith.constant 0.000000e+00 : f32
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<0xf32>) -> tensor<0xf32>
    return %1 : tensor<0xf32>
  }
}

// assay-content: 5b817cda7040b348d0a0a31e79472530 85ebf9d15bdc6ed7a58cdfcb96d69d80
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": [],
// assay-case: "nodes": [
// assay-case:   {"op":"fill","operands":[],"spelling":"named","attributes":{"shape":["d0"],"element":"f32","value":0.0}}
// assay-case: ],
// assay-case: "returns": [0],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["static"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [0],
// assay-case: "inputs": [
// assay-case: ]}
// assay-case: ]
// assay-case: }
