#include "campaign/Suspects.h"

#include "campaign/Cause.h"
#include "program/Json.h"

#include <deque>

namespace assay {

struct Suspects::Question {
  std::string testCase; // as JSON
  /// The bugs with a target each, where the failure must not show.
  std::deque<std::pair<Verdict, std::string>> open;
  OnAnswer onAnswer;
};

void Suspects::ask(const TestCase &testCase, int target, const Verdict &verdict,
                   const OnAnswer &onAnswer) {
  auto question = std::make_shared<Question>();
  question->onAnswer = onAnswer;
  const std::string &name = options.parameters.targets[static_cast<size_t>(target)];
  if (options.known && services.suspects)
    for (const Suspect &suspect : services.suspects(testCase, name, verdict))
      for (const std::string &elsewhere : suspect.hidingTargets)
        question->open.emplace_back(suspect.known, elsewhere);
  if (!question->open.empty())
    question->testCase = writeJson(testCase);
  askNext(question);
}

void Suspects::askNext(const std::shared_ptr<Question> &question) {
  Pool *pool = nullptr;
  while (!pool && !question->open.empty())
    if (pool = poolFor(question->open.front().second); !pool)
      question->open.pop_front();
  if (!pool)
    return question->onAnswer(std::nullopt);
  const Verdict known = std::move(question->open.front().first);
  question->open.pop_front();
  pool->submit({question->testCase, 0}, [=, this](const CheckReply &reply) {
    onCheck(reply);
    if (std::holds_alternative<Agree>(reply.verdict.outcome))
      question->onAnswer(known);
    else
      askNext(question);
  });
}

std::optional<Verdict> Suspects::explain(const TestCase &testCase, int target,
                                         const Verdict &verdict,
                                         const std::function<bool()> &stop) {
  // Shared: what is cut short here is answered later, when nobody listens any more.
  auto answer = std::make_shared<std::optional<std::optional<Verdict>>>();
  ask(testCase, target, verdict,
      [answer](const std::optional<Verdict> &known) { *answer = known; });
  while (!*answer && !stop())
    if (!poll(100))
      break;
  return answer->value_or(std::nullopt);
}

Expected<void> Suspects::poll(int milliseconds) {
  // Answers may start further pools.
  std::vector<Pool *> busy;
  for (const auto &[target, pool] : pools)
    if (pool && pool->busy())
      busy.push_back(pool.get());
  for (Pool *pool : busy)
    if (auto polled = pool->poll(milliseconds); !polled)
      return polled;
  return {};
}

Pool *Suspects::poolFor(const std::string &target) {
  auto [found, isNew] = pools.try_emplace(target);
  if (isNew) {
    const CampaignParameters &parameters = options.parameters;
    // With the injected fault, which no setting hides: what it makes wrong is not known.
    auto pool = std::make_unique<Pool>(
        Pool::Options{options.worker,
                      {parameters.seed, parameters.profile, {target}, parameters.inject},
                      1,
                      options.limits});
    if (pool->start())
      found->second = std::move(pool);
  }
  return found->second.get();
}

} // namespace assay
