#include "targets/foreign/ForeignModule.h"

#include "support/Assert.h"

#include <fmt/format.h>
#include <mlir/AsmParser/AsmParser.h>
#include <mlir/Parser/Parser.h>

namespace assay {

static mlir::OpPrintingFlags genericForm() {
  return mlir::OpPrintingFlags().printGenericOpForm().printUniqueSSAIDs();
}

ForeignModule::ForeignModule(const std::string &text) {
  context.allowUnregisteredDialects();
  mlir::ScopedDiagnosticHandler first(&context, [&](mlir::Diagnostic &diagnostic) {
    if (problem.empty())
      problem = diagnostic.str();
  });
  const mlir::ParserConfig unverified(&context, false, &resources);
  module = mlir::parseSourceString<mlir::ModuleOp>(text, unverified);
}

TargetFailure ForeignModule::unreadable() const {
  return {TargetFailure::Kind::Unsupported, Stage::Emit,
          fmt::format("a module between phases cannot be read: {}", problem)};
}

std::vector<mlir::Operation *> ForeignModule::ops() {
  std::vector<mlir::Operation *> found;
  module->walk<mlir::WalkOrder::PreOrder>([&](mlir::Operation *op) { found.push_back(op); });
  return found;
}

mlir::Attribute ForeignModule::parse(const std::string &text) {
  mlir::Attribute attribute = mlir::parseAttribute(text, &context);
  ASSAY_ASSERT(attribute, "an attribute that we write can be read");
  return attribute;
}

std::string ForeignModule::text() {
  std::string text;
  llvm::raw_string_ostream stream(text);
  mlir::AsmState state(*module, genericForm(), nullptr, &resources);
  module->print(stream, state);
  return text;
}

llvm::StringRef nameOf(mlir::Operation *op) { return op->getName().getStringRef(); }

std::string textOf(mlir::Attribute attribute) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  attribute.print(stream);
  return text;
}

bool isFunction(mlir::Operation *op) { return nameOf(op) == "func.func"; }

Outcome<std::string> functionAlone(const std::string &text, int function) {
  ForeignModule module(text);
  if (!module)
    return module.unreadable();
  for (mlir::Operation *op : module.ops())
    if (isFunction(op) && function-- == 0) {
      mlir::OwningOpRef<mlir::ModuleOp> alone = mlir::ModuleOp::create(op->getLoc());
      alone->getBody()->push_back(op->clone());
      std::string text;
      llvm::raw_string_ostream stream(text);
      alone->print(stream, genericForm());
      return text;
    }
  return TargetFailure{TargetFailure::Kind::Unsupported, Stage::Emit, "there is no such function"};
}

bool isSameModule(const std::string &a, const std::string &b) {
  ForeignModule first(a), second(b);
  return first && second && first.text() == second.text();
}

} // namespace assay
