#include "compiler/dialect/Assay.h"
#include "compiler/pipelines/Passes.h"
#include "target/Tuning.h"

#include <mlir/Interfaces/FunctionInterfaces.h>
#include <mlir/Interfaces/TilingInterface.h>

using namespace mlir;

namespace assay {

#define GEN_PASS_DEF_DRAWCONFIGSPASS
#include "compiler/pipelines/Passes.h.inc"

namespace {

/// The configs of one op, in the order in which they are drawn.
class Drawn {
public:
  Drawn(uint64_t seed, Operation *op, size_t loops)
      : context(op->getContext()), draw(seed, op->getName().getStringRef(), loops) {}

  ir::TranslationInfoAttr translation() {
    return ir::TranslationInfoAttr::get(context, {draw.workItems()});
  }
  ir::LoweringConfigAttr lowering(ArrayRef<int64_t> tiles) {
    return ir::LoweringConfigAttr::get(context, tiles);
  }
  void put(Operation *op) {
    const bool hasTranslation = draw.hasTranslation();
    std::vector<int64_t> legal = draw.tiles();
    for (size_t loop = 0; loop < legal.size(); ++loop)
      if (!ir::mayBeTiled(op, loop))
        legal[loop] = 0;
    const auto tiles = lowering(legal);
    if (hasTranslation)
      op->setAttr(ir::compilationInfoName,
                  ir::OpCompilationInfoAttr::get(context, tiles, translation()));
    else
      op->setAttr(ir::loweringConfigName, tiles);
    if (auto attention = dyn_cast<ir::AttentionOp>(op))
      op->setAttr(ir::decompositionConfigName, decomposition(ir::loopsOfProducts(attention)));
  }

private:
  DictionaryAttr decomposition(size_t loops) {
    const auto has = draw.products();
    SmallVector<NamedAttribute> products;
    if (has.qk)
      products.emplace_back(StringAttr::get(context, "qk"), lowering(draw.tiles(loops)));
    if (has.pv)
      products.emplace_back(StringAttr::get(context, "pv"), lowering(draw.tiles(loops)));
    return DictionaryAttr::get(context, products);
  }

  MLIRContext *context;
  ConfigDraw draw;
};

struct DrawConfigsPass : impl::DrawConfigsPassBase<DrawConfigsPass> {
  using impl::DrawConfigsPassBase<DrawConfigsPass>::DrawConfigsPassBase;

  void runOnOperation() override {
    getOperation()->walk([&](Operation *op) {
      if (isa<FunctionOpInterface>(op))
        op->setAttr(ir::translationInfoName, Drawn(seed, op, 0).translation());
      else if (auto tileable = dyn_cast<TilingInterface>(op))
        Drawn(seed, op, tileable.getLoopIteratorTypes().size()).put(op);
    });
  }
};

} // namespace

} // namespace assay
