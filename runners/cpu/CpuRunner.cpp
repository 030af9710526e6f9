#include "runners/cpu/CpuRunner.h"

#include "runners/cpu/Entry.h"
#include "runners/cpu/Runtime.h"
#include "support/Assert.h"
#include "support/Stopwatch.h"

#include <llvm/ExecutionEngine/Orc/AbsoluteSymbols.h>
#include <llvm/ExecutionEngine/Orc/ExecutionUtils.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>

#include <fmt/format.h>

namespace assay {

using namespace llvm;

CpuRunner::CpuRunner(OptLevel level) : generator(level) {}
CpuRunner::~CpuRunner() = default;

Expected<std::unique_ptr<CpuRunner>> CpuRunner::create(OptLevel level) {
  std::unique_ptr<CpuRunner> runner(new CpuRunner(level));
  ASSAY_TRY(runner->start());
  return runner;
}

/// What `error` says, with what to do.
static Error startError(llvm::Error error) {
  return Error{fmt::format("cannot set up the JIT compiler ({}); check that executable memory is "
                           "allowed here and that LLVM 22 is installed whole",
                           toString(std::move(error)))};
}

Expected<void> CpuRunner::start() {
  const TargetMachine &machine = generator.machine();
  orc::JITTargetMachineBuilder machineBuilder(machine.getTargetTriple());
  machineBuilder.setCPU(machine.getTargetCPU().str());
  auto built = orc::LLJITBuilder()
                   .setJITTargetMachineBuilder(std::move(machineBuilder))
                   .setDataLayout(machine.createDataLayout())
                   .setLinkProcessSymbolsByDefault(false)
                   .setPlatformSetUp(orc::setUpInactivePlatform)
                   .create();
  if (!built)
    return startError(built.takeError());
  jit = std::move(*built);
  // The reason why a lookup fails, such as a missing symbol, is told here.
  jit->getExecutionSession().setErrorReporter([this](llvm::Error error) {
    std::string text = toString(std::move(error));
    if (linkError.empty())
      linkError = std::move(text);
  });

  orc::ExecutionSession &session = jit->getExecutionSession();
  runtime = &session.createBareJITDylib("runtime");
  orc::SymbolMap symbols;
  for (const RuntimeSymbol &symbol : runtimeSymbols())
    symbols[jit->mangleAndIntern(symbol.name)] = {orc::ExecutorAddr::fromPtr(symbol.address),
                                                  JITSymbolFlags::Exported |
                                                      JITSymbolFlags::Callable};
  if (llvm::Error error = runtime->define(orc::absoluteSymbols(std::move(symbols))))
    return startError(std::move(error));
  auto process = orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(
      machine.createDataLayout().getGlobalPrefix());
  if (!process)
    return startError(process.takeError());
  runtime->addGenerator(std::move(*process));
  return {};
}

Outcome<std::unique_ptr<CpuLibrary>> CpuRunner::load(Module &module,
                                                     std::span<const std::string> functions) {
  if (auto problem = addEntries(module, functions))
    return TargetFailure{TargetFailure::Kind::Rejected, Stage::Load, std::move(*problem)};
  auto object = generator.run(module, spent);
  if (auto *failure = object.failure())
    return *failure;

  Stopwatch watch(spent.link);
  orc::JITDylib &code =
      jit->getExecutionSession().createBareJITDylib(fmt::format("program {}", loaded++));
  std::unique_ptr<CpuLibrary> library(new CpuLibrary(*this, code));
  code.addToLinkOrder(*runtime);
  linkError.clear();
  auto fail = [this](llvm::Error error) {
    const std::string text = toString(std::move(error));
    return TargetFailure{TargetFailure::Kind::Rejected, Stage::Load,
                         linkError.empty() ? text : linkError};
  };
  if (llvm::Error error = jit->addObjectFile(code, std::move(*object)))
    return fail(std::move(error));
  for (const std::string &function : functions) {
    auto entry = jit->lookup(code, entryName(function));
    if (!entry)
      return fail(entry.takeError());
    library->found.push_back(entry->toPtr<CpuLibrary::Entry>());
  }
  return library;
}

CpuLibrary::~CpuLibrary() {
  Stopwatch watch(runner.spent.link);
  if (llvm::Error error = runner.jit->getExecutionSession().removeJITDylib(library))
    ASSAY_ASSERT(false, toString(std::move(error)).c_str());
}

} // namespace assay
