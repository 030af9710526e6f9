#pragma once

#include "campaign/store/Store.h"
#include "program/TestCase.h"

namespace assay {

/// What a finding on a case has that may be its cause, as far as the raw case tells. Of what is
/// wrong first, by itself: the op; its rank with whether its dims are known; that with its
/// spelling. Where it is not known what is, all of these together of each node.
std::vector<std::string> structuresOf(const TestCase &testCase, const Verdict &verdict);

/// Raw signature of the first of the findings behind which `row` is deferred: five with the same
/// verdict, which share a structure with it and are not deferred themselves. Empty if there are not
/// so many.
/// `earlier` are those that were found before it on its target, in their order.
std::string deferredBehind(const FindingRow &row, std::span<const FindingRow> earlier);

} // namespace assay
