#include "campaign/gate/GateResult.h"

#include "check/Accusations.h"
#include "support/NameOf.h"

#include <algorithm>

namespace assay {

void GateFinding::shows(const TestCase &testCase, const Verdict &outcome) {
  verdict = outcome.name();
  signature = outcome.signature.text();
  detail = outcome.describe();
  seen = outcome;
  ops = static_cast<int64_t>(testCase.program().nodes().size());
}

bool CompileTimes::isSlower() const {
  constexpr double ratio = 1.25, noise = 0.005;
  // Of fewer, one in a hundred is the slowest one, by chance.
  constexpr int64_t fewest = 20, fewestForSlowest = 500;
  if (programs < fewest)
    return false;
  const auto is = [](double before, double after) {
    return after > ratio * before && after > before + noise;
  };
  return is(base.median, candidate.median) ||
         (programs >= fewestForSlowest && is(base.slowest, candidate.slowest));
}

std::vector<const GateFinding *> GateResult::of(GateChange change) const {
  std::vector<const GateFinding *> out;
  for (const GateFinding &finding : findings)
    if (finding.change == change)
      out.push_back(&finding);
  return out;
}

std::vector<std::string> defaultGateKinds() {
  std::vector<std::string> kinds;
  for (const Accusation &one : accusations)
    kinds.emplace_back(one.verdict);
  kinds.emplace_back(nameOf(GateChange::Changed));
  return kinds;
}

std::vector<std::string> gateKinds() {
  std::vector<std::string> kinds = defaultGateKinds();
  kinds.insert(kinds.end(), {"unsupported", "inconclusive"});
  return kinds;
}

bool fails(const GateFinding &finding, const std::vector<std::string> &kinds) {
  const auto isAmong = [&](std::string_view kind) {
    return std::ranges::find(kinds, kind) != kinds.end();
  };
  const bool isNewKind = finding.change == GateChange::New ||
                         (finding.change == GateChange::Changed && !isAmong(finding.baseVerdict));
  return (isNewKind && isAmong(finding.verdict)) ||
         (finding.change == GateChange::Changed && isAmong(nameOf(GateChange::Changed)));
}

bool fails(const GateResult &result, const std::vector<std::string> &kinds) {
  const auto isAmong = [&](std::string_view kind) {
    return std::ranges::find(kinds, kind) != kinds.end();
  };
  return std::ranges::any_of(result.findings,
                             [&](const GateFinding &one) { return fails(one, kinds); }) ||
         (isAmong("unsupported") && !result.newlyUnsupported.empty()) ||
         (isAmong("inconclusive") && !result.newlyInconclusive.empty());
}

} // namespace assay
