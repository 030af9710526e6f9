#include "compiler/passes/Passes.h"

#include <mlir/Dialect/Affine/IR/AffineOps.h>
#include <mlir/Dialect/Linalg/IR/Linalg.h>
#include <mlir/Dialect/MemRef/IR/MemRef.h>
#include <mlir/Dialect/SCF/IR/SCF.h>
#include <mlir/Dialect/SCF/Transforms/TileUsingInterface.h>
#include <mlir/Dialect/SCF/Transforms/Transforms.h>
#include <mlir/Interfaces/TilingInterface.h>

using namespace mlir;

namespace assay {
namespace {

constexpr int64_t innerTile = 8, outerTile = 4;

/// The last parallel loop, along which tiles are widest.
std::optional<unsigned> innermostParallel(linalg::LinalgOp op) {
  SmallVector<unsigned> dims;
  op.getParallelDims(dims);
  if (dims.empty())
    return std::nullopt;
  return dims.back();
}

/// A tile size for every loop, 0 to leave it whole. Only the innermost parallel loop and the
/// innermost other one are tiled, unless they are short.
SmallVector<int64_t> tileSizes(linalg::LinalgOp op) {
  SmallVector<int64_t> sizes(op.getNumLoops(), 0), extents = op.getStaticLoopRanges();
  auto choose = [&](unsigned loop, int64_t size) {
    if (ShapedType::isDynamic(extents[loop]) || extents[loop] > size)
      sizes[loop] = size;
  };
  std::optional<unsigned> inner = innermostParallel(op);
  if (inner)
    choose(*inner, innerTile);
  for (unsigned loop = op.getNumLoops(); loop-- > 0;)
    if (loop != inner)
      return choose(loop, outerTile), sizes;
  return sizes;
}

/// Splits the loop over the innermost parallel dim, so that all its tiles but the last one are
/// full.
void peelInner(linalg::LinalgOp op, ArrayRef<int64_t> sizes,
               MutableArrayRef<LoopLikeOpInterface> nest, RewriterBase &rewriter) {
  std::optional<unsigned> inner = innermostParallel(op);
  if (!inner || sizes[*inner] == 0)
    return;
  size_t place = llvm::count_if(sizes.take_front(*inner), [](int64_t size) { return size != 0; });
  auto loop = dyn_cast<scf::ForOp>(nest[place].getOperation());
  scf::ForOp lastTile;
  if (loop)
    (void)scf::peelForLoopAndSimplifyBounds(rewriter, loop, lastTile);
}

struct TilePass : PassWrapper<TilePass, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TilePass)

  StringRef getArgument() const override { return "assay-tile"; }
  StringRef getDescription() const override {
    return "Tile linalg ops on buffers, with full tiles along the innermost parallel dim";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<affine::AffineDialect, memref::MemRefDialect, scf::SCFDialect>();
  }

  void runOnOperation() override {
    SmallVector<linalg::LinalgOp> ops;
    getOperation()->walk([&](linalg::LinalgOp op) {
      if (op.hasPureBufferSemantics())
        ops.push_back(op);
    });
    IRRewriter rewriter(&getContext());
    for (linalg::LinalgOp op : ops)
      tile(op, rewriter);
  }

private:
  void tile(linalg::LinalgOp op, RewriterBase &rewriter) {
    // Upstream takes a loop without iterations for one that is not tiled, and reads past an array.
    if (llvm::is_contained(op.getStaticLoopRanges(), 0))
      return;
    SmallVector<int64_t> sizes = tileSizes(op);
    if (llvm::all_of(sizes, [](int64_t size) { return size == 0; }))
      return;
    rewriter.setInsertionPoint(op);
    scf::SCFTilingOptions options;
    options.setTileSizes(getAsIndexOpFoldResult(&getContext(), sizes));
    auto tileable = cast<TilingInterface>(op.getOperation());
    FailureOr<scf::SCFTilingResult> tiled = scf::tileUsingSCF(rewriter, tileable, options);
    if (failed(tiled))
      return;
    rewriter.eraseOp(op);
    peelInner(cast<linalg::LinalgOp>(tiled->tiledOps.back()), sizes, tiled->loops, rewriter);
  }
};

} // namespace

std::unique_ptr<Pass> createTilePass() { return std::make_unique<TilePass>(); }

} // namespace assay
