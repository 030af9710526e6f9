#include "campaign/workers/Worker.h"

#include "campaign/workers/CrashHandler.h"
#include "campaign/workers/Protocol.h"
#include "check/Trace.h"
#include "mutation/Examination.h"
#include "program/Json.h"
#include "support/Assert.h"
#include "support/Stopwatch.h"
#include "support/process/Descendants.h"
#include "support/process/Keeper.h"

#include <csignal>
#include <cstdio>
#include <map>
#include <sys/stat.h>
#include <unistd.h>

namespace assay {
namespace {

bool writeAll(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t written = write(file, bytes.data(), bytes.size());
    if (written <= 0)
      return false;
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

/// Each check starts with an empty output file: what it holds after a death belongs to the last
/// one.
void dropOutput() {
  std::fflush(stdout);
  struct stat status{};
  if (fstat(STDOUT_FILENO, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0)
    (void)!ftruncate(STDOUT_FILENO, 0);
}

/// Before anything that the target does.
void prepareProcess() {
  dropOutput();
  takeSignals();
}

class Worker {
public:
  Worker(const Services &services, WorkerProgress &progress)
      : services(services), progress(progress) {}

  bool answer(const Setup &request);
  bool answer(const RangeRequest &request);
  bool answer(const CaseRequest &request);
  bool answer(const MutantsRequest &request);
  bool answer(const ExplainRequest &request);

private:
  /// One after the other, which takes half as long as between compilations: those leave nothing of
  /// the generator in the caches.
  void generateAll(const RangeRequest &request);
  /// What targets can do for all programs at once, before each is checked.
  void compileJointly(const RangeRequest &request);
  CheckReply checkIndex(int64_t index, int target);
  const TestCase &caseAt(int64_t index) { return generatedAt(index).testCase; }
  struct Generated {
    TestCase testCase;
    double seconds = 0; // until they are in a reply
  };
  Generated &generatedAt(int64_t index);
  Verdict check(const TestCase &testCase, int target);
  /// Fills in the verdict and the coverage.
  void checkAndCount(const TestCase &testCase, CheckReply &reply);
  /// The known bug for which the program is passed over.
  std::optional<Verdict> expectedBug(const TestCase &testCase, int64_t index, int target) const;
  bool hasTarget(int target) const {
    return target >= 0 && static_cast<size_t>(target) < targets.size();
  }
  bool reply(const Reply &message) {
    return writeAll(worker_files::replies, encode(message, sent));
  }

  const Services &services;
  WorkerProgress &progress;
  Setup setup;
  std::vector<std::unique_ptr<Target>> targets;
  SentPoints sent;
  /// Of the range that is being answered.
  std::map<int64_t, Generated> generated;
  /// For each target that compiled the range's programs jointly, the seconds that took, until they
  /// are in a reply.
  std::map<int, double> jointSeconds;
};

bool Worker::answer(const Setup &request) {
  setup = request;
  if (!setup.plan.empty())
    if (auto added = services.addPlan(setup.plan, setup.profile); !added)
      return reply(Ready{added.error().message});
  for (const TargetName &name : setup.targets) {
    auto target = services.makeTarget(name, setup.options);
    if (!target)
      return reply(Ready{target.error().message});
    targets.push_back(std::move(*target));
  }
  Ready ready;
  for (const auto &target : targets)
    ready.devices.push_back(target->device());
  return reply(ready);
}

bool Worker::answer(const RangeRequest &request) {
  generated.clear();
  jointSeconds.clear();
  if (request.joint) {
    generateAll(request);
    compileJointly(request);
  }
  int target = request.firstTarget;
  for (int64_t index = request.first; index < request.end; ++index, target = 0)
    for (; hasTarget(target); ++target)
      if (!reply(checkIndex(index, target)))
        return false;
  return true;
}

bool Worker::answer(const CaseRequest &request) {
  auto testCase = readJson(request.testCase, "request");
  if (!testCase || !hasTarget(request.target))
    return false;
  progress.begin();
  CheckReply out{-1, request.target, false, opMask(testCase->program()),
                 check(*testCase, request.target)};
  progress.end();
  return reply(out);
}

bool Worker::answer(const MutantsRequest &request) {
  generated.clear();
  std::optional<std::vector<bool>> mayChange;
  std::unique_ptr<Examination> examination;
  const ExaminationObserver observe{[&](Stage stage) { progress.enter(stage); },
                                    [&](MutantStep step) { progress.enter(step); }};
  for (int64_t number = request.first; number < request.end; ++number) {
    progress.begin();
    progress.enter(MutantStep::Prepare);
    const TestCase &testCase = caseAt(request.index);
    prepareProcess();
    MutantResult result;
    if (!request.bugs.empty() && !mayChange)
      mayChange = services.mayChange(testCase, setup.targets.front(), request.bugs);
    if (mayChange && !(*mayChange)[static_cast<size_t>(number)]) {
      result = {.outcome = MutantOutcome::Invalid, .detail = std::string(nothingToChange)};
    } else {
      if (!examination)
        examination = std::make_unique<Examination>(
            testCase, *targets.front(), services.check,
            Examination::Options{request.probes, probeSeed(setup.seed, request.index),
                                 !request.bugs.empty()},
            observe);
      TargetOptions options = setup.options;
      std::optional<Change> change;
      if (mayChange)
        options.inject = request.bugs[static_cast<size_t>(number)];
      else
        options.mutant = {mutantSeed(setup.seed, request.index, number), [&](const Change &made) {
                            change = made;
                            progress.changed(made);
                          }};
      auto mutant = services.makeTarget(setup.targets.front(), options);
      if (!mutant)
        return false;
      result = examination->examine(**mutant);
      if (!mayChange && !change && result.outcome == MutantOutcome::Equal)
        result = {.outcome = MutantOutcome::Invalid, .detail = std::string(nothingToChange)};
      result.change = std::move(change);
    }
    endDescendants();
    progress.end();
    // What wrote where it should not may have spoiled this process for the next one.
    const bool isSpoilt = result.kind == "sanitizer" || result.kind == "run";
    if (!reply(CheckReply{request.index,
                          0,
                          false,
                          opMask(testCase.program()),
                          {},
                          MutantReply{number, std::move(result)}}) ||
        isSpoilt)
      return false;
  }
  return true;
}

bool Worker::answer(const ExplainRequest &request) {
  auto testCase = readJson(request.testCase, "request");
  if (!testCase || !services.explain)
    return false;
  progress.begin();
  prepareProcess();
  progress.enter(Stage::Compile);
  CheckReply out;
  out.cause =
      services.explain(*testCase, request.target, request.inject, request.seen, request.seconds);
  endDescendants();
  progress.end();
  return reply(out);
}

Worker::Generated &Worker::generatedAt(int64_t index) {
  auto known = generated.find(index);
  if (known != generated.end())
    return known->second;
  double seconds = 0;
  auto made = [&] {
    Stopwatch watch(seconds);
    return services.generate(setup.seed, static_cast<uint64_t>(index), setup.profile);
  }();
  ASSAY_ASSERT(bool(made), "the supervisor checked the profile");
  return generated.emplace(index, Generated{std::move(*made), seconds}).first->second;
}

void Worker::generateAll(const RangeRequest &request) {
  const int64_t programs = request.end - request.first;
  if (programs < 2)
    return;
  progress.begin(static_cast<uint32_t>(programs));
  for (int64_t index = request.first; index < request.end; ++index)
    generatedAt(index);
  progress.end();
}

void Worker::compileJointly(const RangeRequest &request) {
  for (int target = 0; hasTarget(target); ++target) {
    const Target &compiler = *targets[static_cast<size_t>(target)];
    if (!compiler.compilesJointly())
      continue;
    std::vector<const TestCase *> cases;
    for (int64_t index = request.first; index < request.end; ++index) {
      const bool isDone = index == request.first && target < request.firstTarget;
      if (!isDone && !expectedBug(caseAt(index), index, target))
        cases.push_back(&caseAt(index));
    }
    if (cases.size() < 2)
      continue;
    progress.begin(static_cast<uint32_t>(cases.size()));
    prepareProcess();
    progress.enter(Stage::Compile);
    {
      Stopwatch watch(jointSeconds[target]);
      compiler.compileJointly(cases);
    }
    progress.end();
  }
}

CheckReply Worker::checkIndex(int64_t index, int target) {
  progress.begin();
  auto &[testCase, seconds] = generatedAt(index);
  auto joint = jointSeconds.find(target);
  CheckReply out{index, target, joint != jointSeconds.end(), opMask(testCase.program()), {}};
  if (auto expected = expectedBug(testCase, index, target))
    out.verdict = std::move(*expected);
  else
    checkAndCount(testCase, out);
  out.verdict.seconds.generate += std::exchange(seconds, 0);
  if (out.joint)
    out.verdict.seconds.compile += std::exchange(joint->second, 0);
  progress.end();
  return out;
}

std::optional<Verdict> Worker::expectedBug(const TestCase &testCase, int64_t index,
                                           int target) const {
  if (!setup.steer || !services.known || index % services.looksAnyway(setup.profile) == 0)
    return std::nullopt;
  return services.known(testCase, setup.targets[static_cast<size_t>(target)], nullptr);
}

void Worker::checkAndCount(const TestCase &testCase, CheckReply &reply) {
  const Target &target = *targets[static_cast<size_t>(reply.target)];
  target.countCoverage(reply.index % programsPerPassCount == 0 ? CoverageScope::PatternsAndPasses
                                                               : CoverageScope::Patterns);
  reply.verdict = check(testCase, reply.target);
  reply.coverage = target.takeCoverage();
}

Verdict Worker::check(const TestCase &testCase, int target) {
  prepareProcess();
  Verdict verdict = services.check(testCase, *targets[static_cast<size_t>(target)],
                                   [&](Stage stage) { progress.enter(stage); });
  if (setup.options.tracesDispatches)
    verdict.dispatches = traceDispatches(testCase, *targets[static_cast<size_t>(target)]);
  // Of a compiler in this process: what runCommand() began has ended with it.
  endDescendants();
  return verdict;
}

/// Requests until the supervisor closes the pipe or sends something that is none.
int serve(Worker &worker) {
  LineBuffer lines;
  char bytes[65536];
  while (true) {
    while (auto line = lines.next()) {
      auto request = decodeRequest(*line);
      if (!request || !std::visit([&](const auto &one) { return worker.answer(one); }, *request))
        return 1;
    }
    ssize_t size = read(worker_files::requests, bytes, sizeof(bytes));
    if (size <= 0)
      return 0;
    lines.append({bytes, static_cast<size_t>(size)});
  }
}

} // namespace

int runWorker(const Services &services, int supervisor) {
  continueWithKeeper(supervisor);
  std::signal(SIGPIPE, SIG_IGN);
  // Ctrl-C goes to the whole terminal; the supervisor decides.
  std::signal(SIGINT, SIG_IGN);

  WorkerProgressPointer progress = mapWorkerProgress(worker_files::progress);
  if (!progress)
    return 2;
  progress->process = getpid();
  installCrashHandler(*progress);
  Worker worker(services, *progress);
  return serve(worker);
}

} // namespace assay
