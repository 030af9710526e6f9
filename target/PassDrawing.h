#pragma once

#include "support/Random.h"
#include "target/PassPipeline.h"

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

/// Draws passes one after the other.
class PassDrawing {
public:
  explicit PassDrawing(uint64_t seed) : random(seed) {}

  /// What was drawn so far, as mlir-opt's --pass-pipeline takes it.
  std::string text() const { return joinPasses(passes); }

  /// As it is, or "[2|4|8]" in it replaced by one of them: also below.
  void add(std::string_view pass) { passes.push_back(drawn(pass)); }
  /// Up to `most` of them in any order, some perhaps twice.
  void some(int most, std::initializer_list<std::string_view> choices) { some(0, most, choices); }
  void some(int least, int most, std::initializer_list<std::string_view> choices) {
    for (int64_t left = random.between(least, most); left > 0; --left)
      add(one(choices));
  }
  /// With that probability.
  void maybe(double percent, std::string_view pass) {
    if (random.chance(percent))
      add(pass);
  }
  /// One of them, with what is in brackets not yet drawn.
  std::string_view one(std::initializer_list<std::string_view> choices) {
    return *(choices.begin() + random.below(choices.size()));
  }
  bool chance(double percent) { return random.chance(percent); }
  int64_t between(int64_t low, int64_t high) { return random.between(low, high); }

private:
  std::string drawn(std::string_view pass) {
    std::string out;
    while (!pass.empty()) {
      const size_t begin = pass.find('['), end = pass.find(']', begin);
      out += pass.substr(0, begin);
      if (begin == pass.npos)
        break;
      std::vector<std::string_view> choices;
      for (size_t at = begin + 1; at <= end;) {
        const size_t bar = std::min(pass.find('|', at), end);
        choices.push_back(pass.substr(at, bar - at));
        at = bar + 1;
      }
      out += random.pick(choices);
      pass.remove_prefix(end + 1);
    }
    return out;
  }

  Random random;
  std::vector<std::string> passes;
};

} // namespace assay
