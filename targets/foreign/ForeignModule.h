#pragma once

#include "target/Outcome.h"

#include <mlir/IR/AsmState.h>
#include <mlir/IR/BuiltinOps.h>
#include <mlir/IR/OwningOpRef.h>

#include <string>
#include <vector>

namespace assay {

/// A module in the dialects of another compiler, read from MLIR's generic form with names that
/// occur once. Everything but the builtin dialect is unregistered, so that any version can be read.
class ForeignModule {
public:
  explicit ForeignModule(const std::string &text);

  explicit operator bool() const { return static_cast<bool>(module); }
  /// Why it could not be read: Unsupported.
  TargetFailure unreadable() const;

  /// All ops, those outside first.
  std::vector<mlir::Operation *> ops();
  /// The attribute that the text says, which is one of ours.
  mlir::Attribute parse(const std::string &text);
  /// The module again, in the same form, with all that stands beside it.
  std::string text();

private:
  mlir::MLIRContext context{mlir::MLIRContext::Threading::DISABLED};
  mlir::FallbackAsmResourceMap resources;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::string problem;
};

/// "linalg.generic"
llvm::StringRef nameOf(mlir::Operation *op);
std::string textOf(mlir::Attribute attribute);
/// A dispatch's function.
bool isFunction(mlir::Operation *op);

/// That function of the module, counted from 0, as a module of its own.
Outcome<std::string> functionAlone(const std::string &module, int function);

/// Whether two modules are the same but for how they are printed.
bool isSameModule(const std::string &a, const std::string &b);

} // namespace assay
