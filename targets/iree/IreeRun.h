#pragma once

#include "flavours/Flavour.h"
#include "program/Outcome.h"
#include "program/TestCase.h"
#include "runners/process/ScratchFolder.h"
#include "targets/Target.h"

namespace assay {

/// A compiled module, run by iree-run-module: a process for each run, tensors in files of raw
/// bytes.
class IreeModule : public Executable {
public:
  IreeModule(const TestCase &testCase, Flavour flavour, std::filesystem::path tool,
             std::filesystem::path module, std::shared_ptr<ScratchFolder> scratch);
  ~IreeModule() override;

  Outcome<std::vector<Tensor>> run(const Run &run, const std::vector<Tensor> &inputs) override;

private:
  Program program;
  std::vector<SymbolId> scalars;
  Flavour flavour;
  std::filesystem::path tool, module;
  std::shared_ptr<ScratchFolder> scratch;
};

/// "2x3xf32", "f32" for rank 0: how IREE's tools write the type of a buffer.
std::string ireeBufferType(const Tensor &tensor);

/// A scalar argument as iree-run-module takes it: an index, or in StableHLO a tensor<i64>.
std::string ireeScalar(Flavour flavour, int64_t value);

} // namespace assay
