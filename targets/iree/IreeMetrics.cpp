#include "targets/iree/IreeMetrics.h"

#include "compiler/builders/Relayout.h"
#include "targets/foreign/ForeignModule.h"

#include <mlir/IR/AffineMap.h>
#include <mlir/IR/BuiltinAttributes.h>
#include <mlir/IR/BuiltinTypes.h>
#include <nlohmann/json.hpp>

#include <map>

namespace assay {

namespace {

/// What a dispatch's code does.
struct Loops {
  int64_t transposes = 0, relayouts = 0;
};

bool hasPermutedOperand(mlir::Operation *op) {
  const auto maps = op->getAttrOfType<mlir::ArrayAttr>("indexing_maps");
  if (!maps || maps.size() != op->getNumOperands())
    return false;
  for (auto [attribute, type] : llvm::zip(maps, op->getOperandTypes())) {
    const auto map = mlir::dyn_cast<mlir::AffineMapAttr>(attribute);
    const auto shaped = mlir::dyn_cast<mlir::ShapedType>(type);
    if (map && shaped && shaped.getRank() == map.getValue().getNumResults() &&
        isPermuted(map.getValue(), shaped.getShape()))
      return true;
  }
  return false;
}

bool isParallel(mlir::Operation *op) {
  const auto iterators = op->getAttrOfType<mlir::ArrayAttr>("iterator_types");
  return iterators && llvm::all_of(iterators, [](mlir::Attribute iterator) {
           return textOf(iterator).find("parallel") != std::string::npos;
         });
}

void count(mlir::Operation *op, Loops &loops) {
  const bool isGeneric = nameOf(op) == "linalg.generic" && isParallel(op) && hasPermutedOperand(op);
  if (nameOf(op) == "linalg.transpose" || (isGeneric && onlyMoves(op)))
    ++loops.transposes;
  else if (isGeneric)
    ++loops.relayouts;
}

/// Of a dispatch's operands and results; nothing if an extent is unknown.
std::optional<int64_t> bytesOf(mlir::Operation *dispatch) {
  int64_t bytes = 0;
  auto add = [&](mlir::Type type) {
    auto shaped = mlir::dyn_cast<mlir::ShapedType>(type);
    if (!shaped)
      return true;
    const mlir::Type element = shaped.getElementType();
    unsigned bits = 8;
    if (auto complex = mlir::dyn_cast<mlir::ComplexType>(element))
      bits = 2 * complex.getElementType().getIntOrFloatBitWidth();
    else if (element.isIntOrFloat())
      bits = std::max(8u, element.getIntOrFloatBitWidth());
    if (!shaped.hasStaticShape())
      return false;
    bytes += shaped.getNumElements() * bits / 8;
    return true;
  };
  const bool isKnown = llvm::all_of(dispatch->getOperandTypes(), add) &&
                       llvm::all_of(dispatch->getResultTypes(), add);
  return isKnown ? std::optional(bytes) : std::nullopt;
}

/// The executables that a dispatch chooses among; the first counts.
std::string executableOf(mlir::Operation *dispatch) {
  mlir::Attribute entry = dispatch->getAttr("entry_points");
  if (auto list = mlir::dyn_cast_or_null<mlir::ArrayAttr>(entry); list && !list.empty())
    entry = list[0];
  auto symbol = mlir::dyn_cast_or_null<mlir::SymbolRefAttr>(entry);
  return symbol ? symbol.getRootReference().str() : "";
}

} // namespace

Outcome<Metrics> ireeMetricsOf(const IreeStatistics &statistics) {
  ForeignModule module(statistics.flow);
  if (!module)
    return module.unreadable();
  std::map<std::string, Loops> executables;
  std::vector<mlir::Operation *> dispatches;
  for (mlir::Operation *op : module.ops()) {
    if (nameOf(op) == "flow.dispatch")
      dispatches.push_back(op);
    if (nameOf(op) == "flow.executable")
      if (auto name = op->getAttrOfType<mlir::StringAttr>("sym_name"))
        op->walk([&](mlir::Operation *inside) { count(inside, executables[name.str()]); });
  }
  Metrics metrics = {{Metric::Transposes, 0}, {Metric::Relayouts, 0}};
  metrics[Metric::Dispatches] = static_cast<int64_t>(dispatches.size());
  std::optional<int64_t> bytes = 0;
  for (mlir::Operation *dispatch : dispatches) {
    const Loops &loops = executables[executableOf(dispatch)];
    metrics[Metric::Transposes] += loops.transposes;
    metrics[Metric::Relayouts] += loops.relayouts;
    const auto more = bytesOf(dispatch);
    bytes = bytes && more ? std::optional(*bytes + *more) : std::nullopt;
  }
  if (!bytes)
    return metrics;
  metrics[Metric::Bytes] = *bytes;
  const auto scheduling = nlohmann::json::parse(statistics.scheduling, nullptr, false);
  const nlohmann::json::json_pointer transient("/stream-aggregate/execution/transient-memory-size");
  if (!scheduling.is_discarded() && scheduling.contains(transient))
    metrics[Metric::Allocated] = scheduling.at(transient).get<int64_t>();
  return metrics;
}

} // namespace assay
