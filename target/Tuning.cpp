#include "target/Tuning.h"

#include "support/Hash.h"
#include "support/NameOf.h"

#include <fmt/format.h>

#include <charconv>

namespace assay {

std::optional<Tuning> tuningOf(const TargetName &name) {
  if (name.settings.size() != 1)
    return std::nullopt;
  const auto use = enumeratorNamed<Tuning::Use>(name.settings.front().key);
  const std::string text = name.settings.front().value.value_or("");
  uint64_t seed = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), seed);
  if (!use || code != std::errc() || end != text.data() + text.size())
    return std::nullopt;
  return Tuning{*use, seed};
}

ConfigDraw::ConfigDraw(uint64_t seed, std::string_view op, size_t loops)
    : loops(loops), random(Random::forIndex(seed, hash64(fmt::format("{} {}", op, loops)))) {}

std::vector<int64_t> ConfigDraw::tiles(size_t count) {
  constexpr int64_t sizes[] = {0, 1, 2, 4, 8, 16, 32};
  std::vector<int64_t> tiles;
  for (size_t loop = 0; loop < count; ++loop)
    tiles.push_back(random.pick(std::span(sizes)));
  return tiles;
}

int64_t ConfigDraw::workItems() {
  constexpr int64_t items[] = {1, 32, 64, 256};
  return random.pick(std::span(items));
}

ConfigDraw::Products ConfigDraw::products() {
  const int64_t which = random.between(0, 3);
  return {which != 1, which != 0};
}

} // namespace assay
