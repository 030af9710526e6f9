#pragma once

#include "program/Op.h"
#include "support/Expected.h"

#include <mlir/IR/PatternMatch.h>

#include <memory>
#include <span>
#include <string_view>

namespace assay {

/// A named, deliberate bug: a rewrite that looks like one a compiler would do, and is wrong where
/// its trigger holds. Only a fault that says so makes IR that is invalid. Of tensors, it never
/// touches memory that it should not; of buffers and kernels, it may.
struct Fault {
  std::string_view name;
  /// A phase, at whose begin it is applied, or a pass, right before which it is: its right twin is
  /// in there. A pipeline without it cannot have the fault.
  std::string_view stage;
  OpKind op;               // of a Program: what it is about
  std::string_view story;  // the kind of real bug that it copies
  std::string_view effect; // what it does, and when
  void (*populate)(mlir::RewritePatternSet &patterns);
};

/// All of Faults.def, in its order.
std::span<const Fault> faults();

/// The fault called `name`; an error lists those there are.
Expected<Fault> faultFromName(std::string_view name);

/// Applies it once to each op below `root`; whether that changed anything.
bool applyFault(const Fault &fault, mlir::Operation *root);

} // namespace assay
