#pragma once

#include "triage/explain/Trials.h"

namespace assay {

/// What becomes of a case where nothing but the pass that is named is left out of the whole
/// compilation.
enum class WithoutPass : uint8_t {
  Untried, // nobody knows how, or several passes are named
  Right,
  Same,      // it fails as it did: another pass makes it wrong as well
  Otherwise, // nothing follows: what runs behind it needs what it makes
};

/// After which pass of its compilation a case is wrong, whatever is done behind it.
struct GuiltyCut {
  std::vector<Attempt> attempts; // compilations that go on the plainest way after a pass, as tried
  /// It fails even if nothing but the plainest is done: that is to blame, and no pass of another.
  bool isPlain = false;
  /// The passes that are to blame: the one that comes after what is right and before what is wrong;
  /// several where nothing can be said of the compilations between, or where one lowers what the
  /// other makes, or where `hasSeveralBorders`. Empty if it is plain, or goes wrong after too many
  /// passes.
  std::vector<std::string> guilty;
  /// In which the first of them runs; empty if nobody can tell.
  std::string phase;
  /// Those before, in order, and the target that goes on the plainest way behind them.
  std::vector<std::string> before;
  std::optional<TargetName> right;
  /// Right behind the last of them, if that is known. It may be wrong in another way than the
  /// target: then less is done behind the pass.
  std::optional<Verdict> wrong;

  /// Where only that pass is left out, and the target that does so.
  WithoutPass without = WithoutPass::Untried;
  std::optional<Attempt> leftOut; // nothing if no code comes of what is left
  std::optional<TargetName> withoutPass;
  /// Passes, in order, without any one of which it is right as well; not looked for where it is
  /// right without the one after which it goes wrong.
  std::vector<std::string> hiding;
  /// The pass after which it goes wrong, where it does so without it too. Then the last of `hiding`
  /// is to blame, if there is one: what that makes is wrong, which does not show right behind it.
  std::string shownAfter;
  /// Other passes after which it goes wrong once more, behind cuts that are right.
  std::vector<std::string> othersWrongAfter;
  /// Nothing tells after which of these passes: the case is right again between them.
  bool hasSeveralBorders = false;
};

/// Cuts the compilation in halves, in log2 steps. What is found is held against the compilation
/// that leaves out just that pass, where `cuts` know of one: where that is not right, all cuts are
/// looked at as long as there is time, as halves pass over a stretch that is right or wrong by
/// chance, and then each pass is left out. Of several passes after which it goes wrong, the first
/// without which it is right is named. `cuts` as Inspector::cuts() has them.
Expected<GuiltyCut> findGuiltyCut(const Failure &failure, const std::vector<Cut> &cuts,
                                  Trials &trials);

} // namespace assay
