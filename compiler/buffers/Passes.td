// Passes from tensors to buffers, and views of these.

include "mlir/Pass/PassBase.td"

def PrepareBuffersPass : Pass<"assay-prepare-buffers"> {
  let summary = "Rewrite what one-shot-bufferize gets wrong: shared results, slices that cross functions, reshapes of nothing";
  let description = [{
    What one-shot-bufferize gets wrong, in a form that it gets right (docs/found.md): results of
    private functions that are views of what another result is are copied, and reshapes of types
    without elements become empty tensors. Comes right before it. On any op.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect",
    "::mlir::arith::ArithDialect",
    "::mlir::bufferization::BufferizationDialect"
  ];
}

def ReuseOperandsPass : Pass<"assay-reuse-operands"> {
  let summary = "Compute elements in the memory of the operand that they are made of, and fill twice instead of copying";
  let description = [{
    An elementwise linalg.generic whose destination holds nothing writes to an operand instead that it
    reads at the same places, if that has the same type, nobody else reads it, and it is what another
    linalg op makes or a loop carries. What is filled with one value, and is the destination of several
    linalg ops, is filled for each of them. On any op, before bufferization.
  }];
}

def LowerViewsPass : Pass<"assay-lower-views"> {
  let summary = "Turn subviews and reshapes of memrefs into arithmetic on their strides";
  let description = [{
    Subview, expand_shape, collapse_shape and reshape of memrefs as arithmetic on sizes and strides.
    Stands in for upstream's expand-strided-metadata, which crashes where a group expands to two
    dynamic dims, and where a unit dim of a strided slice is dropped (docs/found.md). On any op.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::memref::MemRefDialect"
  ];
}
