#include "targets/iree/IreeDumps.h"
#include "support/WriteFile.h"
#include "support/process/ScratchFolder.h"

#include <catch2/catch.hpp>

using namespace assay;

static std::vector<PassDump>
dumpsOf(const std::vector<std::pair<std::string, std::string>> &files) {
  auto folder = ScratchFolder::create();
  REQUIRE(folder);
  for (const auto &[file, text] : files)
    REQUIRE(writeFile(folder->path() / file, text));
  return readPassDumps(folder->path());
}

TEST_CASE("dumps come in the order of the passes, nested ones after the one they follow") {
  const auto dumps = dumpsOf({{"module/10_last.mlir", "e"},
                              {"module/2_first.mlir", "a"},
                              {"module/func/2_10_cse.mlir", "d"},
                              {"module/func/2_9_iree-2_x.mlir", "c"},
                              {"module/func/notes.txt", "no dump"}});
  std::string passes;
  for (const PassDump &dump : dumps)
    passes += dump.pass + " ";
  CHECK(passes == "first iree-2_x cse last ");
  CHECK(dumps[2].place == std::vector<int>{2, 10});
  CHECK(dumps[2].text == "d");
}

TEST_CASE("there are no dumps where there is no folder") {
  CHECK(readPassDumps("/no/such/folder").empty());
}
