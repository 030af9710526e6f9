#pragma once

#include "generator/growth/Growth.h"

namespace assay {

/// A node about to be added, for those who say what its results will hold.
struct Application {
  const Growth &growth;
  const std::vector<Handle> &operands;
  std::optional<Handle> destination;
  const Inference &inference;

  const TensorType &type(size_t operand) const { return growth.type(operands[operand]); }
  const Facts &facts(size_t operand) const { return growth.facts(operands[operand]); }
  int64_t extent(const Dim &dim, size_t run) const;
};

/// What is known of the results, before they are stored; nothing if one would be undefined.
using ResultFacts = std::optional<std::vector<Facts>>;
#define ASSAY_OP(Enumerator, tag, Family)                                                          \
  ResultFacts factsOf(const Enumerator &op, const Application &application);
#include "program/Ops.def"

} // namespace assay
