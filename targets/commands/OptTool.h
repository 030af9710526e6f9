#pragma once

#include "target/Inspector.h"

#include <filesystem>
#include <string>
#include <vector>

namespace assay {

/// Takes a module through a pipeline of mlir-opt, or of a tool that takes the same arguments, in
/// that folder. The result is the file that it was written to. The variables are for the tool's
/// environment.
Outcome<std::filesystem::path> runPipeline(const std::filesystem::path &opt,
                                           const std::string &pipeline, const std::string &module,
                                           const std::filesystem::path &folder,
                                           const std::vector<std::string> &variables = {});

/// The same in a folder of its own. The command calls the tool by that name.
PassRun runPassAlone(const std::filesystem::path &opt, const std::string &name,
                     const std::string &pipeline, const std::string &module);

/// For tools to print a module in MLIR's generic form, with names that occur once.
const std::vector<std::string> &genericFlags();

/// The module as the tool prints it.
Outcome<std::string> printedBy(const std::filesystem::path &opt, const std::string &module,
                               ModuleForm form);

} // namespace assay
