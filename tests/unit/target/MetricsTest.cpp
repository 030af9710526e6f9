#include "target/Metrics.h"

#include <catch2/catch.hpp>

using namespace assay;

namespace {

constexpr Metric all[] = {Metric::Transposes, Metric::Dispatches, Metric::Bytes};

} // namespace

TEST_CASE("metrics are named in any order, and kept in one") {
  auto read = metricsFrom("bytes,transposes,bytes");
  REQUIRE(read);
  CHECK(textOf(*read) == "transposes,bytes");
  CHECK(metricsFrom("")->empty());
  CHECK(metricsFrom("byte").error().message.find("relayouts") != std::string::npos);
}

TEST_CASE("code is better that is worse in no metric that counts") {
  const Metrics given = {{Metric::Transposes, 1}, {Metric::Dispatches, 2}};
  CHECK(savings(given, {{Metric::Transposes, 0}, {Metric::Dispatches, 2}}, all) ==
        std::vector{Metric::Transposes});
  CHECK(savings(given, given, all).empty());
  CHECK(savings(given, {{Metric::Transposes, 0}, {Metric::Dispatches, 3}}, all).empty());
  CHECK(savings(given, {{Metric::Transposes, 0}, {Metric::Dispatches, 3}},
                std::vector{Metric::Transposes}) == std::vector{Metric::Transposes});
}

TEST_CASE("what is as little as can be may not be less") {
  CHECK_FALSE(
      mayBeLess({{Metric::Transposes, 0}, {Metric::Dispatches, 1}, {Metric::Bytes, 4096}}, all));
  CHECK(mayBeLess({{Metric::Dispatches, 2}}, all));
  CHECK(mayBeLess({{Metric::Bytes, 4097}}, all));
  CHECK_FALSE(mayBeLess({{Metric::Relayouts, 2}}, all));
}

TEST_CASE("a metric that one of both cannot tell does not count") {
  CHECK(savings({{Metric::Transposes, 1}, {Metric::Bytes, 10}}, {{Metric::Transposes, 0}}, all) ==
        std::vector{Metric::Transposes});
}

TEST_CASE("bytes are fewer only by more than a fifth and 4 KiB") {
  auto isSaved = [](int64_t worse, int64_t better) {
    return !savings({{Metric::Bytes, worse}}, {{Metric::Bytes, better}}, all).empty();
  };
  CHECK_FALSE(isSaved(4096, 0));
  CHECK(isSaved(4097, 0));
  CHECK_FALSE(isSaved(1'200'000, 1'000'000));
  CHECK(isSaved(1'200'001, 1'000'000));
  // Nor are they more.
  CHECK_FALSE(savings({{Metric::Transposes, 1}, {Metric::Bytes, 1'000'000}},
                      {{Metric::Transposes, 0}, {Metric::Bytes, 1'200'000}}, all)
                  .empty());
}
