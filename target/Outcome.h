#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

namespace assay {

/// Where in the life of a case something happened.
enum class Stage : uint8_t { Generate, Oracle, Emit, Compile, Load, Run, Compare };
inline constexpr std::array<std::string_view, 7> names(Stage) {
  return {"generate", "oracle", "emit", "compile", "load", "run", "compare"};
}

/// What a target did instead of yielding a value. Never an Error of ours.
struct TargetFailure {
  enum class Kind : uint8_t {
    Rejected,    // a diagnostic
    Crashed,     // a signal or an abort
    TimedOut,    // its time limit ran out
    OutOfMemory, // its memory limit ran out
    Sanitizer,   // memory touched that is not the program's
    Unsupported, // the target says it does not do this
  };
  Kind kind = Kind::Rejected;
  Stage stage = Stage::Compile;
  /// The first diagnostic, top frames, or what was touched; as the target said it.
  std::string detail;
};

/// A value, or what the target did instead.
template <class T> using Outcome = std::variant<T, TargetFailure>;

} // namespace assay
