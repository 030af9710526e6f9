#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
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
  bool isSilent = false; // rejected without a word: then `detail` says that
};

/// A value, or what the target did instead.
template <class T> class [[nodiscard]] Outcome {
public:
  template <class Value>
    requires(std::is_convertible_v<Value, T> && !std::is_same_v<std::decay_t<Value>, TargetFailure>)
  Outcome(Value &&value) : state(std::in_place_index<0>, std::forward<Value>(value)) {}
  Outcome(TargetFailure failure) : state(std::in_place_index<1>, std::move(failure)) {}

  /// Whether there is a value.
  explicit operator bool() const { return state.index() == 0; }
  T &operator*() & { return std::get<0>(state); }
  const T &operator*() const & { return std::get<0>(state); }
  T &&operator*() && { return std::get<0>(std::move(state)); }
  T *operator->() { return &std::get<0>(state); }
  const T *operator->() const { return &std::get<0>(state); }
  /// What the target did instead; null if there is a value.
  TargetFailure *failure() { return std::get_if<1>(&state); }
  const TargetFailure *failure() const { return std::get_if<1>(&state); }

private:
  std::variant<T, TargetFailure> state;
};

/// The same without the value.
template <class T> Outcome<std::monostate> ending(Outcome<T> outcome) {
  if (auto *failure = outcome.failure())
    return std::move(*failure);
  return std::monostate();
}

} // namespace assay
