// Passes that divide a program into what a device does in one go, and what the host does around it.

include "mlir/Pass/PassBase.td"

def FormDispatchesPass : Pass<"assay-form-dispatches", "::mlir::func::FuncOp"> {
  let summary = "Put together in a dispatch what is done in one go";
  let description = [{
    Ops on tensors go into assay.dispatch ops: what sorts, reduces, multiplies or indexes with the elementwise
    ops around it that nobody else has a use for. All results of an op, and all that is read of a dispatch later, are
    results of one dispatch. What costs nothing (constants, fills, slices, memory that holds nothing yet) is done again
    where it is read.
    The host keeps arithmetic on extents, casts and reshapes, which are views, and constants.

    What the host cannot know the extents of is read in the dispatch that makes it. Those of what is
    returned must be computable from arguments; loops carry tensors of the same extents. On a function of one block.
  }];
  let dependentDialects = [
    "::assay::ir::AssayDialect",
    "::mlir::affine::AffineDialect",
    "::mlir::arith::ArithDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def FoldIntoBindingsPass : Pass<"assay-fold-into-bindings"> {
  let summary = "Let loads and stores do what slices, insertions and reshapes beside them do";
  let description = [{
    A slice of what is loaded whole becomes a load of the slice. The store of an insertion becomes two, that of what it
    inserts into and that of the slice; the store of a concatenation one for each operand. A reshape of what
    is loaded, or before a store, is done with the memory's shape instead, on the host, where it is
    a view: each dim that it changes must be stored or loaded whole, with a step of 1, and not dropped;
    others may be sliced. Memory that is no dispatch's keeps its shape. On any op.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect",
    "::mlir::arith::ArithDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def OutlineDispatchesPass : Pass<"assay-outline-dispatches", "::mlir::ModuleOp"> {
  let summary = "Make each dispatch a function on buffers, which the host calls";
  let description = [{
    The host allocates the memory of each result and calls the function with buffers and numbers. Locations of
    allocations say what they hold (#assay.value). Comes before bufferization. On a module.
  }];
  let dependentDialects = [
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::func::FuncDialect",
    "::mlir::memref::MemRefDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def PartHostPass : Pass<"assay-part-host", "::mlir::ModuleOp"> {
  let summary = "Put the functions of dispatches into a module of their own";
  let description = [{
    What stays in the module is the host's: @main, and declarations of what it calls. The functions themselves
    are in a module @dispatches in it, to be lowered by themselves. On a module, after bufferization.
  }];
  let dependentDialects = ["::mlir::func::FuncDialect"];
}
