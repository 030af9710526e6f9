#pragma once

#include "program/types/Tensor.h"
#include "runners/cpu/CodeGenerator.h"
#include "support/Expected.h"

#include <span>

namespace llvm::orc {
class JITDylib;
class LLJIT;
} // namespace llvm::orc

namespace assay {

/// The element type and shape that a result must have.
struct ResultType {
  ElementType element = ElementType::F32;
  Shape shape;
};

class CpuRunner;

/// Code that was linked into this process; removed with this. Must not outlive its CpuRunner.
class CpuLibrary {
public:
  using Entry = void (*)(int64_t *words);

  ~CpuLibrary();
  CpuLibrary(const CpuLibrary &) = delete;
  CpuLibrary &operator=(const CpuLibrary &) = delete;

  /// Of the functions that were asked for, in their order.
  const std::vector<Entry> &entries() const { return found; }

private:
  friend class CpuRunner;
  CpuLibrary(CpuRunner &runner, llvm::orc::JITDylib &library) : runner(runner), library(library) {}

  CpuRunner &runner;
  llvm::orc::JITDylib &library;
  std::vector<Entry> found;
};

/// A program that is one function, main.
class CpuExecutable {
public:
  /// Optimises, generates code and links. The module defines
  ///   void _mlir_ciface_main(ptr results, i64..., ptr...)
  /// as convert-func-to-llvm makes it for @main with llvm.emit_c_interface: `scalars` times i64,
  /// then a memref descriptor for each argument; `results` points to the descriptors of all results
  /// in a row. The module is used up.
  static Outcome<std::unique_ptr<CpuExecutable>> load(CpuRunner &runner, llvm::Module &module,
                                                      size_t scalars, size_t arguments);

  /// Calls main once: the scalars as index, then a copy of each argument, in guarded memory; what
  /// comes back must be as `results` says. A write outside of the program's buffers, into an
  /// argument or into freed memory is a Sanitizer failure. A result of another shape is handed back
  /// as it is.
  Outcome<std::vector<Tensor>> run(std::span<const int64_t> scalars,
                                   std::span<const Tensor> arguments,
                                   std::span<const ResultType> results);

  /// CPU seconds that one such call takes, in memory without guards. Results are thrown away.
  Outcome<double> time(std::span<const int64_t> scalars, std::span<const Tensor> arguments,
                       std::span<const ResultType> results);

private:
  explicit CpuExecutable(std::unique_ptr<CpuLibrary> library) : library(std::move(library)) {}

  std::unique_ptr<CpuLibrary> library;
};

/// Links programs into this process. Keeps one JIT: a program is a library in it that goes away
/// after use.
class CpuRunner {
public:
  static Expected<std::unique_ptr<CpuRunner>> create(OptLevel level);
  ~CpuRunner();

  /// Optimises, generates code and links; what of the module is not called by these functions goes.
  /// The module is used up.
  Outcome<std::unique_ptr<CpuLibrary>> load(llvm::Module &module,
                                            std::span<const std::string> functions);

  const CodegenSeconds &seconds() const { return spent; }

private:
  explicit CpuRunner(OptLevel level);
  Expected<void> start();
  friend class CpuLibrary;

  CodeGenerator generator;
  std::unique_ptr<llvm::orc::LLJIT> jit;
  llvm::orc::JITDylib *runtime = nullptr;
  uint64_t loaded = 0;
  std::string linkError; // first one since load() began
  CodegenSeconds spent;
};

} // namespace assay
