#pragma once

#include <optional>
#include <string>

namespace assay {

/// A pass with the IR that it is run on, as --mlir-pass-pipeline-local-reproducer writes them.
struct PassReproducer {
  std::string text;     // the whole file
  std::string pipeline; // "builtin.module(func.func(iree-convert-to-llvm{x=true}))"
  std::string pass;     // "iree-convert-to-llvm"
};

/// Finds the pipeline in the file's text; nothing if there is none.
std::optional<PassReproducer> readPassReproducer(std::string text);

} // namespace assay
