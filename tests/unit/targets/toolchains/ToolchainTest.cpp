#include "targets/toolchains/Toolchain.h"

#include "support/process/ScratchFolder.h"

#include <catch2/catch.hpp>

#include <cstdlib>
#include <fmt/format.h>
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

/// The release of that number, in the machine's wheels.
Expected<IreeToolchain> release(const Machine &machine, VersionNumber version) {
  auto found = findIree(machine.wheels);
  if (found) {
    found->release = version.text();
    found->version = version;
  }
  return found;
}

constexpr VersionNumber version{3, 13, 0};

} // namespace

TEST_CASE("what is recorded is found again, in the order of versions, until it is removed") {
  Machine machine;
  CHECK(ireeToolchains()->empty());
  CHECK_THAT(ireeToolchain("3.13.0").error().message, Contains("assay target add iree@3.13.0"));
  for (VersionNumber added : {version, VersionNumber{3, 4, 0}})
    REQUIRE(recordToolchain(*release(machine, added)));
  auto all = ireeToolchains();
  REQUIRE(all);
  REQUIRE(all->size() == 2);
  CHECK((*all)[0].name() == "iree@3.4.0");
  CHECK(ireeToolchain("3.13.0")->run == machine.wheels / "iree/_runtime_libs/iree-run-module");
  REQUIRE(removeToolchain("iree@3.13.0"));
  CHECK_FALSE(ireeToolchain("3.13.0"));
  CHECK_THAT(removeToolchain("iree@3.13.0").error().message, Contains("was not added"));
  CHECK(fs::exists(machine.wheels)); // only ours is removed
}

TEST_CASE("a folder without the wheels is told what is missing from it") {
  Machine machine;
  fs::remove(machine.wheels / "iree/_runtime_libs/iree-run-module");
  CHECK_THAT(findIree(machine.wheels).error().message,
             Contains("iree-run-module") && Contains("iree-base-runtime"));
  CHECK_THAT(findIree(machine.scratch.path() / "nowhere").error().message,
             Contains("there is no folder"));
}

TEST_CASE("a build and an installation have their files in lib and tools, or bin") {
  Machine machine;
  for (const char *tools : {"tools", "bin"}) {
    const fs::path tree = machine.scratch.path() / tools / "tree";
    for (const std::string &file :
         {std::string("lib/libIREECompiler.so"), fmt::format("{}/iree-compile", tools),
          fmt::format("{}/iree-opt", tools)}) {
      fs::create_directories((tree / file).parent_path());
      std::ofstream(tree / file) << "x";
    }
    CHECK_THAT(findIree(tree).error().message, Contains("iree-run-module in " + tree.string()));
    std::ofstream(tree / tools / "iree-run-module") << "x";
    auto found = findIree(tree / tools / "..");
    REQUIRE(found);
    CHECK(found->run == tree / tools / "iree-run-module");
    CHECK(found->library == tree / "lib/libIREECompiler.so");
  }
}

TEST_CASE("a build of one's own goes by its name, stands behind releases, and is no release") {
  Machine machine;
  auto build = *release(machine, version);
  build.release = "mybuild";
  build.isProcess = true;
  REQUIRE(recordToolchain(build));
  REQUIRE(recordToolchain(*release(machine, version)));
  auto all = ireeToolchains();
  REQUIRE(all->size() == 2);
  CHECK((*all)[1].name() == "iree@mybuild");
  CHECK_FALSE((*all)[1].isRelease());
  CHECK(ireeToolchain("mybuild")->version == version);
  CHECK(ireeToolchain("mybuild")->isProcess);
  CHECK_THAT(ireeToolchain("other").error().message, Contains("add iree@other --path DIR"));
  for (const char *name : {"mybuild", "a", "head-2026.11"})
    CHECK(isBuildName(name));
  for (const char *name : {"", "3.13.0", "My", "../x", "a/b", "-x"})
    CHECK_FALSE(isBuildName(name));
}

TEST_CASE("a compiler's content changes with any of its files, and with nothing else") {
  Machine machine;
  const auto found = *findIree(machine.wheels);
  const std::vector files{found.library, found.run};
  const std::string before = *contentOf(files);
  fs::last_write_time(found.run, fs::file_time_type::clock::now());
  CHECK(*contentOf(files) == before);
  std::ofstream(found.run) << "y";
  CHECK(*contentOf(files) != before);
  fs::remove(found.run);
  CHECK_THAT(contentOf(files).error().message, Contains("cannot read"));
}

TEST_CASE("a record that is cut short, and files that are gone, are said to be so") {
  Machine machine;
  REQUIRE(recordToolchain(*release(machine, version)));
  const fs::path record = *toolchainFolder(ireeRelease(version)) / "toolchain.json";
  fs::remove(machine.wheels / "iree/compiler/_mlir_libs/libIREECompiler.so");
  CHECK_THAT(ireeToolchain("3.13.0").error().message, Contains("is gone"));
  for (const char *text : {"", "{", "[]", "{\"version\": 3}", "{\"version\": \"x\"}"}) {
    std::ofstream(record) << text;
    CHECK_THAT(ireeToolchain("3.13.0").error().message, Contains("cannot be read"));
  }
}
