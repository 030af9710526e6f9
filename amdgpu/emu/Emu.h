#pragma once

#include "amdgpu/machine/Launch.h"

#include <CLI/CLI.hpp>

#include <functional>
#include <string>

namespace assay::amdgpu {

enum ExitCode : int { AllRight = 0, SomethingWrong = 1, UsageError = 2 };

/// What a subcommand does once its flags are read; the result is the exit code.
using Action = std::function<int()>;

Action declareCensus(CLI::App &app);
Action declareDisasm(CLI::App &app);
Action declareRun(CLI::App &app);
Action declareTrace(CLI::App &app);

/// Prints "assay-emu: MESSAGE" to stderr; returns UsageError.
int complain(const Error &error);

Expected<std::vector<std::byte>> readFile(const std::string &path);
/// A code object, taken out of a bundle if it is in one.
Expected<CodeObject> readCodeObject(const std::string &path);

/// Runs what a manifest says (amdgpu/docs/assay-emu.md) with these options.
int runManifest(const std::string &path, const Options &options, bool isTimed);

} // namespace assay::amdgpu
