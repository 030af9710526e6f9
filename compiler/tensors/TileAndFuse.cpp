#include "compiler/builders/Loops.h"
#include "compiler/dialect/Provenance.h"
#include "compiler/dialect/Tiling.h"
#include "compiler/tensors/Passes.h"

#include <mlir/Dialect/Affine/IR/AffineOps.h>
#include <mlir/Dialect/Linalg/IR/Linalg.h>
#include <mlir/Dialect/SCF/IR/SCF.h>
#include <mlir/Dialect/SCF/Transforms/TileUsingInterface.h>
#include <mlir/Dialect/Tensor/IR/Tensor.h>

using namespace mlir;

namespace assay {

#define GEN_PASS_DEF_TILEANDFUSEPASS
#include "compiler/tensors/Passes.h.inc"

namespace {

using Tiles = SmallVector<int64_t>;

bool isParallel(utils::IteratorType type) { return type == utils::IteratorType::parallel; }

/// The op if it has loops that upstream tiles as it is to be, and works on tensors, all of them
/// with elements: upstream takes a loop without iterations for one that is not tiled, and reads
/// past an array.
TilingInterface tiledOnTensors(Operation *op) {
  auto tileable = dyn_cast<TilingInterface>(op);
  auto destination = dyn_cast<DestinationStyleOpInterface>(op);
  const bool hasElements = llvm::none_of(op->getOperands(), [](Value operand) {
    return isa<RankedTensorType>(operand.getType()) && ir::hasNoElements(operand);
  });
  auto loops = dyn_cast<linalg::LinalgOp>(op);
  return tileable && destination && destination.hasPureTensorSemantics() && hasElements &&
                 (!loops || onlyAscends(loops))
             ? tileable
             : nullptr;
}

/// Whether upstream takes none of the op's loops for one that is not tiled: one that is known to
/// have no iterations, if only by what its operands are made of.
bool mayBeTiled(TilingInterface op, RewriterBase &rewriter) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  return llvm::none_of(op.getIterationDomain(rewriter),
                       [](const Range &range) { return getConstantIntValue(range.size) == 0; });
}

/// Takes the tiles that the op says away from it; nothing if it says none.
std::optional<Tiles> takeTiles(Operation *op) {
  auto config = op->getAttrOfType<ir::LoweringConfigAttr>(ir::loweringConfigName);
  if (auto info = op->getAttrOfType<ir::OpCompilationInfoAttr>(ir::compilationInfoName);
      info && !config)
    config = info.getLowering();
  if (!config)
    return std::nullopt;
  op->removeAttr(ir::loweringConfigName);
  op->removeAttr(ir::compilationInfoName);
  return Tiles(config.getTiles());
}

bool hasTiles(Operation *op) {
  return op->hasAttr(ir::loweringConfigName) || op->hasAttr(ir::compilationInfoName);
}

/// Whether the op may be computed tile by tile beside another one that is its only reader.
bool mayBeFused(Operation *producer, Operation *reader) {
  TilingInterface tileable = tiledOnTensors(producer);
  return tileable && !hasTiles(producer) && producer->hasOneUse() &&
         producer->getBlock() == reader->getBlock() &&
         llvm::all_of(tileable.getLoopIteratorTypes(), isParallel);
}

/// The ops that only this one reads, and what only they read, and so on.
llvm::SmallDenseSet<Operation *> producersOf(Operation *op) {
  llvm::SmallDenseSet<Operation *> found;
  SmallVector<Operation *> readers{op};
  while (!readers.empty()) {
    Operation *reader = readers.pop_back_val();
    for (Value operand : reader->getOperands())
      if (Operation *producer = operand.getDefiningOp();
          producer && mayBeFused(producer, reader) && found.insert(producer).second)
        readers.push_back(producer);
  }
  return found;
}

/// Whether such a slice has whole what each tile of its producer has whole: else the producer would
/// compute that anew for each slice.
bool cutsNothingWhole(tensor::ExtractSliceOp slice, OpResult producer) {
  const std::optional<ir::Tiling> tiling = ir::tilingOf(producer.getOwner());
  return !tiling || tiling->isWholeElsewhere(producer.getResultNumber(), slice.getStaticSizes());
}

struct TileAndFusePass : impl::TileAndFusePassBase<TileAndFusePass> {
  void runOnOperation() override {
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) {
      if (hasTiles(op) && tiledOnTensors(op))
        ops.push_back(op);
    });
    ir::ProvenanceListener listener;
    IRRewriter rewriter(&getContext(), &listener);
    // Whoever reads comes first, and takes along what it reads.
    for (Operation *op : llvm::reverse(ops))
      tile(cast<TilingInterface>(op), rewriter);
  }

private:
  static void tile(TilingInterface op, RewriterBase &rewriter) {
    const Tiles tiles = *takeTiles(op);
    // Before anything asks for the extents of what they make.
    const llvm::SmallDenseSet<Operation *> producers = producersOf(op);
    if (llvm::all_of(tiles, [](int64_t tile) { return tile == 0; }) || !mayBeTiled(op, rewriter))
      return;
    rewriter.setInsertionPoint(op);
    const auto iterators = op.getLoopIteratorTypes();
    const bool cutsReductions = llvm::any_of(llvm::zip_equal(iterators, tiles), [](auto each) {
      return !isParallel(std::get<0>(each)) && std::get<1>(each) != 0;
    });
    scf::SCFTileAndFuseOptions options;
    options.tilingOptions.setTileSizes(getAsIndexOpFoldResult(op.getContext(), tiles));
    options.setFusionControlFn(
        [&](tensor::ExtractSliceOp slice, OpResult producer,
            bool isDestination) -> std::optional<scf::SCFTileAndFuseOptions::ControlFnResult> {
          // Where reductions are cut, each tile goes on from what the one before it left.
          if (!producers.contains(producer.getOwner()) || (isDestination && cutsReductions) ||
              !cutsNothingWhole(slice, producer))
            return std::nullopt;
          return scf::SCFTileAndFuseOptions::ControlFnResult{};
        });
    FailureOr<scf::SCFTileAndFuseResult> tiled =
        scf::tileConsumerAndFuseProducersUsingSCF(rewriter, op, options);
    if (failed(tiled))
      return;
    for (OpResult result : op->getResults())
      rewriter.replaceAllUsesWith(result, tiled->replacements.lookup(result));
    rewriter.eraseOp(op);
    for (Operation *producer : tiled->fusedProducers)
      if (producer->use_empty())
        rewriter.eraseOp(producer);
    if (!cutsReductions)
      fuseReader(tiled->loops, rewriter);
  }

  /// The only op that reads what the loops make, if it can work on their tiles.
  static void fuseReader(MutableArrayRef<LoopLikeOpInterface> loops, RewriterBase &rewriter) {
    if (loops.empty() || !loops.front()->hasOneUse())
      return;
    Operation *reader = *loops.front()->getUsers().begin();
    if (TilingInterface tileable = tiledOnTensors(reader);
        tileable && !hasTiles(reader) && reader->getBlock() == loops.front()->getBlock() &&
        mayBeTiled(tileable, rewriter))
      (void)scf::tileAndFuseConsumer(rewriter, reader, loops);
  }
};

} // namespace

} // namespace assay
