#pragma once

#include "campaign/store/Store.h"
#include "program/TestCase.h"

#include <map>
#include <tuple>

namespace assay {

/// What a finding on a case has that may be its cause, as far as the raw case tells. Of what is
/// wrong first, by itself: the op; its rank with whether its dims are known; that with its
/// spelling. Where it is not known what is, all of these together of each node.
std::vector<std::string> structuresOf(const TestCase &testCase, const Verdict &verdict);

/// The findings of a campaign, as far as they are similar. Given the same findings in the same
/// order it says the same, whoever found them.
class Similarities {
public:
  /// Raw signature of the first of the findings behind which this one, on that target of the
  /// campaign's, is deferred: five on it that were added before, with the same verdict, which share
  /// a structure with it and are not deferred themselves. Empty if there are not so many.
  std::string add(const FindingRow &row, int target);

private:
  struct Kind {
    size_t rows = 0; // that are not deferred
    std::string first;
  };
  /// By target, verdict and structure.
  std::map<std::tuple<int, std::string, std::string>, Kind> kinds;
};

} // namespace assay
