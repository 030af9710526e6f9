#pragma once

#include "compiler/codeobject/DeviceLibrary.h"
#include "support/OptLevel.h"
#include "target/Outcome.h"

#include <llvm/IR/Module.h>
#include <llvm/Support/CodeGen.h>
#include <llvm/Target/TargetMachine.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

/// A GPU that code is made for.
struct GpuChip {
  std::string_view name;
  uint32_t isaVersion; // as ocml has it
};
/// gfx942, the default, and gfx90a.
extern const std::vector<GpuChip> gpuChips;

/// Makes code objects (version 5) of LLVM modules, with LLVM's AMDGPU target and lld, in this
/// process. Keeps its target machine.
class CodeObjectWriter {
public:
  /// An error says that ocml is missing.
  static Expected<CodeObjectWriter> create(OptLevel level, const GpuChip &chip);

  /// An ELF file to load on the chip, and what is in it as assembly text if that is asked for. The
  /// module is used up.
  Outcome<std::string> write(llvm::Module &module, std::string *assembly = nullptr);

  const GpuChip &chip() const { return gpu; }

private:
  CodeObjectWriter(OptLevel level, const GpuChip &chip, DeviceLibrary library);
  void optimise(llvm::Module &module);
  void emit(llvm::Module &module, llvm::raw_pwrite_stream &stream, llvm::CodeGenFileType type);

  OptLevel level;
  GpuChip gpu;
  DeviceLibrary library;
  std::unique_ptr<llvm::TargetMachine> target;
};

} // namespace assay
