// Passes on tensors, around what upstream gets wrong.

include "mlir/Pass/PassBase.td"

def PrepareFusionPass : Pass<"assay-prepare-fusion"> {
  let summary = "Rewrite what linalg-fuse-elementwise-ops gets wrong: ops that add to what they write to, reductions of nothing, pads";
  let description = [{
    What linalg-fuse-elementwise-ops gets wrong, in a form that it gets right (docs/found.md): ops
    that add to what they write to, reductions that may be of nothing, and pads of unknown extents.
    Comes right before it. On any op.
  }];
  let dependentDialects = [
    "::mlir::tensor::TensorDialect"
  ];
}

def PrepareUnitDimsPass : Pass<"assay-prepare-unit-dims"> {
  let summary = "Cut what windows read to what they read, where there is one window along a dim";
  let description = [{
    What linalg-fold-unit-extent-dims gets wrong, in a form that it gets right (docs/found.md):
    windows of which there is but one along a dim, over an operand that is longer than they are.
    Comes right before it. On any op.
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
