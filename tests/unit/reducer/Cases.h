#pragma once

#include "program/Text.h"
#include "reducer/Passes.h"

#include <catch2/catch.hpp>

#include <string>

namespace assay {

/// The case that the text describes.
inline TestCase caseFrom(const std::string &text) {
  auto read = readText("assay 1\n" + text, "test");
  INFO((read ? "" : read.error().message) << "\n" << text);
  REQUIRE(read);
  return *read;
}

/// Text without the version line, as caseFrom() takes it.
inline std::string textOf(const TestCase &testCase) {
  return writeText(testCase).substr(std::string("assay 1\n").size());
}

/// A reference that knows one number: every element of every value is 3.
inline std::optional<RunValues> threes(const TestCase &testCase, size_t run) {
  RunValues values;
  const Program &program = testCase.program();
  for (ValueId value = 0; value < program.valueCount(); ++value) {
    Tensor tensor(program.type(value).element,
                  program.type(value).shape(testCase.runs()[run].bindings));
    for (int64_t i = 0; i < tensor.size(); ++i)
      tensor.set(i, 3);
    values.push_back(tensor);
  }
  return values;
}

/// What the pass makes of the case at the chosen places; "invalid" if that is no case.
inline std::string applied(const char *pass, const std::string &text,
                           Places places = Places(0, 99)) {
  const Evaluator evaluator = threes;
  TestCase before = caseFrom(text);
  CaseValues values(before, evaluator);
  REQUIRE(findPass(pass));
  auto after = apply(*findPass(pass), before, values, std::move(places));
  return after ? textOf(*after) : "invalid";
}

/// The same for the text alone.
inline std::string normal(const std::string &text) { return textOf(caseFrom(text)); }

} // namespace assay
