#pragma once

#include "target/Inspector.h"

#include <string>

namespace assay {

/// The module as its compiler prints it, and how the compiler ends if it is none to it.
using ModulePrinter = std::function<Outcome<std::string>(const std::string &module, ModuleForm)>;

/// The module without what its judge does not need: ops that nobody reads are erased, values are
/// replaced by others of their type or become arguments of their function, functions return and
/// take less, attributes that dialects do without are dropped. It may compute something else, or
/// nothing, but is valid to the compiler that prints it. Ops of all dialects are taken as unknown.
/// An error says why the module cannot be read.
Expected<std::string> reduceModule(const std::string &module, const ModulePrinter &print,
                                   const ModuleJudge &isWanted);

} // namespace assay
