#pragma once

#include "target/Outcome.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

/// What names the cause of a verdict stably across runs and programs: no extents, ids, numbers or
/// addresses. It has one text form, which stores, lists of known bugs and people see:
///
///     [joint:]KIND[:STAGE][:WHAT][:MARK]...[:unwritten memory][:together]
///
/// "mismatch:topk.indices:f32->i64:named", "crash:compile:SIGSEGV:mlir::Pass::run". Marks are of
/// wrong values, which may be followed by more, and of missed optimisations; the rest of other
/// texts is WHAT, colons and all.
struct Signature {
  enum class Kind : uint8_t {
    None, // of what agrees
    Mismatch,
    Accuracy,
    /// A mismatch that is not the same each time.
    Nondeterministic,
    CompileFailure,
    RunFailure,
    Crash,
    Timeout,
    Sanitizer,
    Unsupported,
    Inconclusive,
    Flaky,
    Known,
    MissedOptimisation,
    /// A bug of assay itself: it died in a stage that is not the target's.
    AssayBug,
    /// A text of none of these forms, as it is.
    Other,
  };
  Kind kind = Kind::None;
  /// Of several programs in a module, of which none fails alone.
  bool joint = false;
  std::optional<Stage> stage;
  /// The op and result that is wrong first: "topk.indices", "binary(add)", "argument". Else the
  /// normalised diagnostic, how it died and in which functions, the pass it hangs in, the id of the
  /// known bug, the signature of what was flaky, the metric and how it comes to be less:
  /// "transposes(sunk)".
  std::string what;
  /// Types, spelling, and what is odd about the element, as far as they matter: "f32->i64". Of a
  /// missed optimisation the ops that take part.
  std::vector<std::string> marks;
  /// The value depends on what memory held that nobody had written.
  bool unwritten = false;
  /// The value is wrong only among those that the program returns together.
  bool together = false;

  std::string text() const;
  /// Every text is one: parse(x).text() == x.
  static Signature parse(std::string_view text);

  bool isOurBug() const { return kind == Kind::AssayBug; }

  bool operator==(const Signature &) const = default;
};

inline constexpr std::array<std::string_view, 16> names(Signature::Kind) {
  return {"",
          "mismatch",
          "accuracy",
          "nondeterministic-mismatch",
          "compile-failure",
          "run-failure",
          "crash",
          "timeout",
          "sanitizer",
          "unsupported",
          "inconclusive",
          "flaky",
          "known",
          "missed-optimisation",
          "assay-bug",
          ""};
}

} // namespace assay
