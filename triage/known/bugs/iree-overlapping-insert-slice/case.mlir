// mismatch:insert_slice
// assay-target: iree@3.13.0:llvm-cpu:O2
// assay-version: 0.1.0
// run 0: result 0 [2, 2] is 0, expected 1; 1 of 9 elements are wrong
// first wrong value: %2
//   extract_slice: x from [0,0], [2,2] elements in steps of [1,1]
//   insert_slice: base with the source written from [1,1] in steps of [1,1]

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3
// RUN: iree-run-module --module=%t.vmfb --device=local-sync --function=main '--input=3x3xf32=0 0 0 0 1 0 0 0 0' '--expected_output=3x3xf32=0 0 0 0 0 0 0 0 1' --expected_f32_threshold=0

module {
  func.func @main(%arg0: tensor<3x3xf32>) -> tensor<3x3xf32> {
    %extracted_slice = tensor.extract_slice %arg0[0, 0] [2, 2] [1, 1] : tensor<3x3xf32> to tensor<2x2xf32>
    %inserted_slice = tensor.insert_slice %extracted_slice into %arg0[1, 1] [2, 2] [1, 1] : tensor<2x2xf32> into tensor<3x3xf32>
    return %inserted_slice : tensor<3x3xf32>
  }
}

// assay-content: 45b1d0fa4b1ad4b72b2090ba47cf56ea 0bd885d959acdee6d90c1087ef42f0db
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["f32[3,3]"],
// assay-case: "nodes": [
// assay-case:   {"op":"extract_slice","operands":[0],"spelling":"named","attributes":{"offsets":["0","0"],"sizes":["2","2"],"strides":[1,1],"dropped":[]}},
// assay-case:   {"op":"insert_slice","operands":[1,0],"spelling":"named","attributes":{"offsets":["1","1"],"strides":[1,1],"dropped":[]}}
// assay-case: ],
// assay-case: "returns": [2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[3,3],"data":[0.0,0.0,0.0,0.0,1.0,0.0,0.0,0.0,0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
