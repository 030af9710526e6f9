#pragma once

#include "program/Outcome.h"
#include "program/TestCase.h"
#include "runners/process/Command.h"
#include "targets/Target.h"

namespace assay {

/// A compiled module, run by iree-run-module: a process for each run, tensors in files of raw
/// bytes.
class IreeModule : public Executable {
public:
  /// `scalarType` stands before the value of a scalar argument: "" for index, "i64=" for a
  /// tensor<i64>.
  IreeModule(const TestCase &testCase, std::string scalarType, std::filesystem::path tool,
             std::filesystem::path module, std::shared_ptr<ScratchFolder> scratch);
  ~IreeModule() override;

  Outcome<std::vector<Tensor>> run(const Run &run, const std::vector<Tensor> &inputs) override;

private:
  Program program;
  std::vector<SymbolId> scalars;
  std::string scalarType;
  std::filesystem::path tool, module;
  std::shared_ptr<ScratchFolder> scratch;
};

/// "2x3xf32", "f32" for rank 0: how IREE's tools write the type of a buffer.
std::string ireeBufferType(const Tensor &tensor);

} // namespace assay
