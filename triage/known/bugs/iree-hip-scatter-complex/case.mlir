// crash:compile:SIGSEGV:mlir::FloatType::getWidth<mlir::Type::getIntOrFloatBitWidth<mlir::iree_compiler::IREE::GPU::setScatterLoweringConfig
// assay-target: iree@3.13.0:hip:O2
// assay-version: 0.1.0
// crash in stage compile: SIGSEGV
//   mlir::FloatType::getWidth
//   mlir::Type::getIntOrFloatBitWidth
//   mlir::iree_compiler::IREE::GPU::setScatterLoweringConfig
//   scatter_nd: for each b: base[indices[b]] is overwritten by updates[b]

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=rocm --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-rocm-target=gfx942

module {
  func.func @main(%arg0: tensor<1xcomplex<f32>>, %arg1: tensor<1xi32>, %arg2: tensor<complex<f32>>) -> tensor<1xcomplex<f32>> {
    %expanded = tensor.expand_shape %arg1 [[0, 1]] output_shape [1, 1] : tensor<1xi32> into tensor<1x1xi32>
    %expanded_0 = tensor.expand_shape %arg2 [] output_shape [1] : tensor<complex<f32>> into tensor<1xcomplex<f32>>
    %0 = "iree_linalg_ext.scatter"(%expanded_0, %expanded, %arg0) ({
    ^bb0(%arg3: complex<f32>, %arg4: complex<f32>):
      "iree_linalg_ext.yield"(%arg3) : (complex<f32>) -> ()
    }) {dimension_map = array<i64: 0>, unique_indices = true} : (tensor<1xcomplex<f32>>, tensor<1x1xi32>, tensor<1xcomplex<f32>>) -> tensor<1xcomplex<f32>>
    return %0 : tensor<1xcomplex<f32>>
  }
}

// assay-content: 843070a8b04a525dcf4cb6701cfcda85 49284f294628dd66d1c771a6b77cb9c7
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["c64[1]","i32[1]","c64[]"],
// assay-case: "nodes": [
// assay-case:   {"op":"scatter_nd","operands":[0,1,2],"spelling":"named","attributes":{"depth":1,"combine":"overwrite","unique":true}}
// assay-case: ],
// assay-case: "returns": [3],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"c64","shape":[1],"data":[0.0,0.0]},
// assay-case:   {"element":"i32","shape":[1],"data":[0]},
// assay-case:   {"element":"c64","shape":[],"data":[0.0,0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
