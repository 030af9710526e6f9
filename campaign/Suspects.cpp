#include "campaign/Suspects.h"

#include "campaign/workers/Await.h"
#include "program/Json.h"

namespace assay {

struct Suspects::Question {
  std::string testCase; // as JSON
  std::vector<Suspect> suspects;
  size_t next = 0; // of them
  OnAnswer onAnswer;
};

void Suspects::ask(const TestCase &testCase, int target, const Verdict &verdict,
                   const OnAnswer &onAnswer) {
  auto question = std::make_shared<Question>();
  question->onAnswer = onAnswer;
  const TargetName &name = options.parameters.targets[static_cast<size_t>(target)];
  if (services.suspects)
    question->suspects = services.suspects(testCase, name, verdict);
  if (!question->suspects.empty())
    question->testCase = writeJson(testCase);
  askNext(question);
}

void Suspects::askNext(const std::shared_ptr<Question> &question) {
  while (question->next < question->suspects.size()) {
    const Suspect &suspect = question->suspects[question->next++];
    Pool *pool = poolFor(suspect.hidingTarget);
    if (stop())
      return;
    if (!pool)
      continue;
    // The question keeps the suspect.
    pool->submit({question->testCase, 0}, [this, question, &suspect](const CheckReply &reply) {
      onCheck(reply);
      if (reply.verdict.passes())
        question->onAnswer(suspect.known);
      else
        askNext(question);
    });
    return;
  }
  question->onAnswer(std::nullopt);
}

Expected<std::optional<Verdict>> Suspects::explain(const TestCase &testCase, int target,
                                                   const Verdict &verdict) {
  const TargetName &name = options.parameters.targets[static_cast<size_t>(target)];
  if (auto listed = services.known ? services.known(testCase, name, &verdict) : std::nullopt)
    return listed;
  auto known = await<std::optional<Verdict>>(
      [&](const OnAnswer &onAnswer) { ask(testCase, target, verdict, onAnswer); },
      [&](int milliseconds) { return poll(milliseconds); }, stop);
  if (!known)
    return known.error();
  return std::move(*known).value_or(std::nullopt);
}

Expected<void> Suspects::poll(int milliseconds) {
  // Answers may start further pools.
  std::vector<Pool *> busy;
  for (const auto &[target, pool] : pools)
    if (pool && pool->busy())
      busy.push_back(pool.get());
  for (Pool *pool : busy)
    ASSAY_TRY(pool->poll(milliseconds));
  return {};
}

Pool *Suspects::poolFor(const TargetName &target) {
  auto [found, isNew] = pools.try_emplace(target);
  if (isNew) {
    const CampaignParameters &parameters = options.parameters;
    // With the injected fault, which no setting hides: what it makes wrong is not known.
    auto pool = std::make_unique<Pool>(
        Pool::Options{options.worker,
                      {parameters.seed, parameters.profile, {target}, {parameters.inject}},
                      1,
                      options.limits});
    if (pool->start(stop))
      found->second = std::move(pool);
  }
  return found->second.get();
}

} // namespace assay
