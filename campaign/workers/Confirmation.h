#pragma once

#include "check/Verdict.h"

namespace assay {

/// Whether what a check found comes back: the case is checked again in fresh workers, one after the
/// other, until it is settled. What happened is compared, not the text: addresses and garbage in a
/// message may be others each time.
class Confirmation {
public:
  /// `first` is a finding. One that has company in its module is asked for alone just now and then.
  /// What comes each time is settled after so many checks, the first included; a time-out after
  /// two.
  explicit Confirmation(Verdict first, bool joint = false, int leastChecks = 2);

  bool isSettled() const;
  /// How often the limits of time the next check may take: three times those that a time-out was
  /// beyond, since what a busy or slow machine did not end in time is no bug of the compiler's.
  double patience() const { return std::holds_alternative<Timeout>(stands.outcome) ? 3 : 1; }
  /// What a fresh worker said of the case; until it is settled.
  void add(const Verdict &again);
  /// The latest of these.
  const Verdict &latest() const { return last; }

  /// What stands once it is settled: the first verdict, with how often it was found, if it came
  /// back or each check failed in some way; else Flaky. A wrong value that comes now and then is
  /// not deterministic. A time-out that does not come back was a busy machine's. `program` is the
  /// case's.
  Verdict verdict(const Program &program) const;

private:
  bool isBack() const;

  /// The first verdict, less what others say otherwise of it.
  Verdict stands;
  Verdict last;
  bool joint;
  int leastChecks;
  int fails = 1; // checks, in whatever way
};

} // namespace assay
