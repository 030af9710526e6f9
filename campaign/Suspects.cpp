#include "campaign/Suspects.h"

#include "campaign/workers/Await.h"
#include "program/Json.h"

namespace assay {

struct Suspects::Question {
  TestCase testCase;
  Verdict verdict;
  OnAnswer onAnswer;
  /// What is wrong where a suspect's bug is hidden may be another that something hides; there no
  /// further one is looked for.
  bool isOfAnother;
  std::vector<Suspect> suspects = {};
  std::string json = {}; // of the case
  size_t next = 0;       // of the suspects
};

void Suspects::ask(const TestCase &testCase, int target, const Verdict &verdict,
                   const OnAnswer &onAnswer) {
  askOf({testCase, verdict, onAnswer, false},
        options.parameters.targets[static_cast<size_t>(target)]);
}

void Suspects::askOf(Question question, const TargetName &target) {
  if (services.suspects)
    question.suspects = services.suspects(question.testCase, target, question.verdict);
  if (!question.suspects.empty())
    question.json = writeJson(question.testCase);
  askNext(std::make_shared<Question>(std::move(question)));
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
    pool->submit({question->json, 0}, [this, question, &suspect](const CheckReply &reply) {
      onCheck(reply);
      judge(question, suspect, reply.verdict);
    });
    return;
  }
  question->onAnswer(std::nullopt);
}

void Suspects::judge(const std::shared_ptr<Question> &question, const Suspect &suspect,
                     const Verdict &verdict) {
  if (verdict.passes())
    return question->onAnswer(suspect.known);
  const Mismatch *wrong = question->verdict.difference(), *left = verdict.difference();
  if (question->isOfAnother || !wrong || !left || wrong->firstWrong == left->firstWrong)
    return askNext(question);
  const OnAnswer onOther = [this, question, &suspect](const std::optional<Verdict> &other) {
    if (other && other->signature != suspect.known.signature)
      question->onAnswer(suspect.known);
    else
      askNext(question);
  };
  if (auto listed = services.known(question->testCase, suspect.hidingTarget, &verdict))
    return onOther(listed);
  askOf({question->testCase, verdict, onOther, true}, suspect.hidingTarget);
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
