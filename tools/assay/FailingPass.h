#pragma once

#include "program/TestCase.h"
#include "targets/iree/IreeName.h"
#include "tools/assay/Cli.h"

namespace assay {

/// The case as that release is given it.
Expected<std::string> ireeModule(const Context &context, const IreeName &name,
                                 const TestCase &testCase);

/// Prints which pass of the release fails on the case, and writes the IR before it to `file`, with
/// the command that shows the failure there alone. An error says what is wrong with our
/// environment.
Expected<void> tellFailingPass(const Context &context, const IreeName &name,
                               const TestCase &testCase, const std::filesystem::path &file);

} // namespace assay
