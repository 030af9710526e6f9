#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace assay::amdgpu {

/// A conversion of C's printf, as in "%-8.3lf".
struct Conversion {
  bool left = false, plus = false, space = false, alternate = false, zero = false;
  /// Those that an argument gives are not in the text.
  bool widthIsArgument = false, precisionIsArgument = false;
  int width = 0;
  int precision = -1; // none
  enum class Length : uint8_t { Char, Short, Int, Long };
  Length length = Length::Int;
  /// One of "diouxXcsfFeEgGaApn%".
  char letter = 0;
  /// Of its text.
  size_t bytes = 0;

  /// The one that `text` begins with, at its '%'; none if there is none.
  static std::optional<Conversion> parse(std::string_view text);
  /// A negative width means its amount and '-', a negative precision none.
  void setWidth(int value);
  void setPrecision(int value);
};

} // namespace assay::amdgpu
