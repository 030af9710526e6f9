#include "compiler/builders/Loops.h"
#include "compiler/cpu/Passes.h"
#include "compiler/cpu/Vectors.h"

#include <mlir/Dialect/Affine/IR/AffineOps.h>
#include <mlir/Dialect/MemRef/IR/MemRef.h>
#include <mlir/Dialect/SCF/IR/SCF.h>
#include <mlir/Dialect/SCF/Transforms/TileUsingInterface.h>
#include <mlir/Dialect/SCF/Transforms/Transforms.h>
#include <mlir/Interfaces/TilingInterface.h>

using namespace mlir;

namespace assay {

#define GEN_PASS_DEF_TILEPASS
#include "compiler/cpu/Passes.h.inc"

namespace {

/// The tile of ops that do not become vectors.
constexpr int64_t scalarTile = 8;

/// Elements in a vector of an op that becomes scalar code for each element. More would only make
/// more code: machine code is what compiling a program takes longest for.
constexpr int64_t scalarWidth = 2;

/// The loop along which elements are taken together: the last parallel one, or the last.
unsigned vectorLoop(linalg::LinalgOp op) {
  SmallVector<unsigned> dims;
  op.getParallelDims(dims);
  return dims.empty() ? op.getNumLoops() - 1 : dims.back();
}

/// A tile size for every loop, 0 to leave it whole. An op that has a vector form is tiled down to
/// one vector, of `fullWidth` elements if they are computed together; of another, only one loop is.
SmallVector<int64_t> tileSizes(linalg::LinalgOp op, int64_t fullWidth) {
  SmallVector<int64_t> sizes(op.getNumLoops(), 0), extents = op.getStaticLoopRanges();
  const bool isVector = hasVectorForm(op);
  if (extents.empty() || (isVector && fitsOneVector(op)))
    return sizes;
  const unsigned inner = vectorLoop(op);
  const int64_t width = isScalarised(op) ? scalarWidth : fullWidth,
                innerSize = isVector ? width : scalarTile, otherSize = isVector ? 1 : 0;
  for (unsigned loop = 0; loop < op.getNumLoops(); ++loop) {
    const int64_t size = loop == inner ? innerSize : otherSize;
    if (ShapedType::isDynamic(extents[loop]) || extents[loop] > size)
      sizes[loop] = size;
  }
  return sizes;
}

/// Splits the loop over vectors, so that all its tiles but the last one are full.
void peel(linalg::LinalgOp op, ArrayRef<int64_t> sizes, MutableArrayRef<LoopLikeOpInterface> nest,
          RewriterBase &rewriter) {
  const unsigned inner = vectorLoop(op);
  if (sizes[inner] == 0 || !hasVectorForm(op))
    return;
  size_t place = llvm::count_if(sizes.take_front(inner), [](int64_t size) { return size != 0; });
  auto loop = dyn_cast<scf::ForOp>(nest[place].getOperation());
  scf::ForOp lastTile;
  if (loop)
    (void)scf::peelForLoopAndSimplifyBounds(rewriter, loop, lastTile);
}

struct TilePass : impl::TilePassBase<TilePass> {
  using TilePassBase::TilePassBase;

  void runOnOperation() override {
    if (width < 1) {
      getOperation()->emitError("a vector has one element at least: width=") << width.getValue();
      return signalPassFailure();
    }
    SmallVector<linalg::LinalgOp> ops;
    getOperation()->walk([&](linalg::LinalgOp op) {
      if (op.hasPureBufferSemantics() && onlyAscends(op))
        ops.push_back(op);
    });
    IRRewriter rewriter(&getContext());
    for (linalg::LinalgOp op : ops)
      tile(op, rewriter);
  }

private:
  void tile(linalg::LinalgOp op, RewriterBase &rewriter) {
    SmallVector<int64_t> sizes = tileSizes(op, width);
    if (llvm::all_of(sizes, [](int64_t size) { return size == 0; }))
      return;
    rewriter.setInsertionPoint(op);
    auto tileable = cast<TilingInterface>(op.getOperation());
    // Upstream takes a loop without iterations for one that is not tiled, and reads past an array.
    if (llvm::any_of(tileable.getIterationDomain(rewriter),
                     [](const Range &range) { return getConstantIntValue(range.size) == 0; }))
      return;
    scf::SCFTilingOptions options;
    options.setTileSizes(getAsIndexOpFoldResult(&getContext(), sizes));
    FailureOr<scf::SCFTilingResult> tiled = scf::tileUsingSCF(rewriter, tileable, options);
    if (failed(tiled))
      return;
    rewriter.eraseOp(op);
    peel(cast<linalg::LinalgOp>(tiled->tiledOps.back()), sizes, tiled->loops, rewriter);
  }
};

} // namespace

} // namespace assay
