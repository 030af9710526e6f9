#pragma once

#include <llvm/IR/Module.h>

#include <optional>
#include <string>

namespace assay {

/// The function that addEntry() makes.
inline constexpr const char *entryName = "assay_entry";

/// Adds void assay_entry(ptr words), which calls _mlir_ciface_main with words[0] as the pointer to
/// the results, the next `scalars` words as integers and the next `arguments` words as pointers.
/// Makes all other functions internal and nounwind, so that what is unused costs nothing. Says what
/// is wrong if the module offers no such main.
std::optional<std::string> addEntry(llvm::Module &module, size_t scalars, size_t arguments);

} // namespace assay
