#include "campaign/workers/Pool.h"

#include <catch2/catch.hpp>

#include <filesystem>
#include <unistd.h>

using namespace assay;

namespace {

/// A pool whose workers are that shell command.
Pool poolOf(const std::string &command) {
  return Pool({{{"/bin/sh", "-c", command}}, {0, "", {"fake:ok"_target}}, 1, {}});
}

} // namespace

TEST_CASE("A pool whose first worker is killed each time says so instead of waiting") {
  auto started = poolOf("kill -KILL $$").start();
  REQUIRE_FALSE(started);
  CHECK(started.error().message.starts_with("a worker ended before it could begin"));
}

TEST_CASE("A first worker that is killed before it is ready is replaced") {
  // Workers are ready from the second on, which find what the first one left.
  const auto mark =
      std::filesystem::temp_directory_path() / ("assay-pool-" + std::to_string(getpid()));
  auto pool = poolOf(
      "if mkdir " + mark.string() +
      " 2>/dev/null; then kill -KILL $$; fi; echo '{\"ready\":\"\",\"devices\":[]}' >&4; cat <&3");
  CHECK(pool.start());
  CHECK(pool.started() == 2);
  std::filesystem::remove(mark);
}
