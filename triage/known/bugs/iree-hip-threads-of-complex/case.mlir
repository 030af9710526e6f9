// crash:compile:SIGSEGV:mlir::FloatType::getWidth<mlir::Type::getIntOrFloatBitWidth<mlir::iree_compiler::IREE::GPU::deriveLinalgOpThreadTileSizes
// assay-target: iree@3.13.0:hip:O2
// assay-version: 0.1.0
// crash in stage compile: SIGSEGV
//   mlir::FloatType::getWidth
//   mlir::Type::getIntOrFloatBitWidth
//   mlir::iree_compiler::IREE::GPU::deriveLinalgOpThreadTileSizes
//   fill: 0 everywhere
//   sort: the operands ordered by the first along dim 0, least first

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=rocm --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-rocm-target=gfx942

module {
  func.func @main(%arg0: tensor<1xi32>, %arg1: tensor<1xf32>) -> tensor<1xcomplex<f32>> {
    %0 = tensor.empty() : tensor<1xcomplex<f32>>
    %cst = complex.constant [0.000000e+00 : f32, 0.000000e+00 : f32] : complex<f32>
    %1 = linalg.fill ins(%cst : complex<f32>) outs(%0 : tensor<1xcomplex<f32>>) -> tensor<1xcomplex<f32>>
    %2:3 = "iree_linalg_ext.sort"(%arg0, %arg1, %1) ({
    ^bb0(%arg2: i32, %arg3: i32, %arg4: f32, %arg5: f32, %arg6: complex<f32>, %arg7: complex<f32>):
      %3 = arith.cmpi slt, %arg2, %arg3 : i32
      "iree_linalg_ext.yield"(%3) : (i1) -> ()
    }) {dimension = 0 : i64, operandSegmentSizes = array<i32: 0, 3>} : (tensor<1xi32>, tensor<1xf32>, tensor<1xcomplex<f32>>) -> (tensor<1xi32>, tensor<1xf32>, tensor<1xcomplex<f32>>)
    return %2#2 : tensor<1xcomplex<f32>>
  }
}

// assay-content: a760d5a905630caf3bda8744aac712cd 49284f294628dd66d1c771a6b77cb9c7
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["i32[1]","f32[1]"],
// assay-case: "nodes": [
// assay-case:   {"op":"fill","operands":[],"spelling":"named","attributes":{"shape":["1"],"element":"c64","value":0.0}},
// assay-case:   {"op":"sort","operands":[0,1,2],"spelling":"named","attributes":{"dim":0,"descending":false,"stable":false}}
// assay-case: ],
// assay-case: "returns": [5],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"i32","shape":[1],"data":[0]},
// assay-case:   {"element":"f32","shape":[1],"data":[0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
