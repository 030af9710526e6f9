// Passes loops and vectors on the CPU.

include "mlir/Pass/PassBase.td"

def ExpandExpPass : Pass<"assay-expand-exp"> {
  let summary = "Compute exp of f32 and f16 by a polynomial, which becomes vectors as libm's does not";
  let description = [{
    Replaces math.exp of a number of f32 or f16 by arithmetic on f32. Sums and products may be fused. On
    any op.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def UseOuterProductsPass : Pass<"assay-use-outer-products"> {
  let summary = "Compute contractions and convolutions as sums of outer products in registers";
  let description = [{
    Turns a linalg op on buffers that reduces, and of which some operands depend on the result's last
    dim and others on another dim of it, into loops over tiles of the result: of some rows along that
    dim and some vectors along the last. A tile's elements stay in registers while an outer product
    after the other is added. What depends on the last dim is packed, a panel for a tile's lanes; what
    depends on the rows as well unless it lies along the sums. A tile that reaches out of the result is
    computed in a buffer of its own. Ops of few iterations stay. On any op.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def FuseRowsPass : Pass<"assay-fuse-rows"> {
  let summary = "Do what follows one another with the same rows row by row, so that a row stays in cache";
  let description = [{
    Linalg ops on buffers that stand behind one another, such as reductions of the same rows and the
    elementwise ops between them, become one loop over the rows that does each of them on one row. The
    rows are outer parallel loops of all the ops, as many as leave long rows, and what one of the ops
    writes is read at the same row alone. A buffer that nobody reads elsewhere then only has room for
    one row. Arguments of a function are taken for buffers of their own. Ops of few elements stay. On
    any op.
  }];
  let dependentDialects = [
    "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect"
  ];
}

def ReduceInLanesPass : Pass<"assay-reduce-in-lanes"> {
  let summary = "Reduce along the last dim in several vectors at a time";
  let description = [{
    Turns a linalg op on buffers whose last loop reduces, along elements that lie side by side, into
    loops of which the innermost combines four vectors with four others, then one with one, then
    single elements. Sums have another order afterwards. Ops whose last loop is known to be short
    stay, and those that combine by anything but sums, greatest and least elements, and bits. On any op.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def TilePass : Pass<"assay-tile"> {
  let summary = "Tile linalg ops on buffers, with full tiles along the innermost parallel dim";
  let description = [{
    Tiles linalg ops on buffers with scf.for. An op that has a vector form is cut down to one vector
    along its last parallel loop, which is split into full tiles and the rest, and to one iteration
    of every other loop; of another op, only one loop is tiled, by 8. Ops that are one vector as
    they are stay. (On tensors, one-shot-bufferize would take hundreds of milliseconds for the
    nests.) On any op.
  }];
  let options = [
    Option<"width", "width", "int64_t", /*default=*/"4",
           "Elements in a vector, if the host's vectors have what is computed">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect",
    "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect"
  ];
}

def DropUnitLoopsPass : Pass<"assay-drop-unit-loops"> {
  let summary = "Take loops of one iteration out of linalg ops on buffers";
  let description = [{
    Takes loops of one iteration out of linalg.generic on buffers, and their dims out of its
    operands. (Upstream's linalg-fold-unit-extent-dims does so on tensors alone.) On any op.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::memref::MemRefDialect"
  ];
}

def VectorizePass : Pass<"assay-vectorize"> {
  let summary = "Turn linalg ops of small static shapes into vector ops";
  let description = [{
    Turns linalg ops on buffers whose loops together fit one vector into vector ops. On any op.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::vector::VectorDialect"
  ];
}
