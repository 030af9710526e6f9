#include "campaign/workers/WorkerProcess.h"

#include <catch2/catch.hpp>

#include <chrono>
#include <filesystem>
#include <sched.h>
#include <thread>

using namespace assay;

TEST_CASE("A worker that shares a processor with another has waited for it") {
  if (!std::filesystem::exists("/proc/self/schedstat"))
    return;
  cpu_set_t own, one;
  REQUIRE(sched_getaffinity(0, sizeof own, &own) == 0);
  int first = 0;
  while (CPU_ISSET(first, &own) == 0)
    ++first;
  CPU_ZERO(&one);
  CPU_SET(first, &one);
  // Children take the affinity with them.
  REQUIRE(sched_setaffinity(0, sizeof one, &one) == 0);
  const WorkerCommand spin{{"/bin/sh", "-c", "while :; do :; done"}};
  auto worker = WorkerProcess::spawn(spin), other = WorkerProcess::spawn(spin);
  REQUIRE(sched_setaffinity(0, sizeof own, &own) == 0);
  REQUIRE(worker);
  REQUIRE(other);
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while ((*worker)->queuedNanoseconds() < 20'000'000 && std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  CHECK((*worker)->queuedNanoseconds() >= 20'000'000);
  CHECK((*worker)->cpuNanoseconds() > 0);
}
