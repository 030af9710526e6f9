#include "support/FolderLock.h"

#include <catch2/catch.hpp>
#include <cstdlib>

#include <optional>

using assay::FolderLock;

TEST_CASE("a folder is held by one, or shared by many, until they are gone") {
  const std::filesystem::path folder = std::filesystem::temp_directory_path();
  std::string name = (folder / "assay-test-XXXXXX").string();
  REQUIRE(mkdtemp(name.data()));
  std::optional<FolderLock> one(name), other(name);
  CHECK(one->isOpen());
  CHECK(one->tryHold());
  CHECK_FALSE(other->tryHold());
  CHECK_FALSE(other->tryShare());
  FolderLock moved = std::move(*one);
  one.reset();
  CHECK_FALSE(other->tryHold());
  moved = FolderLock();
  CHECK(other->tryShare());
  FolderLock third{std::filesystem::path(name)};
  CHECK(third.tryShare());
  CHECK_FALSE(third.tryHold());
  other.reset();
  CHECK(third.hold());
  std::filesystem::remove(name);
}

TEST_CASE("a folder that is not there cannot be held") {
  FolderLock none(std::filesystem::path("/nowhere/at/all"));
  CHECK_FALSE(none.isOpen());
  CHECK_FALSE(none.hold());
  CHECK_FALSE(none.tryHold());
  CHECK_FALSE(none.tryShare());
}
