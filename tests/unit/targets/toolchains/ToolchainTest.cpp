#include "targets/toolchains/Toolchain.h"

#include "support/process/ScratchFolder.h"

#include <catch2/catch.hpp>

#include <cstdlib>
#include <fstream>

using namespace assay;
using Catch::Matchers::Contains;
namespace fs = std::filesystem;

namespace {

/// A user's data folder, and something that looks like the wheels of a release.
struct Machine {
  ScratchFolder scratch = [] {
    auto made = ScratchFolder::create();
    REQUIRE(made);
    return std::move(*made);
  }();
  fs::path wheels = scratch.path() / "wheels";

  Machine() {
    setenv("ASSAY_DATA", (scratch.path() / "data").c_str(), 1);
    for (const char *file :
         {"iree/compiler/_mlir_libs/libIREECompiler.so", "iree/compiler/_mlir_libs/iree-compile",
          "iree/compiler/_mlir_libs/iree-opt", "iree/_runtime_libs/iree-run-module"}) {
      fs::create_directories((wheels / file).parent_path());
      std::ofstream(wheels / file) << "x";
    }
  }
};

constexpr VersionNumber version{3, 13, 0};

} // namespace

TEST_CASE("what is recorded is found again, in the order of versions, until it is removed") {
  Machine machine;
  CHECK(ireeToolchains()->empty());
  CHECK_THAT(ireeToolchain(version).error().message, Contains("assay target add iree@3.13.0"));
  for (VersionNumber added : {version, VersionNumber{3, 4, 0}}) {
    auto found = findIree(added, machine.wheels);
    REQUIRE(found);
    REQUIRE(recordToolchain(*found));
  }
  auto all = ireeToolchains();
  REQUIRE(all);
  REQUIRE(all->size() == 2);
  CHECK((*all)[0].name() == "iree@3.4.0");
  CHECK(ireeToolchain(version)->run == machine.wheels / "iree/_runtime_libs/iree-run-module");
  REQUIRE(removeToolchain(version));
  CHECK_FALSE(ireeToolchain(version));
  CHECK_THAT(removeToolchain(version).error().message, Contains("was not added"));
  CHECK(fs::exists(machine.wheels)); // only ours is removed
}

TEST_CASE("a folder without the wheels is told what is missing from it") {
  Machine machine;
  fs::remove(machine.wheels / "iree/_runtime_libs/iree-run-module");
  CHECK_THAT(findIree(version, machine.wheels).error().message,
             Contains("iree-run-module") && Contains("iree-base-runtime"));
  CHECK_FALSE(findIree(version, machine.scratch.path() / "nowhere"));
}

TEST_CASE("a record that is cut short, and files that are gone, are said to be so") {
  Machine machine;
  REQUIRE(recordToolchain(*findIree(version, machine.wheels)));
  const fs::path record = *toolchainFolder(ireeRelease(version)) / "toolchain.json";
  fs::remove(machine.wheels / "iree/compiler/_mlir_libs/libIREECompiler.so");
  CHECK_THAT(ireeToolchain(version).error().message, Contains("is gone"));
  for (const char *text : {"", "{", "[]", "{\"version\": 3}", "{\"version\": \"x\"}"}) {
    std::ofstream(record) << text;
    CHECK_THAT(ireeToolchain(version).error().message, Contains("cannot be read"));
  }
}
