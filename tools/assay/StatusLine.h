#pragma once

#include "tools/assay/Say.h"

#include <chrono>
#include <string>

namespace assay {

/// Says how far a command is that takes long: on a terminal in one line that changes and goes away,
/// elsewhere, as in the log of a nightly job, in a line a minute.
class StatusLine {
public:
  explicit StatusLine(FILE *out);
  ~StatusLine() { clear(); }
  StatusLine(const StatusLine &) = delete;
  StatusLine &operator=(const StatusLine &) = delete;

  void show(const std::string &text);
  /// Nothing is shown until the next show(): for whoever prints on the same terminal.
  void clear();
  /// A line that stays; what is shown goes on below it.
  void print(const std::string &text);

  double seconds() const { return std::chrono::duration<double>(Clock::now() - begun).count(); }

private:
  using Clock = std::chrono::steady_clock;
  void draw() const;

  FILE *out;
  bool isTerminal;
  Clock::time_point begun = Clock::now(), printed = begun;
  std::string shown;
};

} // namespace assay
