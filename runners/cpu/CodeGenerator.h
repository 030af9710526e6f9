#pragma once

#include "program/Outcome.h"

#include <llvm/IR/Module.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Target/TargetMachine.h>

#include <memory>

namespace assay {

/// How much LLVM does to a module.
enum class OptLevel : uint8_t {
  O0, // no passes, fast instruction selection
  O1, // no passes, full instruction selection with few optimisations
  O2, // the default O2 pipeline and code generation
};
inline constexpr std::array<std::string_view, 3> names(OptLevel) { return {"O0", "O1", "O2"}; }

/// The processor that code is made for: x86-64-v3, so that results do not depend on the machine, or
/// the host where it lacks v3. (With AVX512-BF16 code generation would flush subnormals on the way
/// to bf16.)
struct Processor {
  std::string cpu;
  std::string features;
  bool isPinned = false;
};
Processor chooseProcessor();

/// Wall seconds spent so far, by step.
struct CodegenSeconds {
  double optimise = 0, codegen = 0, link = 0;
};

/// Optimises LLVM modules and turns them into object files. Keeps its target machine.
class CodeGenerator {
public:
  explicit CodeGenerator(OptLevel level);

  const llvm::TargetMachine &machine() const { return *target; }
  /// Sets triple and data layout, runs the level's passes and emits. The module is used up.
  Outcome<std::unique_ptr<llvm::MemoryBuffer>> run(llvm::Module &module, CodegenSeconds &seconds);

private:
  void optimise(llvm::Module &module);

  OptLevel level;
  std::unique_ptr<llvm::TargetMachine> target;
};

} // namespace assay
