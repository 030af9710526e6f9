// mismatch:transpose
// assay-target: iree@3.13.0:hip:O2
// assay-version: 0.1.0
// run 0: result 0 [0, 0] is -1, expected 1; 4 of 4 elements are wrong
// first wrong value: %3
//   reduce: sum over dims [2], from the initial value
//   transpose: result dim i is operand dim [1,0][i]

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=rocm --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-rocm-target=gfx942
// RUN: iree-run-module --module=%t.vmfb --device=hip --function=main --input=2x2xi32=1 --input=2x2x64xi32=0 --expected_output=2x2xi32=1

module {
  func.func @main(%arg0: tensor<2x2xi32>, %arg1: tensor<2x2x64xi32>) -> tensor<2x2xi32> {
    %reduced = linalg.reduce { arith.addi {overflowFlags = #arith.overflow<none>} } ins(%arg1 : tensor<2x2x64xi32>) outs(%arg0 : tensor<2x2xi32>) dimensions = [2] 
    %0 = tensor.empty() : tensor<2x2xi32>
    %transposed = linalg.transpose ins(%reduced : tensor<2x2xi32>) outs(%0 : tensor<2x2xi32>) permutation = [1, 0] 
    return %transposed : tensor<2x2xi32>
  }
}

// assay-content: aa57abfafcb9ef5d4919f4203a8bfec2 04889205784cc42eb8a669483a1d28c5
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["i32[2,2]","i32[2,2,64]"],
// assay-case: "nodes": [
// assay-case:   {"op":"reduce","operands":[1],"destination":0,"spelling":"named","attributes":{"function":"sum","dims":[2],"result":"i32","unsigned":false}},
// assay-case:   {"op":"transpose","operands":[2],"spelling":"named","attributes":{"permutation":[1,0]}}
// assay-case: ],
// assay-case: "returns": [3],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"i32","shape":[2,2],"data":[1,1,1,1]},
// assay-case:   {"element":"i32","shape":[2,2,64],"data":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
