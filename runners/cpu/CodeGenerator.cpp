#include "runners/cpu/CodeGenerator.h"
#include "runners/cpu/FastSelection.h"

#include "support/Assert.h"
#include "support/Stopwatch.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/Analysis/CGSCCPassManager.h>
#include <llvm/Analysis/LoopAnalysisManager.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/SmallVectorMemoryBuffer.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/TargetParser/Host.h>

namespace assay {

namespace {

/// Keeps the first error instead of exiting, as LLVMContext would.
struct ErrorCollector : llvm::DiagnosticHandler {
  std::string &first;
  explicit ErrorCollector(std::string &first) : first(first) {}

  bool handleDiagnostics(const llvm::DiagnosticInfo &info) override {
    if (info.getSeverity() == llvm::DS_Error && first.empty()) {
      llvm::raw_string_ostream stream(first);
      llvm::DiagnosticPrinterRawOStream printer(stream);
      info.print(printer);
    }
    return true;
  }
};

} // namespace

Processor chooseProcessor() {
  const llvm::StringMap<bool> host = llvm::sys::getHostCPUFeatures();
  const char *needed[] = {"avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe"};
  if (std::all_of(std::begin(needed), std::end(needed),
                  [&](const char *feature) { return host.lookup(feature); }))
    return {"x86-64-v3", "", true};
  std::string features;
  for (const auto &feature : host)
    features += (features.empty() ? "" : ",") + std::string(feature.second ? "+" : "-") +
                feature.first().str();
  return {llvm::sys::getHostCPUName().str(), features, false};
}

CodeGenerator::CodeGenerator(OptLevel level) : level(level) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  const llvm::Triple triple(llvm::sys::getProcessTriple());
  std::string error;
  const llvm::Target *native = llvm::TargetRegistry::lookupTarget(triple, error);
  ASSAY_ASSERT(native, error.c_str());
  const Processor processor = chooseProcessor();
  target.reset(native->createTargetMachine(
      triple, processor.cpu, processor.features, llvm::TargetOptions(), llvm::Reloc::PIC_,
      llvm::CodeModel::Small,
      level == OptLevel::O3 ? llvm::CodeGenOptLevel::Default : llvm::CodeGenOptLevel::None,
      /*JIT=*/true));
  ASSAY_ASSERT(target, "LLVM has no target machine for this processor");
}

void CodeGenerator::simplify(llvm::Module &module) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager callGraph;
  llvm::ModuleAnalysisManager modules;
  llvm::PipelineTuningOptions tuning;
  tuning.LoopUnrolling = false;
  llvm::PassBuilder builder(target.get(), tuning);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(callGraph);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, callGraph, modules);
  builder
      .buildModuleSimplificationPipeline(llvm::OptimizationLevel::O2,
                                         llvm::ThinOrFullLTOPhase::None)
      .run(module, modules);
}

Outcome<std::unique_ptr<llvm::MemoryBuffer>> CodeGenerator::run(llvm::Module &module,
                                                                CodegenSeconds &seconds) {
  std::string error;
  module.getContext().setDiagnosticHandler(std::make_unique<ErrorCollector>(error));
  module.setTargetTriple(target->getTargetTriple());
  module.setDataLayout(target->createDataLayout());
  {
    Stopwatch watch(seconds.optimise);
    if (level >= OptLevel::O2)
      simplify(module);
    else
      prepareFastSelection(module);
  }
  llvm::SmallVector<char, 0> object;
  {
    Stopwatch watch(seconds.codegen);
    llvm::raw_svector_ostream stream(object);
    llvm::legacy::PassManager passes;
    llvm::MCContext *unused = nullptr;
    const bool failed = target->addPassesToEmitMC(passes, unused, stream, /*DisableVerify=*/true);
    ASSAY_ASSERT(!failed, "the host's target emits no objects");
    passes.run(module);
  }
  if (!error.empty())
    return TargetFailure{TargetFailure::Kind::Rejected, Stage::Compile, std::move(error)};
  return std::make_unique<llvm::SmallVectorMemoryBuffer>(std::move(object),
                                                         /*RequiresNullTerminator=*/false);
}

} // namespace assay
