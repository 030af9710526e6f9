#include "triage/litcase/OpSentences.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay {

std::string opSentence(const Op &op) {
  return fmt::format("{}: {}", name(kindOf(op)),
                     std::visit([](const auto &self) { return self.sentence(); }, op));
}

std::vector<std::string> opSentences(const Program &program) {
  std::vector<std::string> sentences;
  for (const Node &node : program.nodes())
    if (std::string sentence = opSentence(node.op);
        std::find(sentences.begin(), sentences.end(), sentence) == sentences.end())
      sentences.push_back(sentence);
  return sentences;
}

std::string_view contractSentence(Contract contract) {
  switch (contract) {
  case Contract::StableSort:
    return "a stable sort keeps the order of equal keys";
  case Contract::LowestIndexFirst:
    return "of equal elements topk takes the one with the lower index first";
  case Contract::NanOrder:
    return "NaN has its place in the order of topk, sort and argmax";
  case Contract::ClampedGather:
    return "indices of gathers are clamped into range";
  case Contract::SkippedScatter:
    return "scatter updates out of range are skipped";
  case Contract::BoolArithmetic:
    return "arithmetic on i1";
  }
  return "";
}

} // namespace assay
