#include "campaign/store/Shard.h"

#include <catch2/catch.hpp>

using namespace assay;

TEST_CASE("Turns are dealt to shards one by one, and each program is one shard's") {
  for (int64_t count : {1, 2, 3, 7}) {
    std::vector<Shard> shards;
    for (int64_t index = 0; index < count; ++index)
      shards.push_back({index, count});
    std::vector<int64_t> owned(shards.size(), 0);
    for (int64_t program = 0; program < 20 * programsPerTurn; ++program)
      for (const Shard &shard : shards) {
        const bool isOwn = program / programsPerTurn % count == shard.index;
        CHECK((shard.firstFrom(program) == program) == isOwn);
        int64_t &before = owned[static_cast<size_t>(shard.index)];
        REQUIRE(shard.ownedBelow(program) == before);
        before += isOwn;
        // The next of its own, and none between.
        const int64_t next = shard.firstFrom(program);
        REQUIRE(next >= program);
        REQUIRE(shard.ownedBelow(next) == shard.ownedBelow(program));
        REQUIRE(shard.firstFrom(next) == next);
      }
  }
}

TEST_CASE("A campaign that is not sharded owns all programs") {
  CHECK(Shard().isWhole());
  CHECK(Shard().firstFrom(1000) == 1000);
  CHECK(Shard().ownedBelow(1000) == 1000);
}
