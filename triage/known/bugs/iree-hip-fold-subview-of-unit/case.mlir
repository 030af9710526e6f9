// compile-failure:compile:expected result type to be 'memref<#xcomplex<f32>, strided<[#], offset: #>, #hal.descriptor_type<storage_buffer>>' or a rank-reduced version. (mismatch of resul in 'memref.subview'
// assay-target: iree@3.13.0:hip:O2
// assay-version: 0.1.0
// module.mlir:7:10: expected result type to be 'memref<1x1x1xcomplex<f32>, strided<[?, ?, 1], offset: ?>, #hal.descriptor_type<storage_buffer>>' or a rank-reduced ...
// 
// module.mlir:2:3: called from
// 
// module.mlir:7:10: see current operation: %17 = "memref.subview"(%16, %arg2, %arg1) <{operandSegmentSizes = array<i32: 1, 2, 0, 0>, static_offsets = array<i64: 0 ...
//   fill: 0 everywhere
//   insert_slice: base with the source written from [0,0,0] in steps of [1,1,1]

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=rocm --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-rocm-target=gfx942

module {
  func.func @main(%arg0: tensor<1x2x?xcomplex<f32>>) -> tensor<1x2x?xcomplex<f32>> {
    %c2 = arith.constant 2 : index
    %dim = tensor.dim %arg0, %c2 : tensor<1x2x?xcomplex<f32>>
    %0 = tensor.empty(%dim) : tensor<2x?xcomplex<f32>>
    %cst = complex.constant [0.000000e+00 : f32, 0.000000e+00 : f32] : complex<f32>
    %1 = linalg.fill ins(%cst : complex<f32>) outs(%0 : tensor<2x?xcomplex<f32>>) -> tensor<2x?xcomplex<f32>>
    %inserted_slice = tensor.insert_slice %1 into %arg0[0, 0, 0] [1, 2, %dim] [1, 1, 1] : tensor<2x?xcomplex<f32>> into tensor<1x2x?xcomplex<f32>>
    return %inserted_slice : tensor<1x2x?xcomplex<f32>>
  }
}

// assay-content: ca05d423a1e48f3e67b78dc6ab968778 49284f294628dd66d1c771a6b77cb9c7
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["c64[1,2,d0]"],
// assay-case: "nodes": [
// assay-case:   {"op":"fill","operands":[],"spelling":"named","attributes":{"shape":["2","d0"],"element":"c64","value":0.0}},
// assay-case:   {"op":"insert_slice","operands":[1,0],"spelling":"named","attributes":{"offsets":["0","0","0"],"strides":[1,1,1],"dropped":[0]}}
// assay-case: ],
// assay-case: "returns": [2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["dynamic"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [1],
// assay-case: "inputs": [
// assay-case:   {"element":"c64","shape":[1,2,1],"data":[0.0,0.0,0.0,0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
