// compile-failure:compile:offset # is out-of-bounds: # >= # in 'memref.subview'
// assay-target: iree@3.13.0:llvm-cpu:O2
// assay-version: 0.1.0
// module.mlir:4:24: offset 1 is out-of-bounds: 1 >= 1
// 
// module.mlir:2:3: called from
// 
// module.mlir:4:24: see current operation: %12 = "memref.subview"(%9, %10) <{operandSegmentSizes = array<i32: 1, 0, 1, 0>, static_offsets = array<i64: 0, 1>, stat ...
//   extract_slice: x from [0,d1], [2,d0] elements in steps of [1,1]

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3

module {
  func.func @main(%arg0: index, %arg1: tensor<2x1xf32>) -> tensor<2x?xf32> {
    %c1 = arith.constant 1 : index
    %extracted_slice = tensor.extract_slice %arg1[0, %c1] [2, %arg0] [1, 1] : tensor<2x1xf32> to tensor<2x?xf32>
    return %extracted_slice : tensor<2x?xf32>
  }
}

// assay-content: bdeab99e0aa7689608807fc26d00d27e 923366baf6ce7568c93b956fdc1e2abe
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 2,
// assay-case: "arguments": ["f32[2,1]"],
// assay-case: "nodes": [
// assay-case:   {"op":"extract_slice","operands":[0],"spelling":"named","attributes":{"offsets":["0","d1"],"sizes":["2","d0"],"strides":[1,1],"dropped":[]}}
// assay-case: ],
// assay-case: "returns": [1],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["dynamic","disguised"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [0,1],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[2,1],"data":[0.0,0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
