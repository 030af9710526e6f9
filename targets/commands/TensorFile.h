#pragma once

#include "program/types/Tensor.h"
#include "support/Expected.h"

#include <filesystem>
#include <variant>

namespace assay {

/// How a tensor stands in a file.
enum class TensorFormat : uint8_t {
  Raw, // row-major elements as the machine stores them, nothing else; an i1 is a byte
  Npy, // as numpy.save() writes it, bf16 as V2
};
inline constexpr std::array<std::string_view, 2> names(TensorFormat) { return {"raw", "npy"}; }

/// "raw" files end in ".bin" and "npy" files in ".npy": some programs tell by that.
std::string_view fileExtension(TensorFormat format);

/// The bytes of such a file.
std::string tensorBytes(const Tensor &tensor, TensorFormat format);

Expected<void> writeTensor(const std::filesystem::path &path, const Tensor &tensor,
                           TensorFormat format);

/// Why the file does not hold a tensor of the type that was expected: "is 8 bytes long, not 12".
struct NoTensor {
  std::string why;
};
std::variant<Tensor, NoTensor> readTensor(const std::filesystem::path &path, ElementType element,
                                          const Shape &shape, TensorFormat format);

} // namespace assay
