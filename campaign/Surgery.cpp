#include "campaign/Surgery.h"

#include "campaign/workers/Await.h"
#include "check/SameFailure.h"
#include "program/Json.h"
#include "program/Uses.h"

namespace assay {
namespace {

/// Nodes [0, end).
std::set<NodeId> firstNodes(int end) {
  std::set<NodeId> nodes;
  for (NodeId node = 0; node < end; ++node)
    nodes.insert(nodes.end(), node);
  return nodes;
}

/// These, what makes their operands, and what reads their results.
std::set<NodeId> withNeighbours(const Program &program, const std::set<NodeId> &nodes) {
  std::set<NodeId> out = nodes;
  for (NodeId node = 0; node < static_cast<NodeId>(program.nodes().size()); ++node) {
    for (ValueId use : usesOf(program.node(node))) {
      if (program.isArgument(use))
        continue;
      if (nodes.contains(node))
        out.insert(program.producer(use));
      else if (nodes.contains(program.producer(use)))
        out.insert(node);
    }
  }
  return out;
}

} // namespace

struct Surgery::Patient {
  /// What is left of the program, and what that does.
  TestCase testCase;
  Verdict verdict;
  int target;
  OnAnswer onAnswer;
  /// That the verdict is.
  std::string bug;
  /// The reference's, of what is left.
  CaseValues values;
  int mostCuts;
  int cuts = 0;
  /// Bugs that what is left may be by the list, and is not.
  std::set<std::string> refuted = {};
  /// The whole program's bug, if it is not the one that was asked about.
  std::optional<Verdict> known = {};
  /// Known bugs that it had, but for what is left.
  std::set<std::string> met = {};

  /// It has the bug; of what was not checked nobody knows any.
  void meet() {
    if (!bug.empty())
      met.insert(bug);
  }
  Answer answer(const std::string &rest, const Verdict &verdict,
                std::optional<TestCase> news = {}) const {
    return {rest, verdict, std::move(news), cuts, known, met};
  }
  Answer news(const TestCase &part, const Verdict &verdict) const {
    return answer("", verdict, part);
  }
};

void Surgery::ask(const TestCase &testCase, int target, const Verdict &verdict,
                  const std::string &bug, int mostCuts, const OnAnswer &onAnswer) {
  operate(std::make_shared<Patient>(testCase, verdict, target, onAnswer, bug,
                                    CaseValues(testCase, services.evaluate), mostCuts));
}

Expected<std::optional<Surgery::Answer>> Surgery::lookBehind(const TestCase &testCase, int target,
                                                             const Verdict &verdict,
                                                             const std::string &bug,
                                                             const std::function<bool()> &stop) {
  if (!services.accused)
    return std::optional<Answer>();
  return await<Answer>(
      [&](const auto &onAnswer) { ask(testCase, target, verdict, bug, fewCuts, onAnswer); },
      [&](int milliseconds) { return pool.poll(milliseconds); }, stop);
}

void Surgery::askUnchecked(const TestCase &testCase, int target, int mostCuts,
                           const OnAnswer &onAnswer) {
  const std::set<NodeId> nodes = services.expectedAt(testCase, nameOf(target));
  auto whole = std::make_shared<Patient>(testCase, Verdict(), target, onAnswer, "",
                                         CaseValues(testCase, services.evaluate), mostCuts);
  auto rest = std::make_shared<Patient>(*whole);
  rest->onAnswer = [this, whole, nodes](const Answer &answer) {
    if (answer.news)
      return whole->onAnswer(answer);
    tryExpected(whole, nodes, answer);
  };
  cutOut(rest, nodes);
}

void Surgery::tryExpected(const PatientPointer &patient, const std::set<NodeId> &nodes,
                          const Answer &answer) {
  const auto part = excise(patient->testCase, nodes, patient->values);
  if (!part)
    return patient->onAnswer(answer);
  check(part->testCase, patient,
        [this, patient, answer, testCase = part->testCase](const Verdict &verdict) {
          if (!verdict.isFinding() || !knownBug(testCase, patient, verdict).empty())
            return patient->onAnswer(answer);
          patient->onAnswer({"", verdict, testCase, answer.cuts, answer.known, answer.met});
        });
}

void Surgery::check(const TestCase &testCase, const PatientPointer &patient,
                    const std::function<void(const Verdict &)> &onVerdict) {
  pool.submit(CaseRequest{writeJson(testCase), patient->target},
              [this, onVerdict](const CheckReply &reply) {
                onCheck(reply);
                onVerdict(reply.verdict);
              });
}

std::string Surgery::knownBug(const TestCase &testCase, const PatientPointer &patient,
                              const Verdict &verdict) const {
  if (!verdict.isFinding())
    return "";
  const auto bug = services.known(testCase, nameOf(patient->target), &verdict);
  return bug ? std::get<Known>(bug->outcome).id : "";
}

bool Surgery::failsSo(const TestCase &part, const PatientPointer &patient,
                      const Verdict &verdict) const {
  return verdict.isFinding() && (sameFailure(verdict, patient->verdict) ||
                                 knownBug(part, patient, verdict) == patient->bug);
}

void Surgery::leave(const PatientPointer &patient) {
  patient->meet();
  patient->onAnswer(patient->answer(patient->cuts > 0 ? "known" : "", {}));
}

void Surgery::operate(const PatientPointer &patient) {
  // What takes as long as it may is not tried again and again.
  if (patient->cuts == patient->mostCuts ||
      std::holds_alternative<Timeout>(patient->verdict.outcome))
    return leave(patient);
  const Accused accused =
      services.accused(patient->testCase, nameOf(patient->target), patient->verdict, patient->bug);
  if (accused.nodes.empty())
    return halve(patient, 0, static_cast<int>(patient->testCase.program().nodes().size()));
  if (accused.isSure)
    return cutOut(patient, accused.nodes);
  tryAlone(patient, accused.nodes,
           {accused.nodes, accused.withNeighbours,
            withNeighbours(patient->testCase.program(), accused.withNeighbours)});
}

void Surgery::halve(const PatientPointer &patient, int right, int wrong) {
  if (wrong - right <= 1)
    return cutOut(patient, {static_cast<NodeId>(right)});
  const int middle = right + (wrong - right) / 2;
  const auto part = excise(patient->testCase, firstNodes(middle), patient->values);
  if (!part)
    return halve(patient, middle, wrong);
  check(part->testCase, patient,
        [this, patient, right, middle, wrong, testCase = part->testCase](const Verdict &verdict) {
          const bool isWrong = failsSo(testCase, patient, verdict);
          halve(patient, isWrong ? right : middle, isWrong ? middle : wrong);
        });
}

void Surgery::tryAlone(const PatientPointer &patient, const std::set<NodeId> &nodes,
                       std::vector<std::set<NodeId>> parts) {
  if (parts.empty())
    return refute(patient);
  const std::set<NodeId> first = parts.front();
  std::erase(parts, first);
  const auto part = excise(patient->testCase, first, patient->values);
  if (!part)
    return cutOut(patient, nodes);
  check(part->testCase, patient,
        [this, patient, nodes, parts = std::move(parts), part = *part](const Verdict &verdict) {
          if (failsSo(part.testCase, patient, verdict)) {
            // Without what the bug takes it is another.
            if (knownBug(part.testCase, patient, verdict).empty())
              return patient->onAnswer(patient->news(part.testCase, verdict));
            return cutOut(patient, nodes);
          }
          // It does not tell if it does not see what it saw.
          if (!part.seesTheSame)
            return cutOut(patient, nodes);
          tryAlone(patient, nodes, parts);
        });
}

void Surgery::refute(const PatientPointer &patient) {
  patient->refuted.insert(patient->bug);
  if (services.allKnown)
    for (const Verdict &known :
         services.allKnown(patient->testCase, nameOf(patient->target), patient->verdict)) {
      const std::string &bug = std::get<Known>(known.outcome).id;
      if (patient->refuted.contains(bug))
        continue;
      patient->bug = bug;
      if (patient->cuts == 0)
        patient->known = known;
      return operate(patient);
    }
  patient->onAnswer(patient->news(patient->testCase, patient->verdict));
}

void Surgery::cutOut(const PatientPointer &patient, const std::set<NodeId> &nodes) {
  const auto rest = exciseOthers(patient->testCase, nodes, patient->values);
  if (!rest)
    return leave(patient);
  ++patient->cuts;
  check(rest->testCase, patient,
        [this, patient, testCase = rest->testCase](const Verdict &verdict) {
          onRest(patient, testCase, verdict);
        });
}

void Surgery::onRest(const PatientPointer &patient, const TestCase &rest, const Verdict &verdict) {
  patient->meet();
  if (!verdict.isFinding())
    return patient->onAnswer(patient->answer(std::string(verdict.name()), verdict));
  patient->bug = knownBug(rest, patient, verdict);
  if (patient->bug.empty())
    return patient->onAnswer(patient->news(rest, verdict));
  patient->refuted.clear();
  patient->testCase = rest;
  patient->values = CaseValues(rest, services.evaluate);
  patient->verdict = verdict;
  operate(patient);
}

} // namespace assay
