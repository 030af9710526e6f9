#pragma once

#include "runners/cpu/CpuRunner.h"

#include <string_view>

namespace assay::test {

/// A module in the func, memref, scf, cf, arith, math and llvm dialects, as LLVM IR.
std::unique_ptr<llvm::Module> lower(std::string_view text, llvm::LLVMContext &context);

/// Lowers, loads and keeps the executable; fails the test if the runner rejects it.
struct Loaded {
  explicit Loaded(std::string_view text, size_t scalars, size_t arguments,
                  OptLevel level = OptLevel::O0);
  Outcome<std::vector<Tensor>> run(const std::vector<Tensor> &arguments,
                                   const std::vector<ResultType> &results,
                                   const std::vector<int64_t> &scalars = {}) {
    return executable->run(scalars, arguments, results);
  }

  std::unique_ptr<CpuRunner> runner;
  std::unique_ptr<CpuExecutable> executable;
};

Tensor tensor(ElementType element, Shape shape, const std::vector<double> &values);
/// The tensors, or a test failure with what happened instead.
std::vector<Tensor> values(Outcome<std::vector<Tensor>> outcome);
/// The failure, or a test failure if there is none.
TargetFailure failure(Outcome<std::vector<Tensor>> outcome);

} // namespace assay::test
