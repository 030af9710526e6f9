// mismatch:argument:together
// assay-target: iree@3.13.0:llvm-cpu:O2
// assay-version: 0.1.0
// run 0: result 0 [0] is 0.42382812, expected 0; 1 of 1 elements are wrong
// first wrong value: %0
//   insert_slice: base with the source written from [0] in steps of [1]

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3
// RUN: iree-run-module --module=%t.vmfb --device=local-sync --function=main --input=1xf32=0 --input=f32=0.423828125 --expected_output=1xf32=0 --expected_output=1xf32=0.423828125 --expected_f32_threshold=0

module {
  func.func @main(%arg0: tensor<1xf32>, %arg1: tensor<f32>) -> (tensor<1xf32>, tensor<1xf32>) {
    %inserted_slice = tensor.insert_slice %arg1 into %arg0[0] [1] [1] : tensor<f32> into tensor<1xf32>
    return %arg0, %inserted_slice : tensor<1xf32>, tensor<1xf32>
  }
}

// assay-content: a1ae68a863b09f36ec72b0f560c5469d 10e6aad067e164a3292171fb78426039
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["f32[1]","f32[]"],
// assay-case: "nodes": [
// assay-case:   {"op":"insert_slice","operands":[1,0],"spelling":"named","attributes":{"offsets":["0"],"strides":[1],"dropped":[0]}}
// assay-case: ],
// assay-case: "returns": [0,2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[1],"data":[0.0]},
// assay-case:   {"element":"f32","shape":[],"data":[0.423828125]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
