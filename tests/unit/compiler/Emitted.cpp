#include "tests/unit/compiler/Emitted.h"

#include "program/Text.h"

#include <mlir/IR/Verifier.h>

#include <catch2/catch.hpp>

namespace assay {

std::string emitted(std::string_view text) {
  std::string whole = "assay 1\n" + std::string(text) + "\n";
  for (size_t i = 0; i < occurrences(whole, "= argument"); ++i)
    whole += "%" + std::to_string(i) + " = integers {seed=1, low=0, high=1}\n";
  auto testCase = readText(whole, "test");
  INFO((testCase ? "" : testCase.error().message));
  REQUIRE(testCase);
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  auto module = emit(context, *testCase);
  CHECK(mlir::succeeded(mlir::verify(*module)));
  return printModule(*module);
}

void expectInOrder(const std::string &module, std::initializer_list<std::string_view> pieces) {
  size_t from = 0;
  for (std::string_view piece : pieces) {
    INFO("looking for '" << piece << "' behind character " << from << " of\n" << module);
    size_t at = module.find(piece, from);
    REQUIRE(at != std::string::npos);
    from = at + piece.size();
  }
}

size_t occurrences(const std::string &text, std::string_view piece) {
  size_t count = 0;
  for (size_t at = text.find(piece); at != std::string::npos; at = text.find(piece, at + 1))
    ++count;
  return count;
}

} // namespace assay
