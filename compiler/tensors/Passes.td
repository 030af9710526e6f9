// Passes on tensors, around what upstream gets wrong.

include "mlir/Pass/PassBase.td"

def PrepareFusionPass : Pass<"assay-prepare-fusion"> {
  let summary = "Rewrite what linalg-fuse-elementwise-ops gets wrong: ops that add to what they write to, reductions of nothing";
  let description = [{
    What linalg-fuse-elementwise-ops gets wrong, in a form that it gets right (docs/found.md): ops
    that add to what they write to, and reductions that may be of nothing. Comes right before it. On
    any op.
  }];
  let dependentDialects = [
    "::mlir::tensor::TensorDialect"
  ];
}

def SplitComplexPass : Pass<"assay-split-complex"> {
  let summary = "Add and subtract real and imaginary parts of complex numbers apart";
  let description = [{
    Sums and differences of complex numbers as those of their parts, before anything folds them:
    upstream's folds lose NaN (docs/found.md). On any op.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::complex::ComplexDialect"
  ];
}
