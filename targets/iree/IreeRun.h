#pragma once

#include "flavours/Flavour.h"
#include "program/TestCase.h"
#include "target/Outcome.h"
#include "target/Target.h"
#include "targets/commands/MemoryGuard.h"
#include "targets/iree/IreeDevice.h"

#include <filesystem>

namespace assay {

/// A file with compiled code that goes when nobody needs it any more.
class ModuleFile {
public:
  explicit ModuleFile(std::filesystem::path path) : file(std::move(path)) {}
  ~ModuleFile();
  ModuleFile(const ModuleFile &) = delete;
  ModuleFile &operator=(const ModuleFile &) = delete;

  const std::filesystem::path &path() const { return file; }

private:
  std::filesystem::path file;
};

/// Where the code of a case is.
struct Compiled {
  std::shared_ptr<ModuleFile> module;
  std::string entry; // the function's name
};

/// A compiled module, run by iree-run-module: a process for each run, tensors in files of raw
/// bytes.
class IreeModule : public Executable {
public:
  IreeModule(const TestCase &testCase, Flavour flavour, std::filesystem::path tool,
             Compiled compiled, IreeDevice device);

  Outcome<std::vector<Tensor>> run(const Run &run, const std::vector<Tensor> &inputs) override;
  std::optional<Outcome<std::vector<Tensor>>>
  runInOtherOrder(const Run &run, const std::vector<Tensor> &inputs) override;
  std::optional<Outcome<std::vector<Tensor>>>
  runWithOtherFill(const Run &run, const std::vector<Tensor> &inputs) override;
  std::string racesIn(const Run &run, const std::vector<Tensor> &inputs) override;
  /// What the run prints beside its results: see IreeTrace.h.
  Outcome<std::string> trace(const Run &run, const std::vector<Tensor> &inputs) const;

private:
  /// Under what it runs, beside its inputs.
  struct Surroundings {
    std::vector<std::string> variables; // of the environment
    MemoryFill fill = MemoryFill::First;
  };
  /// Runs it, with a file for each input and result in the folder.
  Outcome<std::string> printed(const Run &run, const std::vector<Tensor> &inputs,
                               const std::filesystem::path &folder,
                               Surroundings surroundings) const;
  Outcome<std::vector<Tensor>> results(const Run &run, const std::vector<Tensor> &inputs,
                                       Surroundings surroundings) const;

  Program program;
  std::vector<SymbolId> scalars;
  Flavour flavour;
  std::filesystem::path tool;
  Compiled compiled;
  IreeDevice device;
};

/// "2x3xf32", "f32" for rank 0: how IREE's tools write the type of a buffer.
std::string ireeBufferType(const Tensor &tensor);

/// A scalar argument as iree-run-module takes it: an index, a !torch.int or, in StableHLO, a
/// tensor<i64>.
std::string ireeScalar(Flavour flavour, int64_t value);

} // namespace assay
