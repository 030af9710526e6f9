#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

/// What names a crash, out of what a dying program leaves behind.

/// The mangled name of the function at the address, counted from where the file is loaded; empty if
/// nobody can tell.
using SymbolLookup = std::function<std::string(const std::string &file, uint64_t address)>;

/// The lines of a stack with names in the places that had none, as in "</usr/lib/x.so+1a2b>", where
/// the lookup knows them.
std::string withFunctionNames(std::string_view lines, const SymbolLookup &lookup);

/// The functions that name it: demangled, without arguments, template arguments and what every
/// crash has on its stack; at most three. `lines` are mangled or demangled names, or places, the
/// innermost first.
std::vector<std::string> topFrames(std::string_view lines);

/// The class of the innermost pass of MLIR's on that stack, without its namespaces; empty if there
/// is none.
std::string passOf(std::string_view lines);

/// The line in which a program says why it gives up, such as a failed assertion; empty if there is
/// none.
std::string lastWords(const std::string &output);

/// "SIGSEGV"
std::string signalName(int signal);

} // namespace assay
