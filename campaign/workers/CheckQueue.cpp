#include "campaign/workers/CheckQueue.h"

#include "program/Json.h"

#include <algorithm>

namespace assay {

void CheckQueue::add(const QueuedTarget &target, const TestCase &testCase, OnVerdict onVerdict) {
  items.push_back({target, writeJson(testCase), std::move(onVerdict)});
}

/// Starts a worker for the target that is next, with some checks of it.
void CheckQueue::fill(Lane &lane) {
  constexpr int mostAtOnce = 8;
  const QueuedTarget target = items.front().target;
  auto pool = std::make_unique<Pool>(optionsFor(target));
  const auto started = pool->start();
  for (int taken = 0; taken < mostAtOnce || !started; ++taken) {
    const auto next = std::ranges::find(items, target, &Item::target);
    if (next == items.end())
      break;
    const Item item = std::move(*next);
    items.erase(next);
    if (!started)
      item.onVerdict(started.error());
    else
      pool->submitFresh(
          CaseRequest{item.testCase, 0},
          [onVerdict = item.onVerdict](const CheckReply &reply) { onVerdict(reply.verdict); });
  }
  if (started)
    lane.pool = std::move(pool);
}

Expected<void> CheckQueue::run(const std::function<bool()> &stop) {
  constexpr int milliseconds = 20;
  const auto isBusy = [&] {
    return std::ranges::any_of(lanes, [](const Lane &lane) { return lane.pool != nullptr; });
  };
  while ((!items.empty() || isBusy()) && !stop())
    for (Lane &lane : lanes) {
      if (!lane.pool && !items.empty())
        fill(lane);
      if (!lane.pool)
        continue;
      ASSAY_TRY(lane.pool->poll(milliseconds));
      if (!lane.pool->busy())
        lane.pool.reset();
    }
  for (Lane &lane : lanes)
    if (lane.pool)
      lane.pool->abandon();
  return {};
}

} // namespace assay
