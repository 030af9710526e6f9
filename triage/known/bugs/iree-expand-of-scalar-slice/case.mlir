// compile-failure:compile:expected rank to be smaller or equal to the other rank.  in 'tensor.extract_slice'
// assay-target: iree@3.13.0:llvm-cpu:O2
// assay-version: 0.1.0
// module.mlir:4:17: expected rank to be smaller or equal to the other rank. 
// 
// module.mlir:2:3: called from
// 
// module.mlir:4:17: see current operation: %2 = "tensor.extract_slice"(%1) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_ ...
//   extract_slice: x from [0], [1] elements in steps of [1]
//   expand: the elements in order, dims split
//   softmax: exp(x - max) / sum of exp(x - max) along dim 0

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3

module {
  func.func @main(%arg0: tensor<1xf32>) -> tensor<1x1xf32> {
    %extracted_slice = tensor.extract_slice %arg0[0] [1] [1] : tensor<1xf32> to tensor<f32>
    %expanded = tensor.expand_shape %extracted_slice [] output_shape [1, 1] : tensor<f32> into tensor<1x1xf32>
    %0 = tensor.empty() : tensor<1x1xf32>
    %1 = linalg.softmax dimension(0) ins(%expanded : tensor<1x1xf32>) outs(%0 : tensor<1x1xf32>) -> tensor<1x1xf32>
    return %1 : tensor<1x1xf32>
  }
}

// assay-content: 7106a8fb28ad662e51914ba692314f29 923366baf6ce7568c93b956fdc1e2abe
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["f32[1]"],
// assay-case: "nodes": [
// assay-case:   {"op":"extract_slice","operands":[0],"spelling":"named","attributes":{"offsets":["0"],"sizes":["1"],"strides":[1],"dropped":[0]}},
// assay-case:   {"op":"expand","operands":[1],"spelling":"named","attributes":{"groups":[],"units":2}},
// assay-case:   {"op":"softmax","operands":[2],"spelling":"named","attributes":{"dim":0}}
// assay-case: ],
// assay-case: "returns": [3],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[1],"data":[0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
