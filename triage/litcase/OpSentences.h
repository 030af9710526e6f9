#pragma once

#include "program/TestCase.h"

#include <string>
#include <vector>

namespace assay {

/// How to work out the op's results by hand, in a line: "topk: the k=2 largest along dim 1, best
/// first, and their places".
std::string opSentence(const Op &op);

/// The sentences of a program, each once, in the order of its nodes.
std::vector<std::string> opSentences(const Program &program);

/// What a contract bit promises, in a line.
std::string_view contractSentence(Contract contract);

} // namespace assay
