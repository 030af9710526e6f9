// Passes from the assay dialect to ops that upstream lowers.

include "mlir/Pass/PassBase.td"

def LowerAssayPass : Pass<"lower-assay"> {
  let summary = "Lower the assay dialect, linalg.softmax and tensor.concat to upstream ops on tensors";
  let description = [{
    Turns the ops of the assay dialect, and the two upstream ops that no upstream pass lowers
    (linalg.softmax, tensor.concat), into ops that mlir-opt knows how to bring down to LLVM. Also
    what upstream's passes get wrong, into a form that they get right (docs/found.md): arithmetic on
    whole tensors, constants without elements, strided slices that drop dims, pads of nothing. On
    any op.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect",
    "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect"
  ];
}
