#pragma once

#include <llvm/IR/Module.h>

namespace assay {

/// Rewrites what fast instruction selection does not take, so that it leaves few blocks to full
/// selection, which takes ten times as long. Buffer descriptors are structs: functions with one
/// caller are inlined, so that none is passed or returned; what was inserted into a struct is read
/// instead of the struct; and structs are loaded and stored field by field.
void prepareFastSelection(llvm::Module &module);

} // namespace assay
