#include "compiler/dialect/Assay.h"
#include "compiler/tensors/Passes.h"

using namespace mlir;

namespace assay {

#define GEN_PASS_DEF_CHOOSECONFIGSPASS
#include "compiler/tensors/Passes.h.inc"

namespace {

/// Of fewer scores all stay in cache.
constexpr int64_t fewScores = 65536;

/// How many scores there are: one for each row of the query and each key. What is not known is
/// thought to be large.
int64_t scoresOf(ir::AttentionOp op) {
  const auto query = cast<RankedTensorType>(op.getQuery().getType()).getShape(),
             key = cast<RankedTensorType>(op.getKey().getType()).getShape();
  int64_t scores = 1;
  const auto multiply = [&](int64_t extent) {
    scores = ShapedType::isDynamic(extent) ? fewScores : std::min(scores * extent, fewScores);
  };
  llvm::for_each(query.drop_back(), multiply);
  multiply(key.drop_back().back());
  return scores;
}

struct ChooseConfigsPass : impl::ChooseConfigsPassBase<ChooseConfigsPass> {
  using impl::ChooseConfigsPassBase<ChooseConfigsPass>::ChooseConfigsPassBase;

  void runOnOperation() override {
    getOperation()->walk([&](ir::AttentionOp op) {
      if (op->hasAttr(ir::loweringConfigName) || op->hasAttr(ir::compilationInfoName) ||
          scoresOf(op) < fewScores)
        return;
      // The batch dims, the rows, and the columns of the values, which stay whole.
      SmallVector<int64_t> tiles(cast<RankedTensorType>(op.getQuery().getType()).getRank(), 1);
      tiles[tiles.size() - 2] = rows;
      tiles.back() = 0;
      for (auto [loop, tile] : llvm::enumerate(tiles))
        if (!ir::mayBeTiled(op, loop))
          tile = 0;
      op->setAttr(ir::loweringConfigName, ir::LoweringConfigAttr::get(&getContext(), tiles));
    });
  }
};

} // namespace

} // namespace assay
