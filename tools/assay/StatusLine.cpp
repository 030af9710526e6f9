#include "tools/assay/StatusLine.h"

#include "support/Beginning.h"

#include <sys/ioctl.h>
#include <unistd.h>
#include <utility>

namespace assay {
namespace {

constexpr std::chrono::minutes betweenLines(1);

size_t terminalWidth(FILE *out) {
  winsize size{};
  return ioctl(fileno(out), TIOCGWINSZ, &size) == 0 && size.ws_col > 20 ? size.ws_col : 80;
}

} // namespace

StatusLine::StatusLine(FILE *out) : out(out), isTerminal(isatty(fileno(out))) {}

void StatusLine::show(const std::string &text) {
  // Spelled out before it is cut: a line that wraps cannot be cleared.
  const std::string line = printable(text);
  if (isTerminal) {
    const std::string before =
        std::exchange(shown, beginning(line.substr(0, line.find('\n')), terminalWidth(out) - 1));
    if (shown != before)
      draw();
  } else if (Clock::now() - printed >= betweenLines) {
    printed = Clock::now();
    print(line);
  }
}

void StatusLine::clear() {
  if (!shown.empty())
    clearLine(out);
  shown.clear();
  std::fflush(out);
}

void StatusLine::print(const std::string &text) {
  if (!shown.empty())
    clearLine(out);
  say(out, "{}\n", text);
  draw();
}

void StatusLine::draw() const {
  if (!shown.empty()) {
    clearLine(out);
    say(out, "{}", shown);
  }
  std::fflush(out);
}

} // namespace assay
