#include "targets/commands/MemoryGuard.h"

#include "support/ReadFile.h"
#include "support/process/ScratchFolder.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <cstring>
#include <fstream>
#include <link.h>

using namespace assay;

namespace fs = std::filesystem;

/// Code as IREE names it: that of this program stands for that of a module.
extern "C" [[gnu::noinline]] int main_dispatch_3_reduction_4x5_f32(int x) {
  asm volatile("");
  return x + 17;
}

namespace {

/// What a process's library would have written about an access by that function.
std::string reported(std::string_view kind, std::string_view file, const void *function,
                     uintptr_t offset) {
  std::string code;
  for (size_t i = 0; i < 16; ++i)
    code += fmt::format("{:02x}", static_cast<const unsigned char *>(function)[i]);
  return fmt::format(
      R"({{"kind":"{}","side":"behind","bytes":12,"distance":4,"place":{{"file":"{}","offset":{},)"
      R"("code":"{}"}},"caller":{{"file":"/nowhere/iree-run-module","offset":1,"code":""}}}})",
      kind, file, offset, code);
}

/// The text of the fault in a report; "none" if there is none.
std::string textOf(const std::string &report, const fs::path &image = {}) {
  auto folder = ScratchFolder::create();
  const MemoryGuard guard({}, folder->path());
  std::ofstream(folder->path() / "guard.json") << report;
  auto fault = guard.fault(image);
  if (fault)
    CHECK(fault->kind == TargetFailure::Kind::Sanitizer);
  return fault ? fault->detail : "none";
}

uintptr_t loadAddress() {
  uintptr_t address = 0;
  dl_iterate_phdr(
      [](dl_phdr_info *object, size_t, void *into) {
        *static_cast<uintptr_t *>(into) = object->dlpi_addr; // the program comes first
        return 1;
      },
      &address);
  return address;
}

} // namespace

TEST_CASE("code that a process ran from memory is named by the file that it came from") {
  auto folder = ScratchFolder::create();
  const fs::path image = folder->path() / "module.vmfb";
  // Behind something that looks like a file of code, at any place.
  std::ofstream(image, std::ios::binary)
      << "bytecode \177ELF no code" << *readFile("/proc/self/exe") << "more bytecode";
  const auto *function = reinterpret_cast<const void *>(&main_dispatch_3_reduction_4x5_f32);
  const uintptr_t offset = reinterpret_cast<uintptr_t>(function) - loadAddress();
  CHECK(textOf(reported("read", "", function, offset), image) ==
        "a block was read behind its end in reduction: 4 bytes away from a block of 12 bytes that "
        "iree-run-module asked for, by main_dispatch_3_reduction_4x5_f32");
  // Other code is not taken for it.
  CHECK(textOf(reported("read", "", function, offset + 1), image).find("in compiled code: ") !=
        std::string::npos);
  CHECK(textOf(reported("read", "", function, offset)).find("in compiled code: ") !=
        std::string::npos);
  CHECK(textOf(reported("read", fs::canonical("/proc/self/exe").string(), function, offset))
            .find("in reduction: ") != std::string::npos);
}

TEST_CASE("a report that is no report says nothing, or as much as it can") {
  for (const char *text : {"", "\n", "{", "[]", "17", "\xff\xfe", "{\"kind\":\"read\""})
    CHECK(textOf(text) == "none");
  for (const char *text :
       {"{}", R"({"kind":7,"bytes":"many","place":[],"caller":null})",
        R"({"kind":"overwritten","side":"behind","bytes":-1,"changed":18446744073709551615})",
        R"({"kind":"read","side":"freed","place":{"file":"/nowhere","offset":-1,"code":"zz"}})"})
    CHECK(textOf(text) != "none");
}

TEST_CASE("an earlier report is not taken for that of this process") {
  auto folder = ScratchFolder::create();
  std::ofstream(folder->path() / "guard.json") << "{}";
  CHECK_FALSE(MemoryGuard({}, folder->path()).fault());
}

TEST_CASE("interpreters are known by their names") {
  auto folder = ScratchFolder::create();
  for (const char *name : {"/opt/x/bin/python3.11", "/bin/sh", "perl", "node"})
    CHECK(isInterpreter(name));
  for (const char *name : {"/opt/mycc/bin/mycc-run", "iree-run-module"})
    CHECK_FALSE(isInterpreter(name));
  // Also by another name.
  const fs::path link = folder->path() / "mycc-run";
  std::ofstream(folder->path() / "python9") << "";
  fs::create_symlink(folder->path() / "python9", link);
  CHECK(isInterpreter(link));
}
