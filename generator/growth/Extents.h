#pragma once

#include "generator/growth/Facts.h"
#include "generator/growth/Profile.h"
#include "support/Random.h"

namespace assay {

/// A bound on a new symbol, by run.
using Bounds = std::array<int64_t, maxRuns>;

/// The symbols of a program as it grows, with what each compiler is told and what each run binds
/// them to. A symbol gets its extents the moment it is made, within bounds that earlier symbols
/// give: each constraint is linear in the last symbol it names, so that solving it is picking from
/// an interval, and the bindings are a solution at every moment. An op whose constraints do not
/// hold for them is not added.
class Extents {
public:
  Extents(Random &random, const Profile &profile);

  size_t runs() const { return bindings.size(); }
  int symbols() const { return static_cast<int>(knowledge.size()); }
  const Specialization &specialization() const { return knowledge; }
  const std::vector<Bindings> &bindingsByRun() const { return bindings; }

  int64_t value(const Dim &dim, size_t run) const { return dim.evaluate(bindings[run]); }
  /// By run; runs that the program does not have repeat the first.
  Bounds values(const Dim &dim) const;
  int64_t least(const Dim &dim) const;
  int64_t greatest(const Dim &dim) const;
  /// Whether the dim is >= 0 in every run.
  bool holds(const Dim &nonNegative) const;

  /// Whether types show a `?` for the dim.
  bool isUnknown(const Dim &dim) const;

  /// A new extent of at most `limit`: mostly a symbol, at times a literal.
  Dim fresh(int64_t limit);
  /// A dim that was used before, or a fresh one; at most `limit` in every run.
  Dim any(int64_t limit);
  /// A new symbol within [low, high] of each run.
  Dim between(Bounds low, const Bounds &high);
  /// Forgets the symbols from number `count` on.
  void rollBack(int count);
  /// Whether another symbol may be made.
  bool full() const { return symbols() >= 48; }

private:
  int64_t draw(int64_t limit, bool small);
  Knowledge drawKnowledge();
  Dim add(Knowledge told, const std::vector<int64_t> &values);

  Random &random;
  const Profile &profile;
  KnowledgeMode knowledgeMode;
  int staticSymbol; // in AllButOne: the one that is told
  Specialization knowledge;
  std::vector<Bindings> bindings;
};

/// Elements of a tensor of that type, as a number that does not overflow.
double elementsAt(const TensorType &type, const Bindings &bindings);

/// Index drawn in proportion to the weights; the first if all are 0.
size_t pickWeighted(Random &random, std::span<const double> weights);

} // namespace assay
