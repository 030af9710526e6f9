#include "campaign/Epoch.h"

#include "support/Random.h"

#include <limits>

namespace assay {
namespace {

OnCheck accounting(Session &session) {
  return [&session](const CheckReply &reply) { session.account(reply.verdict.seconds); };
}

FuzzOptions drawn(FuzzOptions options, int64_t index) {
  options.parameters.targets = targetsAt(options.parameters, index);
  return options;
}

} // namespace

std::vector<TargetName> targetsAt(const CampaignParameters &parameters, int64_t index) {
  std::vector<TargetName> targets = parameters.targets;
  constexpr uint64_t shortEnoughToType = 1'000'000'000;
  Random random = Random::forIndex(parameters.seed, static_cast<uint64_t>(index / programsPerTurn));
  const uint64_t seed = random.next() % shortEnoughToType;
  for (TargetName &target : targets)
    target = target.withSeed(seed);
  return targets;
}

Epoch::Epoch(const Services &services, const FuzzOptions &given, Session &session, int64_t index,
             const std::function<bool()> &stop)
    : options(drawn(given, index)),
      begin(targets() == given.parameters.targets ? 0 : index / programsPerTurn * programsPerTurn),
      end(targets() == given.parameters.targets ? std::numeric_limits<int64_t>::max()
                                                : begin + programsPerTurn),
      stop(stop), pool({options.worker,
                        {options.parameters.seed,
                         options.parameters.profile,
                         options.parameters.targets,
                         {.inject = options.parameters.inject,
                          .dumpFolder = options.dumpFolder,
                          .watch = options.parameters.watch},
                         options.known,
                         options.parameters.plan},
                        options.jobs,
                        options.limits}),
      surgery(services, options, pool, accounting(session)),
      suspects(services, options, accounting(session), stop),
      pending(services, options, pool, surgery, suspects, session) {}

Expected<void> Epoch::start() { return pool.start(stop); }

Expected<void> Epoch::poll() {
  ASSAY_TRY(pool.poll(100));
  return suspects.poll(0);
}

} // namespace assay
