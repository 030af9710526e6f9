#include "campaign/Counterfactuals.h"

#include "campaign/Epoch.h"
#include "program/Json.h"

#include <algorithm>
#include <utility>

namespace assay {
namespace {

/// Failures of one name that are asked for.
constexpr size_t most = 8, mostOfTimeouts = 2;

} // namespace

std::optional<TargetName> hidingTargetOf(const TargetName &target, const Cause &cause) {
  // A crash or a diagnostic says where it is, and only a pass says more; a wrong result says no
  // more than at which op it shows.
  const bool showsAnywhere = cause.wrongFirst.has_value();
  std::vector<const Hiding *> hiding;
  for (const VariationKind kind : {VariationKind::Pass, VariationKind::Flag, VariationKind::Level})
    for (const Hiding &one : cause.hiddenBy)
      if (one.kind == kind && (kind == VariationKind::Pass || showsAnywhere))
        hiding.push_back(&one);
  const auto isBlamedPass = [&](const Hiding *one) {
    return one->kind == VariationKind::Pass &&
           std::ranges::find(cause.passes, one->what, &Blamed::name) != cause.passes.end();
  };
  if (const auto blamed = std::ranges::find_if(hiding, isBlamedPass); blamed != hiding.end())
    std::rotate(hiding.begin(), blamed, blamed + 1);
  for (const Hiding *one : hiding)
    if (TargetName other = target.with(settingOf(*one)); other != target)
      return other;
  return std::nullopt;
}

Counterfactuals::Counterfactuals(const Services &services, Store &store, const FuzzOptions &options,
                                 FindingStore &findings, std::function<bool()> stop)
    : services(services), store(store), options(options), findings(findings),
      stop(std::move(stop)) {}

Expected<void> Counterfactuals::load() {
  auto rows = store.counterfactuals(options.parameters.key());
  if (!rows)
    return rows.error();
  for (const CounterfactualRow &row : *rows)
    answered.insert({row.index, row.target, row.hidingTarget});
  auto causes = store.causes(options.parameters.key());
  if (!causes)
    return causes.error();
  const auto all = findings.rows();
  for (const CauseRow &cause : *causes) {
    const auto row = std::ranges::find_if(all, [&](const FindingRow &one) {
      return one.raw == cause.raw && one.about == cause.about;
    });
    if (row != all.end())
      add(*row, cause.cause);
  }
  return {};
}

void Counterfactuals::add(const FindingRow &finding, const Cause &cause) {
  const Signature raw = Signature::parse(finding.raw);
  // One check tells nothing of what comes now and then, and one program not what several do.
  if (raw.kind == Signature::Kind::Nondeterministic || raw.joint || cause.recurrence)
    return;
  const auto hidingTarget = hidingTargetOf(finding.staysOn().value_or(finding.target), cause);
  if (!hidingTarget)
    return;
  const FindingName name{finding.raw, finding.about};
  questions.insert_or_assign(name, Question{finding, *hidingTarget});
  open.insert(name);
}

void Counterfactuals::addFailure(const FindingName &name) {
  if (questions.contains(name))
    open.insert(name);
}

/// The first of the failures that is not asked for yet, as far as they are.
Expected<std::optional<Position>> Counterfactuals::nextOf(const Question &question) const {
  const FindingRow &finding = question.finding;
  const std::string hiding = question.hidingTarget.text();
  const auto at = [&](int64_t index) { return targetsAt(options.parameters, index); };
  const auto targets = at(finding.index);
  const auto place = static_cast<int>(std::ranges::find(targets, finding.target) - targets.begin());
  auto failures = store.failuresOf(options.parameters.key(), finding, place,
                                   finding.verdict == "timeout" ? mostOfTimeouts : most);
  if (!failures)
    return failures.error();
  for (const Position &failure : *failures)
    if (!answered.contains({failure.index, failure.target, hiding}) && at(failure.index) == targets)
      return std::optional(failure);
  return std::optional<Position>();
}

Expected<void> Counterfactuals::begin() {
  while (!open.empty() && !isUnderWay()) {
    const FindingName name = *open.begin();
    const Question &question = questions.at(name);
    auto failure = nextOf(question);
    if (!failure)
      return failure.error();
    if (!*failure)
      open.erase(open.begin());
    else
      ASSAY_TRY(ask(name, question, question.isHidden ? *failure : std::nullopt));
  }
  return {};
}

Expected<void> Counterfactuals::ask(const FindingName &name, const Question &question,
                                    std::optional<Position> failure) {
  if (!pool || pool->target(0) != question.hidingTarget) {
    pool = std::make_unique<Pool>(workerOn(options, question.hidingTarget));
    if (!pool->start(stop)) {
      pool.reset();
      open.erase(name);
      questions.erase(name);
      return {};
    }
  }
  auto testCase =
      failure ? Expected<TestCase>(generateCase(services, options.parameters, failure->index))
              : findings.testCase(question.finding);
  if (!testCase)
    return testCase.error();
  pool->submit(CaseRequest{writeJson(*testCase), 0},
               [this](const CheckReply &reply) { answer = reply; });
  asked.emplace(Asked{name, *std::move(testCase), failure});
  return {};
}

Expected<void> Counterfactuals::poll(int milliseconds) {
  if (!asked)
    return {};
  ASSAY_TRY(pool->poll(milliseconds));
  return answer ? take(*std::exchange(answer, std::nullopt)) : Expected<void>();
}

Expected<void> Counterfactuals::take(const CheckReply &reply) {
  Asked done = *std::exchange(asked, std::nullopt);
  Question &question = questions.at(done.name);
  const Verdict &verdict = reply.verdict;
  if (!done.failure) {
    // On the whole target something else may be wrong with the case: then nothing can be told.
    question.isHidden = verdict.passes();
    if (!question.isHidden) {
      questions.erase(done.name);
      open.erase(done.name);
    }
    return {};
  }
  if (verdict.passes())
    return keep(*done.failure, question.hidingTarget, "");
  if (verdict.signature.text() == question.finding.raw) {
    apart.emplace(
        ApartFailure{question.finding, std::move(done.testCase), question.hidingTarget, reply});
    apart->reply.index = done.failure->index;
    apart->reply.target = done.failure->target;
    return {};
  }
  const auto known = options.known && services.known && verdict.isFinding()
                         ? services.known(done.testCase, question.hidingTarget, &verdict)
                         : std::nullopt;
  return keep(*done.failure, question.hidingTarget, (known ? *known : verdict).signature.text());
}

Expected<void> Counterfactuals::keepFound(std::string signature) {
  const ApartFailure failure = *std::exchange(apart, std::nullopt);
  return keep({failure.reply.index, failure.reply.target}, failure.hidingTarget,
              std::move(signature));
}

Expected<void> Counterfactuals::keep(Position failure, const TargetName &hidingTarget,
                                     std::string signature) {
  CounterfactualRow row{failure.index, failure.target, hidingTarget.text(), std::move(signature)};
  answered.insert({row.index, row.target, row.hidingTarget});
  return store.addCounterfactual(options.parameters.key(), row);
}

} // namespace assay
