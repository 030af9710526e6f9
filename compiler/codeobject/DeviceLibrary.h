#pragma once

#include "support/Expected.h"

#include <llvm/IR/Module.h>
#include <llvm/Support/MemoryBuffer.h>

#include <memory>

namespace assay {

/// AMD's mathematical functions (ocml) as LLVM bitcode, from ROCm's device libraries.
class DeviceLibrary {
public:
  /// Reads `lib/hip/ocml.bc` beside the folder of this program, or what ROCm has installed.
  static Expected<DeviceLibrary> find();

  /// Adds the functions that the module calls, and what they want to know of the chip
  /// (`isaVersion` is 9402 for gfx942). Returns what is wrong, or nothing.
  std::string linkInto(llvm::Module &module, uint32_t isaVersion) const;

private:
  std::shared_ptr<llvm::MemoryBuffer> bitcode;
};

} // namespace assay
