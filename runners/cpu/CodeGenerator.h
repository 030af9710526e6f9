#pragma once

#include "support/OptLevel.h"
#include "target/Outcome.h"

#include <llvm/IR/Module.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Target/TargetMachine.h>

#include <memory>

namespace assay {

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

/// Optimises LLVM modules and turns them into object files. Keeps its target machine. O0 and O1 run
/// no passes; O2 runs the half of LLVM's O2 pipeline that simplifies. The other half unrolls and
/// vectorises, which is the business of the passes before LLVM, and takes a quarter of the
/// optimiser's time. Instructions are selected fast at every level but O3: full selection takes
/// five times as long, a third of what a program costs at O2, and is not what is tested. O3 keeps
/// sums in registers, which fast selection would spill.
class CodeGenerator {
public:
  explicit CodeGenerator(OptLevel level);

  const llvm::TargetMachine &machine() const { return *target; }
  /// Sets triple and data layout, runs the level's passes and emits. The module is used up.
  Outcome<std::unique_ptr<llvm::MemoryBuffer>> run(llvm::Module &module, CodegenSeconds &seconds);

private:
  void simplify(llvm::Module &module);

  OptLevel level;
  std::unique_ptr<llvm::TargetMachine> target;
};

} // namespace assay
