#include "campaign/TargetReduction.h"

#include <algorithm>
#include <map>

namespace assay {
namespace {

constexpr std::string_view defaultLevel = "O2";

size_t flagsOf(const TargetName &target) {
  return static_cast<size_t>(std::ranges::count_if(target.settings, &TargetSetting::isFlag));
}

/// Less `count` of its flags, from the one at `first` on.
TargetName withoutFlags(TargetName target, size_t first, size_t count) {
  size_t next = 0;
  std::erase_if(target.settings, [&](const TargetSetting &setting) {
    if (!setting.isFlag())
      return false;
    const size_t at = next++;
    return at >= first && at - first < count;
  });
  return target;
}

/// Levels of another kind have no default that we know.
TargetName atDefaultLevel(const TargetName &target) {
  const bool isLevel = target.level.size() == 2 && target.level[0] == 'O';
  return isLevel ? target.with(defaultLevel) : target;
}

/// Descends through targets on which the case fails.
class Descent {
public:
  Descent(const TargetName &start, const FailsOn &failsOn, size_t mostTrials)
      : smallest(start), failsOn(failsOn), trialsLeft(mostTrials) {}

  void leaveOutAll() {
    // Most failures need no flag at all.
    const TargetName plain = withoutFlags(smallest, 0, flags());
    if (!take(atDefaultLevel(plain)))
      take(plain);
  }

  void leaveOutHalves() {
    for (size_t count = (flags() + 1) / 2; count > 1; count = (std::min(count, flags()) + 1) / 2)
      for (size_t first = 0; first < flags() && count < flags();)
        if (!take(withoutFlags(smallest, first, count)))
          first += count;
  }

  /// Until none can go: one may need another that went after it.
  void leaveOutSingles() {
    size_t needed = 0; // in a row
    for (size_t at = 0; needed < flags();) {
      at %= flags();
      const bool isNeeded = !take(withoutFlags(smallest, at, 1));
      needed = isNeeded ? needed + 1 : 0;
      at += isNeeded;
    }
  }

  void setDefaultLevel() { take(atDefaultLevel(smallest)); }

  TargetName smallest;

private:
  size_t flags() const { return flagsOf(smallest); }

  bool take(const TargetName &smaller) {
    if (smaller == smallest)
      return true;
    const auto [answer, isNew] = answers.try_emplace(smaller, false);
    if (isNew && trialsLeft > 0) {
      --trialsLeft;
      answer->second = failsOn(smaller);
    }
    if (answer->second)
      smallest = smaller;
    return answer->second;
  }

  const FailsOn &failsOn;
  size_t trialsLeft;
  std::map<TargetName, bool> answers;
};

} // namespace

bool hasFlags(const TargetName &target) { return !target.pipeline && flagsOf(target) > 0; }

TargetName reduceTarget(const TargetName &target, const FailsOn &failsOn, size_t mostTrials) {
  Descent descent(target, failsOn, mostTrials);
  descent.leaveOutAll();
  descent.leaveOutHalves();
  descent.leaveOutSingles();
  descent.setDefaultLevel();
  return std::move(descent.smallest);
}

} // namespace assay
