#include "amdgpu/machine/Bundle.h"
#include "amdgpu/machine/CodeObject.h"
#include "amdgpu/machine/Decoder.h"

#include <cstring>

using namespace assay::amdgpu;

/// A code object or a bundle of one; or, behind "CODE", bare instructions.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::span<const std::byte> bytes(reinterpret_cast<const std::byte *>(data), size);
  static const Disassembler gfx942(Chip::Gfx942), gfx90a(Chip::Gfx90a);
  if (size >= 5 && std::memcmp(data, "CODE", 4) == 0) {
    const Section section{0, bytes.subspan(5)};
    const Disassembler &disassembler = data[4] % 2 == 0 ? gfx942 : gfx90a;
    (void)decode({&section, 1}, disassembler, SimdLevel::Scalar);
    for (size_t at = 0; at < section.bytes.size() && at < 64; at += 4)
      (void)disassembler.text(section.bytes.subspan(at), at);
    return 0;
  }
  auto object = unbundle(bytes, Chip::Gfx942);
  if (!object)
    return 0;
  auto read = CodeObject::read(*object);
  if (!read || read->image.size() > (1U << 20))
    return 0;
  const Disassembler &disassembler = read->chip == Chip::Gfx942 ? gfx942 : gfx90a;
  (void)decode(read->sections(), disassembler, SimdLevel::Scalar);
  return 0;
}
