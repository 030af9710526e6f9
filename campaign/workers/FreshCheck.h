#pragma once

#include "campaign/workers/Pool.h"

namespace assay {

/// The verdict on a case in a fresh worker, which may take `patience` times the limits of time.
/// Nothing if `stop`, which may be empty, cut it short.
Expected<std::optional<Verdict>> checkFresh(Pool &pool, const TestCase &testCase, int target,
                                            const std::function<bool()> &stop = {},
                                            double patience = 1);

/// What stands of a finding once fresh workers have looked as well, so often at least, the first
/// check included; see Confirmation.
Expected<std::optional<Verdict>> confirmFresh(Pool &pool, const TestCase &testCase, int target,
                                              const Verdict &finding,
                                              const std::function<bool()> &stop = {},
                                              int leastChecks = 2);

/// The verdict of a fresh worker; of a finding, what stands of it.
Expected<std::optional<Verdict>> checkConfirmed(Pool &pool, const TestCase &testCase, int target,
                                                const std::function<bool()> &stop = {});

/// A case that is said to fail does not, if it is right so often in a row; and what fails is looked
/// at so often at least.
inline constexpr int checksUntilRight = 9, leastChecksOfFailure = 4;

/// The same of a case that is said to fail: what comes now and then may be right at first, and what
/// is found is looked at until it shows how often it comes.
Expected<std::optional<Verdict>> checkSaidToFail(Pool &pool, const TestCase &testCase, int target,
                                                 const std::function<bool()> &stop = {});

} // namespace assay
