#pragma once

#include "support/Random.h"
#include "target/TargetName.h"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace assay {

/// What is done with tuning configs in the middle of compiling a program.
struct Tuning {
  enum class Use : uint8_t {
    Tuned,    // drawn tile sizes are compiled with
    Stripped, // drawn configs are put on, and the compiler's pass must remove them again
  };
  Use use = Use::Tuned;
  uint64_t seed = 0;
};
inline constexpr std::array<std::string_view, 2> names(Tuning::Use) {
  return {"tuned", "stripped"};
}

/// The tuning that the only setting of a target's name asks for: nothing if it is none, or has no
/// seed.
std::optional<Tuning> tuningOf(const TargetName &name);

/// Draws the configs of one op. They depend on the seed, the op's name and its number of loops
/// alone, so that they stay when the program around it shrinks.
class ConfigDraw {
public:
  ConfigDraw(uint64_t seed, std::string_view op, size_t loops);

  /// How many levels of tiles a config has that may have several.
  int64_t levels() { return random.between(1, 3); }
  /// For each loop 0, which does not tile it, or a power of two.
  std::vector<int64_t> tiles() { return tiles(loops); }
  std::vector<int64_t> tiles(size_t count);
  /// Work-items of a workgroup.
  int64_t workItems();
  /// Whether the op's config says how its function is translated, too.
  bool hasTranslation() { return random.chance(30); }
  /// Which of attention's products have a config: at least one.
  struct Products {
    bool qk, pv;
  };
  Products products();

private:
  size_t loops;
  Random random;
};

} // namespace assay
