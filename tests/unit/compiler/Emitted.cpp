#include "tests/unit/compiler/Emitted.h"

#include "tests/examples/Examples.h"

#include <mlir/IR/Verifier.h>

#include <catch2/catch.hpp>

namespace assay {

std::string emitted(std::string_view text) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  auto module = emit(context, caseOf(text));
  CHECK(mlir::succeeded(mlir::verify(*module)));
  return printModule(*module);
}

} // namespace assay
