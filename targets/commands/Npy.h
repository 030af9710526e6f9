#pragma once

#include "program/types/Tensor.h"

#include <string>
#include <string_view>
#include <variant>

namespace assay {

/// What NumPy's format NPY says in front of the elements.
struct NpyHeader {
  std::string descr; // "<f4"
  bool isFortranOrder = false;
  Shape shape;
  size_t size = 0; // in bytes, of all that precedes the elements
};

/// The header of version 1.0 with its magic string.
std::string npyHeader(ElementType element, const Shape &shape);

/// Takes versions 1 to 3; a sentence says what is wrong with others.
std::variant<NpyHeader, std::string> readNpyHeader(std::string_view bytes);

/// "<f4", "|b1"; bf16, which NumPy has not, is "<V2", as ml_dtypes writes it.
std::string_view npyDescr(ElementType element);

} // namespace assay
