// crash:compile:SIGSEGV:mlir::FloatType::getWidth<mlir::Type::getIntOrFloatBitWidth<mlir::iree_compiler::getCopyTileSizes
// assay-target: iree@3.13.0:hip:O2
// assay-version: 0.1.0
// crash in stage compile: SIGSEGV
//   mlir::FloatType::getWidth
//   mlir::Type::getIntOrFloatBitWidth
//   mlir::iree_compiler::getCopyTileSizes
//   extract_slice: x from [0], [2] elements in steps of [1]
//   scatter: for each place p of the updates: base[p with p[0] = indices[p]] is overwritten by updates[p]

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=rocm --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-rocm-target=gfx942

#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @main(%arg0: tensor<2xcomplex<f32>>, %arg1: tensor<2xi32>) -> tensor<2xcomplex<f32>> {
    %c0 = arith.constant 0 : index
    %0 = tensor.empty() : tensor<2xcomplex<f32>>
    %1 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%0 : tensor<2xcomplex<f32>>) {
    ^bb0(%out: complex<f32>):
      %5 = linalg.index 0 : index
      %6 = arith.addi %c0, %5 : index
      %extracted = tensor.extract %arg0[%6] : tensor<2xcomplex<f32>>
      linalg.yield %extracted : complex<f32>
    } -> tensor<2xcomplex<f32>>
    %2 = tensor.empty() : tensor<2x1xi32>
    %3 = linalg.generic {indexing_maps = [#map1], iterator_types = ["parallel", "parallel"]} outs(%2 : tensor<2x1xi32>) {
    ^bb0(%out: i32):
      %5 = linalg.index 0 : index
      %6 = linalg.index 1 : index
      %extracted = tensor.extract %arg1[%5] : tensor<2xi32>
      linalg.yield %extracted : i32
    } -> tensor<2x1xi32>
    %4 = "iree_linalg_ext.scatter"(%1, %3, %arg0) ({
    ^bb0(%arg2: complex<f32>, %arg3: complex<f32>):
      "iree_linalg_ext.yield"(%arg2) : (complex<f32>) -> ()
    }) {dimension_map = array<i64: 0>, unique_indices = true} : (tensor<2xcomplex<f32>>, tensor<2x1xi32>, tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
    return %4 : tensor<2xcomplex<f32>>
  }
}

// assay-content: 414ec32bed12ec144acc96c3f5f05e07 49284f294628dd66d1c771a6b77cb9c7
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["c64[2]","i32[2]"],
// assay-case: "nodes": [
// assay-case:   {"op":"extract_slice","operands":[0],"spelling":"extract","attributes":{"offsets":["0"],"sizes":["2"],"strides":[1],"dropped":[]}},
// assay-case:   {"op":"scatter","operands":[0,1,2],"spelling":"named","attributes":{"dim":0,"combine":"overwrite","unique":true}}
// assay-case: ],
// assay-case: "returns": [3],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"c64","shape":[2],"data":[0.0,0.0,0.0,0.0]},
// assay-case:   {"element":"i32","shape":[2],"data":[0,1]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
