#include "targets/commands/TensorFile.h"

#include "targets/commands/Npy.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstring>
#include <fstream>

namespace assay {

namespace fs = std::filesystem;

std::string_view fileExtension(TensorFormat format) {
  return format == TensorFormat::Npy ? ".npy" : ".bin";
}

std::string tensorBytes(const Tensor &tensor, TensorFormat format) {
  std::string bytes;
  if (format == TensorFormat::Npy)
    bytes = npyHeader(tensor.element(), tensor.shape());
  bytes.append(reinterpret_cast<const char *>(tensor.data()), tensor.byteSize());
  return bytes;
}

Expected<void> writeTensor(const fs::path &path, const Tensor &tensor, TensorFormat format) {
  std::ofstream file(path, std::ios::binary);
  file << tensorBytes(tensor, format);
  file.flush();
  if (!file)
    return Error{fmt::format("cannot write {}: is the disk full?", path.string())};
  return {};
}

/// A file may be much longer than what was asked for.
static std::optional<std::string> firstBytes(const fs::path &path, size_t most) {
  std::ifstream file(path, std::ios::binary);
  if (!file)
    return std::nullopt;
  std::string bytes(most, '\0');
  file.read(bytes.data(), static_cast<std::streamsize>(most));
  bytes.resize(static_cast<size_t>(file.gcount()));
  return bytes;
}

/// Whether elements of that kind stand for the type: NumPy spells what has one byte in two ways,
/// and bf16 in several.
static bool isDescrOf(std::string_view descr, ElementType element) {
  const std::string_view wanted = npyDescr(element);
  if (element == ElementType::BF16)
    return descr == "<V2" || descr == "|V2" || descr == "bfloat16" || descr == "<u2";
  if (element == ElementType::I1 && (descr == "|i1" || descr == "|u1"))
    return true;
  return descr.size() > 1 && descr.substr(1) == wanted.substr(1) && descr[0] != '>';
}

/// From column-major to row-major order.
static Tensor reordered(const Tensor &columns) {
  Tensor rows(columns.element(), columns.shape());
  const size_t width = storageBytes(columns.element());
  Shape index(columns.shape().size(), 0);
  for (int64_t to = 0; to < rows.size(); ++to) {
    int64_t from = 0;
    for (size_t dim = index.size(); dim-- > 0;)
      from = from * columns.shape()[dim] + index[dim];
    std::memcpy(rows.data() + static_cast<size_t>(to) * width,
                columns.data() + static_cast<size_t>(from) * width, width);
    for (size_t dim = index.size(); dim-- > 0;) {
      if (++index[dim] < columns.shape()[dim])
        break;
      index[dim] = 0;
    }
  }
  return rows;
}

std::variant<Tensor, NoTensor> readTensor(const fs::path &path, ElementType element,
                                          const Shape &shape, TensorFormat format) {
  constexpr size_t longestHeader = 64 << 10;
  Tensor tensor(element, shape);
  std::error_code code;
  // A pipe that nobody writes to would never end.
  const bool isFile = fs::is_regular_file(path, code);
  const uintmax_t size = isFile ? fs::file_size(path, code) : 0;
  const auto bytes = isFile ? firstBytes(path, longestHeader + tensor.byteSize()) : std::nullopt;
  if (!bytes || code)
    return NoTensor{"was not written"};
  NpyHeader header;
  if (format == TensorFormat::Npy) {
    auto read = readNpyHeader(*bytes);
    if (auto *why = std::get_if<std::string>(&read))
      return NoTensor{*why};
    header = std::get<NpyHeader>(read);
    if (!isDescrOf(header.descr, element))
      return NoTensor{
          fmt::format("has elements of type {}, not {}", header.descr, npyDescr(element))};
    if (header.shape != shape)
      return NoTensor{fmt::format("has shape [{}], not [{}]", fmt::join(header.shape, ","),
                                  fmt::join(shape, ","))};
  }
  if (size != header.size + tensor.byteSize())
    return NoTensor{fmt::format("is {} bytes long, not {}", size, header.size + tensor.byteSize())};
  if (bytes->size() < size)
    return NoTensor{"has too long a header"};
  std::memcpy(tensor.data(), bytes->data() + header.size, tensor.byteSize());
  return header.isFortranOrder ? reordered(tensor) : tensor;
}

} // namespace assay
