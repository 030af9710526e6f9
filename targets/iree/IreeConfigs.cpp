#include "targets/iree/IreeConfigs.h"

#include "support/Hash.h"
#include "support/Random.h"
#include "support/Regex.h"
#include "target/Tuning.h"
#include "targets/foreign/ForeignModule.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <mlir/IR/AffineMap.h>
#include <mlir/IR/BuiltinAttributes.h>

#include <algorithm>
#include <span>

namespace assay {

namespace {

/// Ops whose loops can be tiled.
bool isTiled(mlir::Operation *op) {
  const llvm::StringRef name = nameOf(op);
  return (name.starts_with("linalg.") || name.starts_with("iree_linalg_ext.")) &&
         !name.ends_with(".yield") && !name.ends_with(".index");
}

size_t loopsOf(mlir::Operation *op) {
  if (auto maps = op->getAttrOfType<mlir::ArrayAttr>("indexing_maps"); maps && !maps.empty())
    if (auto map = mlir::dyn_cast<mlir::AffineMapAttr>(maps[0]))
      return map.getValue().getNumDims();
  int64_t rank = 0;
  for (mlir::Type type : op->getOperandTypes())
    if (auto shaped = mlir::dyn_cast<mlir::ShapedType>(type))
      rank = std::max(rank, shaped.getRank());
  // A product has a loop more than each of its operands has dims.
  return static_cast<size_t>(rank) + (nameOf(op).ends_with("matmul") ? 1 : 0);
}

/// Puts the attribute where the op has its own ones.
void setInherent(mlir::Operation *op, llvm::StringRef name, mlir::Attribute value) {
  auto key = mlir::StringAttr::get(op->getContext(), name);
  if (op->getPropertiesStorageSize() > 0)
    op->setInherentAttr(key, value);
  else
    op->setAttr(key, value);
}

/// Draws configs as text.
class ConfigText {
public:
  ConfigText(uint64_t seed, mlir::Operation *op, VersionNumber version)
      : draw(seed, nameOf(op).str(), loopsOf(op)),
        // Pipelines became attributes.
        noPipeline(version < VersionNumber{3, 12, 0} ? "None" : "#iree_codegen.no_pipeline") {}

  std::string lowering() {
    std::vector<std::string> levels;
    for (int64_t left = draw.levels(); left > 0; --left)
      levels.push_back(fmt::format("[{}]", fmt::join(draw.tiles(), ", ")));
    return fmt::format("#iree_codegen.lowering_config<tile_sizes = [{}]>", fmt::join(levels, ", "));
  }
  std::string translation() {
    return fmt::format("#iree_codegen.translation_info<pipeline = {} workgroup_size = [{}, 1, 1]>",
                       noPipeline, draw.workItems());
  }
  std::string compilation() {
    const std::string first = lowering();
    return fmt::format(
        "#iree_codegen.compilation_info<lowering_config = {}, translation_info = {}>", first,
        translation());
  }
  /// Of the products with the keys and with the values; of both or of one.
  std::string decomposition() {
    const std::string qk = fmt::format("qk_attrs = {{lowering_config = {}}}", lowering());
    const std::string pv = fmt::format("pv_attrs = {{lowering_config = {}}}", lowering());
    const auto has = draw.products();
    return fmt::format("{{{}}}", !has.pv ? qk : !has.qk ? pv : qk + ", " + pv);
  }
  bool hasTranslation() { return draw.hasTranslation(); }

private:
  ConfigDraw draw;
  std::string noPipeline;
};

/// A config's text with each number of its lists replaced by a divisor.
std::string otherSizes(const std::string &config, Random &random) {
  static const Regex number(R"((?:\[|, )(\d+)(?=\]|, \d|\]))");
  std::string out;
  size_t at = 0;
  while (const auto found = number.search(config, at)) {
    const std::string_view digits = (*found)[1];
    const int64_t size = std::stoll(std::string(digits));
    std::vector<int64_t> divisors{size};
    for (int64_t divisor = 1; divisor < size && divisor <= 64; ++divisor)
      if (size % divisor == 0)
        divisors.push_back(divisor);
    const auto begin = static_cast<size_t>(digits.data() - config.data());
    out += config.substr(at, begin - at) + fmt::format("{}", random.pick(divisors));
    at = begin + digits.size();
  }
  return out + config.substr(at);
}

/// Where "#name<...>" that begins there ends.
size_t endOfAttribute(std::string_view text, size_t at) {
  int open = 0;
  for (; at < text.size(); ++at) {
    open += text[at] == '<' ? 1 : text[at] == '>' ? -1 : 0;
    if (text[at] == '>' && open == 0)
      return at + 1;
  }
  return at;
}

} // namespace

Outcome<std::string> withConfigs(const std::string &text, uint64_t seed, VersionNumber version) {
  ForeignModule module(text);
  if (!module)
    return module.unreadable();
  for (mlir::Operation *op : module.ops()) {
    ConfigText draw(seed, op, version);
    if (isFunction(op))
      op->setAttr("translation_info", module.parse(draw.translation()));
    if (!isTiled(op))
      continue;
    if (draw.hasTranslation())
      op->setAttr("compilation_info", module.parse(draw.compilation()));
    else
      op->setAttr("lowering_config", module.parse(draw.lowering()));
    if (nameOf(op) == "iree_linalg_ext.attention")
      setInherent(op, "decomposition_config", module.parse(draw.decomposition()));
  }
  return module.text();
}

std::string withOtherSizes(const std::string &module, uint64_t seed) {
  constexpr std::string_view key = "lowering_config = ";
  std::string out;
  size_t from = 0;
  for (size_t at = module.find(key); at != module.npos; at = module.find(key, from)) {
    const size_t begin = at + key.size(), end = endOfAttribute(module, begin);
    const std::string config = module.substr(begin, end - begin);
    Random random = Random::forIndex(seed, hash64(config));
    out += module.substr(from, begin - from) + otherSizes(config, random);
    from = end;
  }
  return out + module.substr(from);
}

} // namespace assay
