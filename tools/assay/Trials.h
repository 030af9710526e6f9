#pragma once

#include "tools/assay/CheckedCase.h"
#include "tools/assay/StatusLine.h"

namespace assay {

/// A case that is tried in one way after the other, for minutes, while somebody waits.
class Trials {
public:
  /// All of these must outlive it.
  Trials(const Context &context, const std::string &file, const TestCase &testCase)
      : context(context), file(file), testCase(testCase) {}

  const Context &context;
  const std::string &file;
  const TestCase &testCase;

  /// The verdict on that target; `doing` is shown meanwhile: "flag 3 of 40: --x".
  Expected<Verdict> on(const TargetName &target, const std::string &doing);
  /// Shows what is being done without a check.
  void show(const std::string &doing);

  /// Prints on standard output.
  template <class... Values> void say(fmt::format_string<Values...> format, Values &&...values) {
    status.clear();
    assay::say(format, std::forward<Values>(values)...);
    std::fflush(stdout);
  }
  /// "took 2 min 05 s, 57 checks"
  std::string cost() const;

private:
  StatusLine status{stderr};
  size_t checks = 0;
};

} // namespace assay
