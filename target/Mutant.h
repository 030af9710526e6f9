#pragma once

#include "support/Phase.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace assay {

/// What was changed in a module in the middle of compiling it.
struct Change {
  Phase phase = Phase::Emitted;
  std::string mutator; // of compiler/mutants/Mutators.def: "swap-operands"
  std::string op;      // "arith.subi"
  /// The place, from 1, of so many in the module that the mutator may change.
  int64_t place = 0, places = 0;
  /// The ops of the program that the changed op came from, as far as its location says:
  /// "contraction", "binary+reduce", "".
  std::string origin = {};

  /// "buffers: swap-operands of arith.subi, 3 of 7, from binary".
  std::string text() const;
  /// Reads what text() writes; nothing for other texts.
  static std::optional<Change> parse(std::string_view text);
  bool operator==(const Change &) const = default;
};

/// A compiler with one change of the module in it, drawn anew for each program that is compiled;
/// docs/mutation.md says how.
struct MutantOptions {
  uint64_t seed = 0;
  /// Told what was changed, before the passes behind it run; not if there was nothing to change.
  /// May be empty.
  std::function<void(const Change &)> onChange = {};
};

} // namespace assay
