#pragma once

#include <llvm/IR/Module.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace assay {

/// The function that addEntry() makes of one.
inline std::string entryName(std::string_view function) {
  return "assay_entry_" + std::string(function);
}

/// @main as convert-func-to-llvm makes it with llvm.emit_c_interface.
inline constexpr const char *mainName = "_mlir_ciface_main";

/// Says what is wrong if the module has no such function that takes (ptr results, `scalars` times
/// i64, `arguments` times ptr).
std::optional<std::string> checkMain(const llvm::Module &module, size_t scalars, size_t arguments);

/// Adds void assay_entry_FUNCTION(ptr words) for each of these functions, which calls it with a
/// word for each parameter, of which smaller integers are the low bytes. Makes all other functions
/// internal and nounwind, so that what is unused costs nothing. Says what is wrong if the module
/// does not define one, or one of other parameters than integers of at most 64 bits and pointers.
std::optional<std::string> addEntries(llvm::Module &module, std::span<const std::string> functions);

} // namespace assay
