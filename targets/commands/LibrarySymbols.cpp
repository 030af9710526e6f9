#include "targets/commands/LibrarySymbols.h"

#include <llvm/DebugInfo/Symbolize/Symbolize.h>

namespace assay {

using llvm::symbolize::LLVMSymbolizer;

static LLVMSymbolizer::Options options() {
  LLVMSymbolizer::Options options;
  options.Demangle = false;
  return options;
}

std::string functionAt(const std::string &file, uint64_t address) {
  // Keeps what it has read: the next crash is likely to be in the same library.
  static LLVMSymbolizer symbolizer(options());
  auto found =
      symbolizer.symbolizeCode(file, {address, llvm::object::SectionedAddress::UndefSection});
  if (!found) {
    llvm::consumeError(found.takeError());
    return "";
  }
  return found->FunctionName == llvm::DILineInfo::BadString ? "" : found->FunctionName;
}

} // namespace assay
