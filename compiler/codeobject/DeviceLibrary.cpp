#include "compiler/codeobject/DeviceLibrary.h"

#include "support/OwnFolder.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Transforms/IPO/Internalize.h>

#include <fmt/format.h>

namespace assay {

using namespace llvm;

Expected<DeviceLibrary> DeviceLibrary::find() {
  const std::filesystem::path places[] = {inOwnFolder("lib/hip/ocml.bc"),
                                          "/opt/rocm/amdgcn/bitcode/ocml.bc"};
  for (const auto &place : places)
    if (auto file = MemoryBuffer::getFile(place.string())) {
      DeviceLibrary library;
      library.bitcode = std::move(*file);
      return library;
    }
  return Error{fmt::format("there is neither {} nor {}: install ROCm's device libraries "
                           "(rocm-device-libs) and build assay again",
                           places[0].string(), places[1].string())};
}

/// Defines what ocml reads to learn how it is compiled.
static void defineOptions(Module &module, uint32_t isaVersion) {
  auto define = [&](StringRef name, unsigned width, uint64_t value) {
    GlobalVariable *variable = module.getGlobalVariable(name);
    if (!variable)
      return;
    variable->setInitializer(ConstantInt::get(IntegerType::get(module.getContext(), width), value));
    variable->setConstant(true);
    variable->setLinkage(GlobalValue::InternalLinkage);
  };
  define("__oclc_ISA_version", 32, isaVersion);
  define("__oclc_ABI_version", 32, 500);
  define("__oclc_wavefrontsize64", 8, 1);
  define("__oclc_correctly_rounded_sqrt32", 8, 1);
  for (StringRef off : {"__oclc_finite_only_opt", "__oclc_unsafe_math_opt", "__oclc_daz_opt"})
    define(off, 8, 0);
}

std::string DeviceLibrary::linkInto(Module &module, uint32_t isaVersion) const {
  const bool isNeeded = any_of(module, [](const Function &function) {
    return function.isDeclaration() && function.getName().starts_with("__ocml_");
  });
  if (!isNeeded)
    return {};
  SMDiagnostic diagnostic;
  auto functions =
      getLazyIRModule(MemoryBuffer::getMemBuffer(bitcode->getMemBufferRef(), false), diagnostic,
                      module.getContext(), /*ShouldLazyLoadMetadata=*/true);
  if (!functions)
    return "AMD's device library cannot be read: " + diagnostic.getMessage().str();
  functions->setDataLayout(module.getDataLayout());
  functions->setTargetTriple(module.getTargetTriple());
  const auto makeInternal = [](Module &linked, const StringSet<> &names) {
    internalizeModule(linked, [&](const GlobalValue &value) {
      return !value.hasName() || !names.contains(value.getName());
    });
  };
  if (Linker::linkModules(module, std::move(functions), Linker::LinkOnlyNeeded, makeInternal))
    return "AMD's device library cannot be linked";
  defineOptions(module, isaVersion);
  return {};
}

} // namespace assay
