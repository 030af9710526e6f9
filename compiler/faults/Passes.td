// Passes deliberate bugs.

include "mlir/Pass/PassBase.td"

def InjectPass : Pass<"assay-inject"> {
  let summary = "Apply a rewrite with a deliberate bug";
  let description = [{
    Applies the fault's rewrite once to every op. Comes where the fault's stage says, see Faults.def.
    Fails where there is no such fault. On any op.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::cf::ControlFlowDialect",
    "::mlir::linalg::LinalgDialect",
    "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect",
    "::mlir::vector::VectorDialect"
  ];
  let options = [
    Option<"fault", "fault", "std::string", /*default=*/"", "Name of the bug, see Faults.def">
  ];
}
