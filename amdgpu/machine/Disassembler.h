#pragma once

#include "amdgpu/machine/Chip.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace assay::amdgpu {

/// LLVM's knowledge of one chip's instructions. Not thread-safe.
class Disassembler {
public:
  explicit Disassembler(Chip chip);
  ~Disassembler();
  Disassembler(const Disassembler &) = delete;
  Disassembler &operator=(const Disassembler &) = delete;

  Chip chip() const { return of; }

  struct Line {
    /// As in the ISA manual: "v_add_f32", without what says how operands are encoded.
    std::string name;
    unsigned bytes = 0;
  };
  /// The instruction that `code` begins with, or nothing if these bytes are none.
  std::optional<Line> decode(std::span<const std::byte> code, uint64_t address) const;
  /// As assembly text, with operands.
  std::optional<std::string> text(std::span<const std::byte> code, uint64_t address) const;

private:
  Chip of;
  struct Parts;
  std::unique_ptr<Parts> parts;
};

} // namespace assay::amdgpu
