// compile-failure:compile:expected result type to be 'memref<#xi8, strided<[#]>, #hal.descriptor_type<storage_buffer>>' or a rank-reduced version. (mismatch of result layout), but got 'm in 'memref.subview'
// assay-target: iree@3.13.0:llvm-cpu:O2
// assay-version: 0.1.0
// module.mlir:3:24: expected result type to be 'memref<1x1x1x1x2xi8, strided<[2, 4, 2, 2, 1]>, #hal.descriptor_type<storage_buffer>>' or a rank-reduced version. ( ...
// 
// module.mlir:2:3: called from
// 
// module.mlir:3:24: see current operation: %4 = "memref.subview"(%2) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 0, 0, 0, 0>, s ...
//   extract_slice: x from [0,0,0], [1,1,2] elements in steps of [1,2,1]
//   collapse: the elements in order, dims joined

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3

module {
  func.func @main(%arg0: tensor<1x1x2xi8>) -> (tensor<1x1x2xi8>, tensor<2xi8>) {
    %extracted_slice = tensor.extract_slice %arg0[0, 0, 0] [1, 1, 2] [1, 2, 1] : tensor<1x1x2xi8> to tensor<1x1x2xi8>
    %collapsed = tensor.collapse_shape %extracted_slice [[0, 1, 2]] : tensor<1x1x2xi8> into tensor<2xi8>
    return %extracted_slice, %collapsed : tensor<1x1x2xi8>, tensor<2xi8>
  }
}

// assay-content: 4c9411e80cf7751105df5bbcfde80d2d 923366baf6ce7568c93b956fdc1e2abe
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["i8[1,1,2]"],
// assay-case: "nodes": [
// assay-case:   {"op":"extract_slice","operands":[0],"spelling":"named","attributes":{"offsets":["0","0","0"],"sizes":["1","1","2"],"strides":[1,2,1],"dropped":[]}},
// assay-case:   {"op":"collapse","operands":[1],"spelling":"named","attributes":{"groups":[[0,1,2]]}}
// assay-case: ],
// assay-case: "returns": [1,2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"i8","shape":[1,1,2],"data":[0,0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
