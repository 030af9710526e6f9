#pragma once

#include "tools/assay/CheckedCase.h"
#include "tools/assay/StatusLine.h"
#include "triage/explain/Trials.h"

#include <limits>

namespace assay {

/// Checks a case for minutes, and shows how far it is.
class CaseTrials : public Trials {
public:
  /// All of these must outlive it.
  CaseTrials(const Context &context, const std::string &file, const TestCase &testCase)
      : context(context), file(file), testCase(testCase) {}

  Expected<Verdict> on(const TargetName &target, const std::string &doing) override;
  void show(const std::string &doing) override;
  bool isOver() const override { return status.seconds() > seconds; }
  void tried(const Attempt &attempt) override {
    if (onTried)
      onTried(attempt);
  }
  std::function<void(const Attempt &)> onTried;             // may be empty
  double seconds = std::numeric_limits<double>::infinity(); // after which isOver()

  /// Prints on standard output.
  template <class... Values> void say(fmt::format_string<Values...> format, Values &&...values) {
    status.clear();
    assay::say(format, std::forward<Values>(values)...);
    std::fflush(stdout);
  }
  /// "took 2 min 05 s, 57 checks"
  std::string cost() const;

private:
  const Context &context;
  const std::string &file;
  const TestCase &testCase;
  StatusLine status{stderr};
  size_t checks = 0;
};

} // namespace assay
