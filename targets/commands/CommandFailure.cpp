#include "targets/commands/CommandFailure.h"

#include "support/Regex.h"
#include "target/CrashText.h"
#include "targets/commands/LibrarySymbols.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <llvm/Support/JSON.h>

#include <algorithm>
#include <csignal>

namespace assay {

namespace {

/// Lines are cut here: what is longer is no frame.
constexpr size_t longestLine = 2000;

constexpr const char *writesTooMuch = "writes without end";

/// Calls visit(line) for each until it says true.
template <class Visit> void eachLine(std::string_view text, Visit visit) {
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    if (visit(text.substr(0, end)))
      return;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

bool isControl(char letter) { return static_cast<unsigned char>(letter) < 0x20; }

/// Without colours, control characters, and bytes that are no UTF-8.
std::string plain(std::string_view line) {
  std::string out;
  for (size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\x1b' && i + 1 < line.size() && line[i + 1] == '[')
      i = std::min(line.find_first_not_of("0123456789;?", i + 2), line.size());
    else if (!isControl(line[i]))
      out += line[i];
    else if (line[i] == '\t')
      out += ' ';
  }
  out = llvm::json::fixUTF8(out);
  return out.substr(std::min(out.find_first_not_of(' '), out.size()));
}

/// Not what a remark says of one.
bool namesError(llvm::StringRef line) {
  const size_t error = line.find_insensitive("error:");
  return error != line.npos &&
         std::min({line.find_insensitive("remark:"), line.find_insensitive("warning:"),
                   line.find_insensitive("note:")}) > error;
}

struct Frame {
  std::string name; // "</usr/lib/x.so+1a2b>" if it has none
  bool isTrampoline = false;
};

/// "#4 0x7f12 f(int) (/usr/lib/x.so+0x12)", "#4 0x7f12 f(int) file.cpp:3:4" or, without symbols,
/// "4  x.so 0x7f12 f(int) + 18".
std::optional<Frame> frameOf(const std::string &line) {
  static const Regex form(R"(\s*#?\d+\s+(?:(\S+)\s+)?0x[0-9a-f]+\s*(.*))"),
      place(R"((.*?)\s*\(([^()\s]*/)?([^()/\s]+)\+0x([0-9a-f]+)\))"), file(R"((.*) \S+:\d+:\d+)"),
      offset(R"((.*) \+ \d+)");
  const auto found = form.match(line);
  if (!found)
    return std::nullopt;
  const std::string_view rest = (*found)[2];
  std::string library((*found)[1]), name(rest);
  if (const auto inPlace = place.match(rest)) {
    const Regex::Groups &part = *inPlace;
    library = part[3];
    name = part[1].empty() ? fmt::format("<{}{}+{}>", part[2], library, part[4])
                           : std::string(part[1]);
  } else if (auto inner = file.match(rest); inner || (inner = offset.match(rest))) {
    name = (*inner)[1];
  }
  const bool isNameless = name.empty() || name.starts_with('<');
  return Frame{name, name == "__restore_rt" || (isNameless && library.starts_with("libc.so"))};
}

/// The signal of a program that a shell or a driver ran, and of which it tells by its exit code.
int signalBehind(int exitCode) {
  constexpr int base = 128;
  for (int signal : {SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGKILL, SIGSEGV, SIGSYS})
    if (exitCode == base + signal)
      return signal;
  return 0;
}

/// The signal of a program that left a stack dump, whose driver then exits as it likes.
int signalOfDump(const std::string &said) {
  const std::string frames = stackDump(said);
  if (frames.empty())
    return 0;
  const bool isAborted = frames.starts_with("abort\n") || frames.find("\nabort\n") != frames.npos;
  return isAborted || !lastWords(said).empty() ? SIGABRT : SIGSEGV;
}

bool ranOutOfMemory(const std::string &said) {
  for (const char *words : {"bad_alloc", "out of memory", "Out of memory", "OUT_OF_MEMORY",
                            "Cannot allocate memory", "MemoryError", "memory exhausted"})
    if (said.find(words) != std::string::npos)
      return true;
  return false;
}

/// MLIR's note on which op a diagnostic is about, as normaliseDiagnostic() reads it; an op with
/// regions begins in a line of its own.
std::string currentOperation(std::string_view text) {
  constexpr std::string_view note = "see current operation:";
  const size_t begin = text.find(note);
  if (begin == text.npos)
    return "";
  std::string_view op = text.substr(begin + note.size());
  op.remove_prefix(std::min(op.find_first_not_of(" \r\n"), op.size()));
  return fmt::format("{} {}", note, plain(op.substr(0, std::min(op.find('\n'), longestLine))));
}

std::string crashText(const std::string &said, int signal) {
  const std::string words = plain(lastWords(said)).substr(0, longestLine);
  const std::vector<std::string> top = topFrames(withFunctionNames(stackDump(said), functionAt));
  std::string text = signalName(signal);
  if (!words.empty())
    text += ": " + words;
  else if (!top.empty())
    text += fmt::format(": {}", fmt::join(top, "<"));
  for (const std::string &frame : top)
    text += "\n  " + frame;
  return text;
}

} // namespace

std::string firstDiagnostic(std::string_view text, const std::filesystem::path &folder) {
  std::string first, error;
  eachLine(text, [&](std::string_view line) {
    const std::string clean = plain(line.substr(0, longestLine));
    if (first.empty())
      first = clean;
    if (namesError(clean))
      error = clean;
    return !error.empty();
  });
  std::string found = error.empty() ? first : error;
  const std::string prefix = folder.string() + "/";
  for (size_t at = found.find(prefix); !folder.empty() && at != std::string::npos;
       at = found.find(prefix, at))
    found.erase(at, prefix.size());
  return found;
}

std::string stackDump(std::string_view text) {
  std::vector<Frame> frames;
  eachLine(text.substr(std::min(text.find("Stack dump:"), text.size())),
           [&](std::string_view line) {
             auto frame = frameOf(std::string(line.substr(0, longestLine)));
             if (frame)
               frames.push_back(std::move(*frame));
             return !frame && !frames.empty();
           });
  // What lies before the return from the signal is the handler's own business.
  auto begin = std::find_if(frames.begin(), frames.end(),
                            [](const Frame &frame) { return frame.isTrampoline; });
  begin = begin == frames.end() ? frames.begin() : begin + 1;
  std::string lines;
  for (; begin != frames.end(); ++begin)
    if (!begin->name.starts_with("llvm::sys::PrintStackTrace") &&
        !begin->name.starts_with("llvm::sys::RunSignalHandlers"))
      lines += begin->name + "\n";
  return lines;
}

std::optional<TargetFailure> failureOf(const CommandResult &result, Stage stage,
                                       const std::filesystem::path &folder) {
  using Kind = TargetFailure::Kind;
  auto failed = [stage](Kind kind, std::string detail) {
    return TargetFailure{kind, stage, std::move(detail)};
  };
  const std::string &said = result.err.empty() ? result.out : result.err;
  int signal = 0;
  switch (result.end) {
  case CommandResult::End::Stopped: // which nobody asks of a compiler
  case CommandResult::End::TimedOut:
    return failed(Kind::TimedOut, "ran out of time");
  case CommandResult::End::TooManyProcesses:
    return failed(Kind::Rejected, "starts processes without end");
  case CommandResult::End::OutOfMemory:
    return failed(Kind::OutOfMemory, "ran out of memory");
  case CommandResult::End::TooMuchWritten:
    return failed(Kind::Rejected, writesTooMuch);
  case CommandResult::End::Signalled:
    signal = result.signal;
    break;
  case CommandResult::End::Exited:
    if (result.exitCode == 0)
      return std::nullopt;
    signal = signalBehind(result.exitCode);
    if (signal == 0)
      signal = signalOfDump(said);
    break;
  }
  // Nobody but the kernel, short of memory, kills so when we did not.
  if (ranOutOfMemory(said) || signal == SIGKILL)
    return failed(Kind::OutOfMemory, "ran out of memory");
  if (said.find("File too large") != std::string::npos) // EFBIG: its limit is ours
    return failed(Kind::Rejected, writesTooMuch);
  if (signal != 0)
    return failed(Kind::Crashed, crashText(said, signal));
  std::string diagnostic = firstDiagnostic(said, folder);
  if (diagnostic.empty()) {
    TargetFailure silent =
        failed(Kind::Rejected, fmt::format("exits with {} and says nothing", result.exitCode));
    silent.isSilent = true;
    return silent;
  }
  if (const std::string op = currentOperation(said); !op.empty())
    diagnostic += "\n" + op;
  return failed(Kind::Rejected, std::move(diagnostic));
}

} // namespace assay
