#pragma once

#include <string>
#include <utility>
#include <variant>

namespace assay {

/// What went wrong in our environment or in what the user gave us, as one sentence that says what
/// to do next. Not for what a compiler under test did (a Verdict), nor for our own bugs
/// (ASSAY_ASSERT).
struct Error {
  std::string message;
};

/// A value, or the Error that kept it from being made.
template <class T> class [[nodiscard]] Expected {
public:
  Expected(T value) : state(std::in_place_index<0>, std::move(value)) {}
  Expected(Error error) : state(std::in_place_index<1>, std::move(error)) {}

  explicit operator bool() const { return state.index() == 0; }
  T &operator*() & { return std::get<0>(state); }
  const T &operator*() const & { return std::get<0>(state); }
  T &&operator*() && { return std::get<0>(std::move(state)); }
  T *operator->() { return &std::get<0>(state); }
  const T *operator->() const { return &std::get<0>(state); }
  const Error &error() const { return std::get<1>(state); }

private:
  std::variant<T, Error> state;
};

/// Success, or the Error that prevented it.
template <> class [[nodiscard]] Expected<void> {
public:
  Expected() = default;
  Expected(Error error) : failure(std::move(error)), failed(true) {}

  explicit operator bool() const { return !failed; }
  const Error &error() const { return failure; }

private:
  Error failure;
  bool failed = false;
};

/// Leaves the enclosing function with the Error of an expression, if it has one.
#define ASSAY_TRY(...)                                                                             \
  do {                                                                                             \
    if (auto tried = (__VA_ARGS__); !tried)                                                        \
      return tried.error();                                                                        \
  } while (false)

} // namespace assay
