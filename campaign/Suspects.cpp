#include "campaign/Suspects.h"

#include "campaign/workers/Await.h"
#include "check/SameFailure.h"
#include "program/Json.h"
#include "reducer/Excision.h"

#include <algorithm>
#include <set>

namespace assay {

struct Suspects::Question {
  TestCase testCase;
  TargetName target;
  Verdict verdict;
  OnAnswer onAnswer;
  /// What is wrong where a suspect's bug is hidden may be another that something hides; there no
  /// further one is looked for.
  bool isOfAnother;
  std::vector<Suspect> suspects = {};
  std::string json = {}; // of the case
  size_t next = 0;       // of the suspects
};

void Suspects::ask(const TestCase &testCase, const TargetName &target, const Verdict &verdict,
                   const OnAnswer &onAnswer) {
  askOf({testCase, target, verdict, onAnswer, false});
}

void Suspects::askOf(Question question) {
  if (services.suspects)
    question.suspects = services.suspects(question.testCase, question.target, question.verdict);
  if (!question.suspects.empty())
    question.json = writeJson(question.testCase);
  askNext(std::make_shared<Question>(std::move(question)));
}

void Suspects::askNext(const std::shared_ptr<Question> &question) {
  if (question->next == question->suspects.size())
    return question->onAnswer(std::nullopt);
  // The question keeps the suspect.
  const Suspect &suspect = question->suspects[question->next++];
  check(
      question->json, suspect.hidingTarget,
      [this, question, &suspect](const Verdict &verdict) { judge(question, suspect, verdict); },
      [this, question] { askNext(question); });
}

void Suspects::check(const std::string &json, const TargetName &target,
                     const std::function<void(const Verdict &)> &onVerdict,
                     const std::function<void()> &onNoTarget) {
  Pool *pool = poolFor(target);
  if (stop())
    return;
  if (!pool)
    return onNoTarget();
  pool->submit({json, 0}, [this, onVerdict](const CheckReply &reply) {
    onCheck(reply);
    onVerdict(reply.verdict);
  });
}

void Suspects::judge(const std::shared_ptr<Question> &question, const Suspect &suspect,
                     const Verdict &verdict) {
  if (verdict.passes())
    return question->onAnswer(suspect.known);
  const Mismatch *wrong = question->verdict.difference(), *left = verdict.difference();
  if (wrong && !left)
    return askAlone(question, suspect);
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
  askOf({question->testCase, suspect.hidingTarget, verdict, onOther, true});
}

void Suspects::askAlone(const std::shared_ptr<Question> &question, const Suspect &suspect) {
  const auto onNotSo = [this, question] { askNext(question); };
  if (!services.accused)
    return onNotSo();
  const Accused accused = services.accused(question->testCase, question->target, question->verdict,
                                           std::get<Known>(suspect.known.outcome).id);
  const TestCase &whole = question->testCase;
  if (accused.nodes.empty() || accused.withNeighbours.size() == whole.program().nodes().size())
    return onNotSo();
  const auto part = excise(whole, accused.withNeighbours, CaseValues(whole, services.evaluate));
  if (!part)
    return onNotSo();
  const std::string json = writeJson(part->testCase);
  check(
      json, services.withDrawsSpelledOut(question->target),
      [this, question, &suspect, json, onNotSo](const Verdict &here) {
        if (!sameFailure(here, question->verdict))
          return onNotSo();
        check(
            json, suspect.hidingTarget,
            [question, &suspect, onNotSo](const Verdict &there) {
              there.passes() ? question->onAnswer(suspect.known) : onNotSo();
            },
            onNotSo);
      },
      onNotSo);
}

Expected<std::optional<Verdict>>
Suspects::explain(const TestCase &testCase, const TargetName &target, const Verdict &verdict) {
  if (auto listed = services.known ? services.known(testCase, target, &verdict) : std::nullopt)
    return listed;
  std::set<TargetName> kept;
  for (const auto &[other, pool] : pools)
    kept.insert(other);
  auto known = await<std::optional<Verdict>>(
      [&](const OnAnswer &onAnswer) { ask(testCase, target, verdict, onAnswer); },
      [&](int milliseconds) { return poll(milliseconds); }, stop);
  // What hides bugs of a target that is tried once is not asked for again: its workers would wait
  // until the campaign ends.
  if (std::ranges::find(options.parameters.targets, target) == options.parameters.targets.end())
    std::erase_if(pools, [&](const auto &one) {
      return !kept.contains(one.first) && !(one.second && one.second->busy());
    });
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
    auto pool = std::make_unique<Pool>(workerOn(options, target));
    if (pool->start(stop))
      found->second = std::move(pool);
  }
  return found->second.get();
}

} // namespace assay
