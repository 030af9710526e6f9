#include "compiler/codeobject/CodeObject.h"

#include "support/Assert.h"
#include "support/FirstLine.h"

#include <lld/Common/CommonLinkerContext.h>
#include <lld/Common/Driver.h>
#include <llvm/Analysis/CGSCCPassManager.h>
#include <llvm/Analysis/LoopAnalysisManager.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/FileUtilities.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

LLD_HAS_DRIVER(elf)

namespace assay {

using namespace llvm;

const std::vector<GpuChip> gpuChips = {{"gfx942", 9402}, {"gfx90a", 9010}};

static TargetFailure rejected(std::string detail) {
  return {TargetFailure::Kind::Rejected, Stage::Compile, std::move(detail)};
}

Expected<CodeObjectWriter> CodeObjectWriter::create(OptLevel level, const GpuChip &chip) {
  auto library = DeviceLibrary::find();
  if (!library)
    return library.error();
  return CodeObjectWriter(level, chip, std::move(*library));
}

CodeObjectWriter::CodeObjectWriter(OptLevel level, const GpuChip &chip, DeviceLibrary library)
    : level(level), gpu(chip), library(std::move(library)) {
  LLVMInitializeAMDGPUTargetInfo();
  LLVMInitializeAMDGPUTarget();
  LLVMInitializeAMDGPUTargetMC();
  LLVMInitializeAMDGPUAsmPrinter();
  const Triple triple("amdgcn-amd-amdhsa");
  std::string error;
  const Target *amdgpu = TargetRegistry::lookupTarget(triple, error);
  ASSAY_ASSERT(amdgpu, error.c_str());
  // LLVM 22 folds sums of products of i8 into v_dot4, also where they are of 64 bits, and loses the
  // upper ones (docs/found.md).
  const StringRef features = "-dot1-insts,-dot7-insts";
  target.reset(amdgpu->createTargetMachine(
      triple, gpu.name, features, TargetOptions(), Reloc::PIC_, std::nullopt,
      level == OptLevel::O0 ? CodeGenOptLevel::None : CodeGenOptLevel::Default));
}

void CodeObjectWriter::optimise(Module &module) {
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager callGraph;
  ModuleAnalysisManager modules;
  PassBuilder builder(target.get());
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(callGraph);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, callGraph, modules);
  ModulePassManager passes;
  if (level == OptLevel::O0) {
    passes.addPass(AlwaysInlinerPass());
    passes.addPass(GlobalDCEPass());
  } else {
    passes = builder.buildPerModuleDefaultPipeline(OptimizationLevel::O1);
  }
  passes.run(module, modules);
}

namespace {

/// A file in memory, which lld can be given by name.
class MemoryFile {
public:
  MemoryFile() : descriptor(memfd_create("assay", MFD_CLOEXEC)) {
    ASSAY_ASSERT(descriptor >= 0, "a file in memory cannot be made");
  }
  ~MemoryFile() { close(descriptor); }
  MemoryFile(const MemoryFile &) = delete;
  MemoryFile &operator=(const MemoryFile &) = delete;
  std::string path() const { return fmt::format("/proc/self/fd/{}", descriptor); }
  int fd() const { return descriptor; }

private:
  int descriptor;
};

} // namespace

/// The relocatable object as one that can be loaded, or what is wrong.
static Outcome<std::string> link(const MemoryFile &object) {
  // lld puts a new file in the place of its output, so that this has to be a real one.
  SmallString<64> linked;
  if (std::error_code problem = sys::fs::createTemporaryFile("assay", "hsaco", linked))
    return rejected("no temporary file can be made: " + problem.message());
  const FileRemover remover(linked);
  const std::string from = object.path();
  const char *words[] = {"ld.lld",     "-shared", "--no-undefined", "--threads=1",
                         from.c_str(), "-o",      linked.c_str()};
  std::string complaints;
  raw_string_ostream stream(complaints);
  const bool isLinked = lld::elf::link(words, stream, stream, false, false);
  lld::CommonLinkerContext::destroy();
  if (!isLinked)
    return rejected(firstLine(complaints));
  auto file = MemoryBuffer::getFile(linked, false, false);
  if (!file)
    return rejected("the linker wrote nothing");
  return (*file)->getBuffer().str();
}

void CodeObjectWriter::emit(Module &module, raw_pwrite_stream &stream, CodeGenFileType type) {
  legacy::PassManager passes;
  const bool failed = target->addPassesToEmitFile(passes, stream, nullptr, type, true);
  ASSAY_ASSERT(!failed, "the AMDGPU target emits no such file");
  passes.run(module);
}

Outcome<std::string> CodeObjectWriter::write(Module &module, std::string *assembly) {
  std::string error;
  module.getContext().setDiagnosticHandlerCallBack(
      [](const DiagnosticInfo *info, void *context) {
        std::string &first = *static_cast<std::string *>(context);
        if (info->getSeverity() != DS_Error || !first.empty())
          return;
        raw_string_ostream stream(first);
        DiagnosticPrinterRawOStream printer(stream);
        info->print(printer);
      },
      &error);
  module.setTargetTriple(target->getTargetTriple());
  module.setDataLayout(target->createDataLayout());
  module.addModuleFlag(Module::Error, "amdhsa_code_object_version", 500);
  if (std::string problem = library.linkInto(module, gpu.isaVersion); !problem.empty())
    return rejected(std::move(problem));
  optimise(module);
  if (assembly) {
    SmallString<0> text;
    raw_svector_ostream stream(text);
    emit(*CloneModule(module), stream, CodeGenFileType::AssemblyFile);
    *assembly = text.str().str();
  }
  const MemoryFile object;
  {
    raw_fd_ostream stream(object.fd(), /*shouldClose=*/false);
    emit(module, stream, CodeGenFileType::ObjectFile);
  }
  if (!error.empty())
    return rejected(std::move(error));
  return link(object);
}

} // namespace assay
