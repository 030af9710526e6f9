// crash:compile:SIGSEGV:mlir::detail::OperandStorage::OperandStorage<mlir::Operation::create<mlir::OpBuilder::create
// assay-target: iree@3.13.0:hip:O2
// assay-version: 0.1.0
// crash in stage compile: SIGSEGV
//   mlir::detail::OperandStorage::OperandStorage
//   mlir::Operation::create
//   mlir::OpBuilder::create
//   unary: y[i] = real(x[i])
//   reduce: sum over dims [0], from the initial value

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=rocm --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-rocm-target=gfx942

module {
  func.func @main(%arg0: tensor<?xcomplex<f32>>) -> tensor<f32> {
    %c0 = arith.constant 0 : index
    %dim = tensor.dim %arg0, %c0 : tensor<?xcomplex<f32>>
    %0 = tensor.empty(%dim) : tensor<?xf32>
    %mapped = linalg.map { complex.re } ins(%arg0 : tensor<?xcomplex<f32>>) outs(%0 : tensor<?xf32>)
    %1 = tensor.empty() : tensor<f32>
    %cst = arith.constant 0.000000e+00 : f32
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<f32>) -> tensor<f32>
    %reduced = linalg.reduce { arith.addf } ins(%mapped : tensor<?xf32>) outs(%2 : tensor<f32>) dimensions = [0] 
    return %reduced : tensor<f32>
  }
}

// assay-content: fd44d61eba266187ec497105732ec832 49284f294628dd66d1c771a6b77cb9c7
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["c64[d0]"],
// assay-case: "nodes": [
// assay-case:   {"op":"unary","operands":[0],"spelling":"named","attributes":{"function":"real"}},
// assay-case:   {"op":"reduce","operands":[1],"spelling":"named","attributes":{"function":"sum","dims":[0],"result":"f32","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["dynamic"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [1],
// assay-case: "inputs": [
// assay-case:   {"element":"c64","shape":[1],"data":[0.0,0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
