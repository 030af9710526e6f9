#include "compiler/emit/Emit.h"
#include "program/Text.h"
#include "tests/examples/Examples.h"

#include <mlir/IR/Diagnostics.h>
#include <mlir/IR/Verifier.h>

#include <catch2/catch.hpp>

#include <chrono>

using namespace assay;

namespace {

/// What the verifier says about the module of a case; empty if nothing.
std::string complaint(mlir::MLIRContext &context, const TestCase &testCase) {
  std::string said;
  mlir::ScopedDiagnosticHandler handler(&context, [&](mlir::Diagnostic &diagnostic) {
    said += diagnostic.str() + "\n";
    return mlir::success();
  });
  auto module = emit(context, testCase);
  if (mlir::failed(mlir::verify(*module)) && said.empty())
    said = "it does not verify";
  return said.empty() ? said : said + printModule(*module);
}

} // namespace

TEST_CASE("every op has two examples or more") {
  for (OpKind kind : allOpKinds) {
    INFO(name(kind));
    std::vector<TestCase> cases = exampleCases(kind);
    CHECK(cases.size() >= 2);
    for (const TestCase &testCase : cases)
      CHECK(std::any_of(testCase.program().nodes().begin(), testCase.program().nodes().end(),
                        [&](const Node &node) { return kindOf(node.op) == kind; }));
  }
}

TEST_CASE("every example verifies in every spelling under every specialization") {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  for (const TestCase &testCase : allExampleVariants()) {
    std::string said = complaint(context, testCase);
    if (!said.empty())
      FAIL_CHECK(writeText(testCase) << said);
  }
}
