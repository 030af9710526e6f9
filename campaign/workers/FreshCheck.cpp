#include "campaign/workers/FreshCheck.h"

#include "campaign/workers/Await.h"
#include "campaign/workers/Confirmation.h"
#include "program/Json.h"

namespace assay {

Expected<std::optional<Verdict>> checkFresh(Pool &pool, const TestCase &testCase, int target,
                                            const std::function<bool()> &stop, double patience) {
  return await<Verdict>(
      [&](const auto &onVerdict) {
        pool.submitFresh(
            {writeJson(testCase), target},
            [onVerdict](const CheckReply &reply) { onVerdict(reply.verdict); }, patience);
      },
      [&](int milliseconds) { return pool.poll(milliseconds); }, stop);
}

Expected<std::optional<Verdict>> confirmFresh(Pool &pool, const TestCase &testCase, int target,
                                              const Verdict &finding,
                                              const std::function<bool()> &stop, int leastChecks) {
  Confirmation confirmation(finding, false, leastChecks);
  while (!confirmation.isSettled()) {
    auto again = checkFresh(pool, testCase, target, stop, confirmation.patience());
    if (!again || !*again)
      return again;
    confirmation.add(**again);
  }
  return std::optional(confirmation.verdict(testCase.program()));
}

Expected<std::optional<Verdict>> checkConfirmed(Pool &pool, const TestCase &testCase, int target,
                                                const std::function<bool()> &stop) {
  auto first = checkFresh(pool, testCase, target, stop);
  if (!first || !*first || !(*first)->isFinding())
    return first;
  return confirmFresh(pool, testCase, target, **first, stop);
}

Expected<std::optional<Verdict>> checkSaidToFail(Pool &pool, const TestCase &testCase, int target,
                                                 const std::function<bool()> &stop) {
  auto verdict = checkFresh(pool, testCase, target, stop);
  const auto isRight = [&] {
    return verdict && *verdict && std::holds_alternative<Agree>((**verdict).outcome);
  };
  for (int checks = 1; checks < checksUntilRight && isRight(); ++checks)
    verdict = checkFresh(pool, testCase, target, stop);
  if (!verdict || !*verdict || !(*verdict)->isFinding())
    return verdict;
  // Somebody waits for what hangs.
  const bool hangs = std::holds_alternative<Timeout>((**verdict).outcome);
  return confirmFresh(pool, testCase, target, **verdict, stop, hangs ? 2 : leastChecksOfFailure);
}

} // namespace assay
