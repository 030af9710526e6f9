#include "check/MissedOptimisation.h"

#include "program/Text.h"
#include "respelling/Respelling.h"
#include "support/NameOf.h"

#include <fmt/format.h>

namespace assay {

std::optional<Verdict> missedOptimisation(const TestCase &testCase, const Metrics &given,
                                          const Target &target,
                                          const std::function<bool(const TestCase &)> &agrees) {
  if (!mayBeLess(given, target.watched()))
    return std::nullopt;
  for (const Respelling &other : respellings(testCase)) {
    const auto counts = target.measure(other.testCase);
    if (!counts)
      continue;
    const auto better = savings(given, *counts, target.watched());
    if (better.empty() || !agrees(other.testCase))
      continue;
    Verdict verdict;
    verdict.signature.kind = Signature::Kind::MissedOptimisation;
    verdict.signature.what = fmt::format("{}({})", nameOf(better.front()), other.how);
    verdict.signature.marks = other.ops;
    verdict.outcome =
        MissedOptimisation{given, *counts, target.watched(), writeText(other.testCase)};
    return verdict;
  }
  return std::nullopt;
}

} // namespace assay
