#include "targets/commands/LibrarySymbols.h"
#include "target/CrashText.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <dlfcn.h>

using namespace assay;

namespace {

/// A function that dladdr() has no name for.
[[gnu::noinline]] void nameless() { asm(""); }

/// As a dying worker writes where it was.
std::string placeOf(void (*function)()) {
  Dl_info info{};
  REQUIRE(dladdr(reinterpret_cast<void *>(function), &info));
  return fmt::format("</proc/self/exe+{:x}>", reinterpret_cast<uintptr_t>(function) -
                                                  reinterpret_cast<uintptr_t>(info.dli_fbase));
}

} // namespace

TEST_CASE("a place in a library is named by the library's own symbols") {
  const auto named = [](const std::string &place) {
    return topFrames(withFunctionNames(place, functionAt));
  };
  CHECK(named(placeOf(nameless)) == std::vector<std::string>{"nameless"});
  CHECK(named("</proc/self/exe+0>") == std::vector<std::string>{"<exe+0>"});
  CHECK(named("</no/such/x.so+1a2b>") == std::vector<std::string>{"<x.so+1a2b>"});
}
