#pragma once

#include "reducer/Draft.h"
#include "reducer/Places.h"

#include <span>
#include <string_view>

namespace assay {

/// A way to make a case smaller. It asks `places` at every place where it applies, in a fixed
/// order, and simplifies there if told so. What comes out invalid, or not smaller (reducer/Size.h),
/// costs no check.
struct Pass {
  std::string_view name;
  void (*run)(Draft &draft, Places &places);
};

/// Passes.def as a table.
std::span<const Pass> allPasses();
/// The pass of that name, or none.
const Pass *findPass(std::string_view name);

/// Number of places where the pass applies to the case.
size_t countPlaces(const Pass &pass, const TestCase &testCase, const CaseValues &values);
/// The case with the pass applied at those places; nothing if that is no valid case.
std::optional<TestCase> apply(const Pass &pass, const TestCase &testCase, const CaseValues &values,
                              Places places);

#define ASSAY_PASS(name, function) void function(Draft &draft, Places &places);
#include "reducer/Passes.def"

} // namespace assay
