// Passes on tensors: what makes programs better, and around what upstream gets wrong.

include "mlir/Pass/PassBase.td"

def PrepareFusionPass : Pass<"assay-prepare-fusion"> {
  let summary = "Rewrite what linalg-fuse-elementwise-ops gets wrong: ops that add to what they write to, reductions of nothing, pads, slices";
  let description = [{
    What linalg-fuse-elementwise-ops gets wrong, in a form that it gets right (docs/found.md): ops
    that add to what they write to, reductions that may be of nothing, and pads of unknown extents.
    And slices that linalg-fold-unit-extent-dims made and canonicalize crashes on.
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
    windows of which there is but one along a dim, over an operand that is longer than they are;
    and operands of which one tells that a dim is 1, and another does not. Comes right before it. On
    any op.
  }];
  let dependentDialects = [
    "::mlir::tensor::TensorDialect"
  ];
}

def PropagateTransposePass : Pass<"assay-propagate-transpose"> {
  let summary = "Move transposes down to where an indexing map takes them in";
  let description = [{
    Transposes, also those that are a linalg.generic, move through elementwise linalg.generic of one
    or several operands (the others are read in another order), reshapes whose groups they leave
    together, but for dims of size 1, slices and casts, in their block, and become part of the indexing
    maps of what reads them, such as a GEMM. That of a reduction's result, in its block, becomes part of
    the map that it is written by. Two become one, or none. Tensors that have an encoding stay as they
    are. Ops are to be generic (linalg-generalize-named-ops); what is left is a linalg.transpose.
    On any op.
  }];
  let dependentDialects = [
    "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def PropagateReshapePass : Pass<"assay-propagate-reshape"> {
  let summary = "Move collapses down and expansions up across the dialect's ops";
  let description = [{
    A tensor.collapse_shape of what an op of the dialect reads comes behind it, a tensor.expand_shape
    of what it makes ahead of it, where each dim that they change goes with a loop of the op
    (Tiling.h): groups stay whole, and what is sorted, scanned or named by indices is not touched. The
    other operands are expanded alike. So neighbours see one another that a reshape stood between, and
    what upstream's fusion by expansion does with reshapes goes on past the op. On any op.
  }];
  let dependentDialects = [
    "::assay::ir::AssayDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def SortIndicesPass : Pass<"assay-sort-indices"> {
  let summary = "Compute only what is read of a sort or topk: places without elements, elements without places";
  let description = [{
    A topk of which only the indices are read, and a sort that moves nothing but places along and of
    which only these are read, become assay.sort_indices, which does not move elements. A topk of
    which only the values are read becomes the first elements of a sort. Results are the same, those
    of NaN and of equal elements included. On any op.
  }];
  let dependentDialects = [
    "::assay::ir::AssayDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def StripCompilationInfoPass : Pass<"assay-strip-compilation-info"> {
  let summary = "Remove what ops and functions say about how they are to be compiled";
  let description = [{
    Removes every attribute that is a CompilationInfo from every op, from arguments and results of
    functions and calls, and from the dictionaries and arrays that it is in; what was nothing else
    goes as well. Other attributes, and what an op computes, stay. Nothing is left for a second run. On any op.
  }];
}

def VerifyStrippedPass : Pass<"assay-verify-stripped"> {
  let summary = "Fail where something still says how it is to be compiled";
  let description = [{
    An error on each op that has, or whose arguments or results have, what assay-strip-compilation-info
    removes, or the empty rest of it. On any op.
  }];
}

def BubbleSlicesPass : Pass<"assay-bubble-slices"> {
  let summary = "Compute of the dialect's ops only the tile that a slice takes";
  let description = [{
    A slice of what an op of the dialect makes, such as some lines of a sort or some rows of
    attention, moves ahead of it where it cuts a dim that the op has a loop for (Tiling.h). It must be
    the only reader, in the same block, of the only result that is read, with steps of 1; what it
    takes of the other dims is taken afterwards. The first elements along the dim of a topk, a
    sort_indices, a one_hot or a scan from its start are computed alone. On any op.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def TileAndFusePass : Pass<"assay-tile-and-fuse"> {
  let summary = "Tile ops as their configs say, with what they read and what reads them";
  let description = [{
    Tiles each op on tensors that has a lowering config, its own or in a compilation info, as that
    says, with scf.for, and takes the config away. Into the loops go ops without configs and
    reductions of which an op in them is the only reader, unless a tile would need more of them than
    it has of its own; where no reduction is cut, also the only reader of what the loops make. An op
    that has no elements, or that upstream cannot tile, stays as it is. On any op.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect",
    "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def ChooseConfigsPass : Pass<"assay-choose-configs"> {
  let summary = "Say how attention is tiled, so that what it has of its rows stays in cache";
  let description = [{
    Attention without a config, of which more is not known than that it is large, gets one: a tile is one
    of the batch dims, and `rows` rows. On any op.
  }];
  let options = [
    Option<"rows", "rows", "int64_t", /*default=*/"512", "Rows of attention in a tile">
  ];
}

def SinkElementwisePass : Pass<"assay-sink-elementwise"> {
  let summary = "Compute elements behind a gather or a topk instead of ahead of it, where fewer are left";
  let description = [{
    An elementwise linalg.generic that only a gather or gather_nd reads moves behind it if there are
    no more elements there; it may read what is broadcast along the dims that places name. One that
    extends numbers moves behind a topk or sort, whose order is the same, and is left out ahead of a
    sort_indices, and of what extends them itself: a scan, and all that read indices. One that negates
    moves behind attention, of the values, or into its scale, of the query or the key. On any op.
  }];
  let dependentDialects = [
    "::mlir::linalg::LinalgDialect",
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
