#include "amdgpu/machine/isa/Table.h"
#include "amdgpu/tests/unit/Executed.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <iostream>

using namespace assay::amdgpu;
using namespace assay::amdgpu::test;

// The last of these files by its name: that is the order in which they are linked, and Catch2 runs
// tests in the order in which they were declared.
TEST_CASE("the instructions that no case executes are counted") {
  std::set<std::string, std::less<>> missing;
  size_t count = 0;
  for (Table table : tables(SimdLevel::Scalar))
    for (const Entry &entry : table) {
      if (entry.semantics.refusal)
        continue;
      ++count;
      if (!executed().contains(entry.name))
        missing.insert(std::string(entry.name));
    }
  std::cout << fmt::format("{} of {} instructions are executed by a case", count - missing.size(),
                           count);
  for (const std::string &name : missing)
    std::cout << "\n  not " << name;
  std::cout << std::endl;
  CHECK(count > 0);
  for (const std::string &name : missing) {
    INFO(name);
    CHECK(!name.starts_with("v_"));
  }
}
