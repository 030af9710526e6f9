#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay {

// What is read from the text of a pass pipeline, as mlir-opt's --pass-pipeline takes it. A pass, or
// an option of one, stands where the characters around its name are no part of a name.

/// Whether these stand there in this order, whatever stands between. Of a command line as well.
bool hasPasses(std::string_view pipeline, const std::vector<std::string> &passes);

/// Whether it is one of assay's own passes on what is emitted: it says itself where lower-assay
/// stands, which is put before the others.
bool lowersAssay(std::string_view pipeline);

/// The pipeline less that pass and its options, wherever it stands there.
std::string withoutPass(std::string_view pipeline, std::string_view pass);

/// The passes in order, each as a pipeline of its own: "cse" and "func.func(b)", "func.func(c)" for
/// "builtin.module(cse,func.func(b,c))".
std::vector<std::string> splitPasses(std::string_view pipeline);
/// What such a pass is called: "cse" for "func.func(cse)", "b" for "b{option=1}".
std::string_view passName(std::string_view pass);
/// The text of such a list.
std::string joinPasses(const std::vector<std::string> &passes);

/// With the builtin.module(...) around it.
std::string anchoredPipeline(std::string_view pipeline);

} // namespace assay
