// mismatch:insert_slice:i32:named
// assay-target: iree@3.13.0:llvm-cpu:O2
// assay-version: 0.1.0
// run 0: result 0 [9] is 2, expected 4; 1 of 10 elements are wrong
// first wrong value: %2
//   extract_slice: x from [0], [d0] elements in steps of [1]
//   insert_slice: base with the source written from [0] in steps of [3]

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3
// RUN: iree-run-module --module=%t.vmfb --device=local-sync --function=main --input=4 '--input=10xi32=1 2 3 4 5 6 7 8 9 10' '--expected_output=10xi32=1 2 3 2 5 6 3 8 9 4'

module {
  func.func @main(%arg0: index, %arg1: tensor<?xi32>) -> tensor<?xi32> {
    %extracted_slice = tensor.extract_slice %arg1[0] [%arg0] [1] : tensor<?xi32> to tensor<?xi32>
    %inserted_slice = tensor.insert_slice %extracted_slice into %arg1[0] [%arg0] [3] : tensor<?xi32> into tensor<?xi32>
    return %inserted_slice : tensor<?xi32>
  }
}

// assay-content: 097e848dfd31ac1a30ec169daf9fb3e6 2b42864c000b93f3a248f53cd0fbedc0
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 2,
// assay-case: "arguments": ["i32[d1]"],
// assay-case: "nodes": [
// assay-case:   {"op":"extract_slice","operands":[0],"spelling":"named","attributes":{"offsets":["0"],"sizes":["d0"],"strides":[1],"dropped":[]}},
// assay-case:   {"op":"insert_slice","operands":[1,0],"spelling":"named","attributes":{"offsets":["0"],"strides":[3],"dropped":[]}}
// assay-case: ],
// assay-case: "returns": [2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["dynamic","dynamic"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [4,10],
// assay-case: "inputs": [
// assay-case:   {"element":"i32","shape":[10],"data":[1,2,3,4,5,6,7,8,9,10]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
