#pragma once

#include "triage/explain/Trials.h"

namespace assay {

/// After which pass of its compilation a case is wrong, whatever is done behind it.
struct GuiltyCut {
  std::vector<Attempt> attempts; // compilations that go on the plainest way after a pass, as tried
  /// It fails even if nothing but the plainest is done: that is to blame, and no pass of another.
  bool isPlain = false;
  /// The passes that are to blame: the one that comes after what is right and before what is wrong;
  /// several where nothing can be said of the compilations between, or where one lowers what the
  /// other makes. Empty if it is plain.
  std::vector<std::string> guilty;
  /// In which the first of them runs; empty if nobody can tell.
  std::string phase;
  /// Those before, in order, and the target that goes on the plainest way behind them.
  std::vector<std::string> before;
  std::optional<TargetName> right;
};

/// Cuts the compilation in halves, in log2 steps. `cuts` as Inspector::cuts() has them.
Expected<GuiltyCut> findGuiltyCut(const Failure &failure, const std::vector<Cut> &cuts,
                                  Trials &trials);

} // namespace assay
