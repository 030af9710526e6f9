#include "compiler/dialect/Assay.h"

#include <mlir/Dialect/Linalg/IR/Linalg.h>
#include <mlir/Interfaces/FunctionInterfaces.h>

using namespace mlir;

namespace assay::ir {

bool mayBeTiled(Operation *op, size_t loop) {
  auto softmax = dyn_cast<linalg::SoftmaxOp>(op);
  return !softmax || softmax.getDimension() != loop;
}

/// The loops of a valid op that is tiled; nothing of any other op.
static std::optional<size_t> loopsOf(Operation *op) {
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
    return linalgOp.getNumLoops();
  if (auto tiled = dyn_cast<TilingInterface>(op))
    return tiled.getLoopIteratorTypes().size();
  return std::nullopt;
}

static LogicalResult verifyTiles(Operation *op, ArrayRef<int64_t> tiles, size_t loops) {
  if (tiles.size() != loops)
    return op->emitOpError("has ") << loops << " loops, not " << tiles.size();
  if (llvm::any_of(tiles, [](int64_t tile) { return tile < 0; }))
    return op->emitOpError("tiles must not be negative");
  return success();
}

static LogicalResult verifyTiles(Operation *op, LoweringConfigAttr config) {
  // Attributes are verified before the op that has them.
  if (failed(op->getName().verifyInvariants(op)))
    return failure();
  const std::optional<size_t> loops = loopsOf(op);
  if (!loops)
    return op->emitOpError("has no loops that could be tiled");
  if (failed(verifyTiles(op, config.getTiles(), *loops)))
    return failure();
  for (auto [loop, tile] : llvm::enumerate(config.getTiles()))
    if (tile != 0 && !mayBeTiled(op, loop))
      return op->emitOpError("loop ") << loop << " cannot be tiled";
  return success();
}

static LogicalResult verifyDecomposition(Operation *op, Attribute value) {
  auto attention = dyn_cast<AttentionOp>(op);
  auto products = dyn_cast<DictionaryAttr>(value);
  if (!attention || !products)
    return op->emitOpError("a decomposition config is a dictionary on attention");
  if (failed(op->getName().verifyInvariants(op)))
    return failure();
  for (NamedAttribute product : products) {
    auto config = dyn_cast<LoweringConfigAttr>(product.getValue());
    if ((product.getName() != "qk" && product.getName() != "pv") || !config)
      return op->emitOpError("a decomposition config has lowering configs for qk and pv");
    if (failed(verifyTiles(op, config.getTiles(), loopsOfProducts(attention))))
      return failure();
  }
  return success();
}

/// Whether `value` can be what the op says under that name, which is reserved: there are no other
/// such names than these.
static LogicalResult verifyNamed(Operation *op, StringRef name, Attribute value) {
  if (name == decompositionConfigName)
    return verifyDecomposition(op, value);
  auto lowering = dyn_cast<LoweringConfigAttr>(value);
  if (name == loweringConfigName && lowering)
    return verifyTiles(op, lowering);
  auto info = dyn_cast<OpCompilationInfoAttr>(value);
  if (name == compilationInfoName && info)
    return verifyTiles(op, info.getLowering());
  const bool isTranslation = isa<TranslationInfoAttr>(value) && isa<FunctionOpInterface>(op);
  if (name == translationInfoName && isTranslation)
    return success();
  return op->emitOpError() << value << " cannot be its " << name;
}

bool AssayDialect::isConfigured(Operation *op) {
  return llvm::any_of(op->getDiscardableAttrs(), [](NamedAttribute attribute) {
    return isReservedForCompilation(attribute.getName());
  });
}

LogicalResult AssayDialect::verifyOperationAttribute(Operation *op, NamedAttribute attribute) {
  const StringRef name = attribute.getName();
  return isReservedForCompilation(name) ? verifyNamed(op, name, attribute.getValue()) : success();
}

} // namespace assay::ir
