#include "triage/explain/Bisection.h"

#include "check/Diagnostic.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay {
namespace {

/// What a compiler says tells causes apart; where it crashes or goes wrong shifts with versions.
bool isSameInReleases(const Verdict &wanted, const Verdict &verdict) {
  if (verdict.name() != wanted.name())
    return false;
  const bool isSaid = std::holds_alternative<CompileFailure>(verdict.outcome) ||
                      std::holds_alternative<RunFailure>(verdict.outcome);
  return !isSaid || withoutElementTypes(verdict.signature.text()) ==
                        withoutElementTypes(wanted.signature.text());
}

/// Checks the case in one release after the other, and remembers.
class Bisection {
public:
  Bisection(const Inspector &inspector, const TargetName &target, Trials &trials)
      : inspector(inspector), target(target), trials(trials) {}

  Expected<Verdict> check(VersionNumber version) {
    TargetName release{target.compiler, version.text(), {}, {}, {}, {}, {}};
    auto name = inspector.onRelease(target, version, [&](const std::string &step) {
      trials.show(fmt::format("{}: {}", release.text(), step));
    });
    if (!name)
      return name.error();
    auto verdict = trials.on(*name, release.text());
    if (verdict)
      checked.push_back({version, *verdict});
    return verdict;
  }

  /// Of releases in order of their distance from the target's own, the first, which is bad: where
  /// bad and good meet.
  Expected<std::optional<ReleaseBorder>> border(const std::vector<VersionNumber> &releases) {
    if (releases.size() < 2)
      return {std::nullopt};
    auto last = isBad(releases.back());
    if (!last)
      return last.error();
    if (*last)
      return {std::nullopt};
    size_t bad = 0, good = releases.size() - 1;
    while (good - bad > 1) {
      const size_t middle = (bad + good) / 2;
      auto state = isBad(releases[middle]);
      if (!state)
        return state.error();
      (*state ? bad : good) = middle;
    }
    return {ReleaseBorder{releases[bad], releases[good]}};
  }

  std::vector<CheckedRelease> checked; // the target's own first

private:
  Expected<bool> isBad(VersionNumber version) {
    auto verdict = check(version);
    if (!verdict)
      return verdict.error();
    return isSameInReleases(checked.front().verdict, *verdict);
  }

  const Inspector &inspector;
  const TargetName &target;
  Trials &trials;
};

} // namespace

Expected<Bisected> bisect(const Inspector &inspector, const TargetName &target, ReleaseRange range,
                          Trials &trials) {
  auto releases = inspector.releases(target);
  if (!releases)
    return releases.error();
  const auto own = target.version();
  if (!own)
    return Error{fmt::format("{} names no release", target.text())};
  std::vector<VersionNumber> older{*own}, newer{*own};
  for (VersionNumber version : *releases) {
    if (version < range.first || range.last < version)
      continue;
    if (version < *own)
      older.insert(older.begin() + 1, version);
    else if (*own < version)
      newer.push_back(version);
  }
  Bisection bisection(inspector, target, trials);
  auto verdict = bisection.check(*own);
  if (!verdict)
    return verdict.error();
  if (!verdict->isFinding())
    return Error{fmt::format("the case does not fail on {}", target.text())};
  auto fixed = bisection.border(newer);
  if (!fixed)
    return fixed.error();
  auto broken = bisection.border(older);
  if (!broken)
    return broken.error();
  return Bisected{std::move(bisection.checked), *broken, *fixed, older.back(), newer.back()};
}

} // namespace assay
