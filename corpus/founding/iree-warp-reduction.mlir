// mismatch:reduce(max)
// assay-target: iree@3.4.0:hip:O2
// assay-version: 0.1.0
// run 0: result 0 [0] is 0, expected 3; 1 of 1 elements are wrong
// first wrong value: %1
//   reduce: max over dims [0], from the initial value

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=rocm --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-hip-target=gfx942
// RUN: iree-run-module --module=%t.vmfb --device=hip --function=main '--input=2x1xf32=0 3' --expected_output=1xf32=3 --expected_f32_threshold=0

module {
  func.func @main(%arg0: tensor<2x?xf32>) -> tensor<?xf32> {
    %c1 = arith.constant 1 : index
    %dim = tensor.dim %arg0, %c1 : tensor<2x?xf32>
    %0 = tensor.empty(%dim) : tensor<?xf32>
    %cst = arith.constant 0xFF800000 : f32
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<?xf32>) -> tensor<?xf32>
    %reduced = linalg.reduce { arith.maximumf } ins(%arg0 : tensor<2x?xf32>) outs(%1 : tensor<?xf32>) dimensions = [0] 
    return %reduced : tensor<?xf32>
  }
}

// assay-content: 423672f6a0a832a41db0ccdb735f27d0 079e80634441b0e51fda00b3ee01eb65
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["f32[2,d0]"],
// assay-case: "nodes": [
// assay-case:   {"op":"reduce","operands":[0],"spelling":"named","attributes":{"function":"max","dims":[0],"result":"f32","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [1],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["dynamic"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [1],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[2,1],"data":[0.0,3.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
