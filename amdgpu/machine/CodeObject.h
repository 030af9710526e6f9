#pragma once

#include "amdgpu/machine/Chip.h"
#include "amdgpu/machine/Decoder.h"
#include "amdgpu/machine/Metadata.h"

#include <map>

namespace assay::amdgpu {

/// What a kernel descriptor (AMDGPUUsage, "Kernel Descriptor") asks for.
struct KernelDescriptor {
  uint32_t ldsBytes = 0, scratchBytes = 0, kernargBytes = 0;
  /// Offset of the first instruction in the image.
  uint32_t entry = 0;
  uint32_t rsrc1 = 0, rsrc2 = 0, rsrc3 = 0;
  uint16_t properties = 0, kernargPreload = 0;
};

struct Kernel {
  KernelMetadata metadata;
  KernelDescriptor descriptor;
};

/// Where the image holds an address that depends on where it is loaded.
struct Relocation {
  uint32_t offset = 0;
  int64_t addend = 0; // relative to the image
};

/// A code object (ELF, version 3 or later), read and checked; nothing in it refers to the bytes it
/// came from. Bad input of any kind is an Error.
struct CodeObject {
  Chip chip = Chip::Gfx942;
  /// The loadable segments at their offsets.
  std::vector<std::byte> image;
  std::vector<Relocation> relocations;
  /// Executable sections as (offset, size) in the image.
  std::vector<std::pair<uint32_t, uint32_t>> code;
  std::map<std::string, Kernel> kernels;
  /// Global variables as (offset, size) in the image.
  std::map<std::string, std::pair<uint32_t, uint32_t>> variables;

  std::vector<Section> sections() const;

  static Expected<CodeObject> read(std::span<const std::byte> bytes);
  static constexpr uint64_t maxImageBytes = uint64_t(1) << 30;
};

/// The size of an ELF file of which only the beginning is known, from its headers; 0 if it is none.
uint64_t elfSize(const void *begin);

} // namespace assay::amdgpu
