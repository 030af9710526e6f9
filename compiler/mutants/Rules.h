#pragma once

#include "program/Op.h"
#include "support/Expected.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace mlir {
class Operation;
class PatternRewriter;
} // namespace mlir

namespace assay {

/// A rewrite as compilers have them, but wrong: it is done wherever it matches in a module, where
/// the phase "emitted" begins. What comes out always verifies.
struct Rule {
  std::string_view name;
  OpKind op;                // of a Program: what it is about
  std::string_view effect;  // what it does, where it should not
  std::string_view promise; // what it breaks, as docs/semantics.md or the op's comment has it
  /// Rewrites the op; false if it does not match.
  bool (*rewrite)(mlir::Operation *op, mlir::PatternRewriter &rewriter);
};

/// All of Rules.def, in its order.
std::span<const Rule> rules();

/// The rule called `name`; an error lists those there are.
Expected<Rule> ruleFromName(std::string_view name);

/// Applies it once to each op below `root` that it matches; how many these are. What computes
/// becomes linalg.generic first, however it was spelled.
int64_t applyRule(const Rule &rule, mlir::Operation *root);

} // namespace assay
