#include "target/CrashText.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <cxxabi.h>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <optional>

namespace assay {

static std::string demangle(const std::string &name) {
  int status = 0;
  std::unique_ptr<char, void (*)(void *)> text(
      abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), std::free);
  return status == 0 ? std::string(text.get()) : name;
}

/// Without what stands in (), <> and {}, and without what follows the arguments.
static std::string functionName(const std::string &demangled) {
  std::string out;
  int depth = 0;
  constexpr std::string_view anonymous = "(anonymous namespace)";
  for (size_t i = 0; i < demangled.size(); ++i) {
    if (std::string_view(demangled).substr(i).starts_with(anonymous)) {
      i += anonymous.size() + 1; // and its "::"
      continue;
    }
    char c = demangled[i];
    bool isOperator = std::string_view(out).ends_with("operator");
    if ((c == '(' || c == '<' || c == '{') && !isOperator)
      ++depth;
    else if ((c == ')' || c == '>' || c == '}') && depth > 0)
      --depth;
    else if (depth == 0)
      out += c;
    if (c == '(' && depth == 1 && !isOperator && !out.empty())
      break;
  }
  size_t space = out.rfind(' '); // a template's return type stands in front
  return space == std::string::npos ? out : out.substr(space + 1);
}

/// What stands on the stack of every abort, or of crashes that have nothing else in common.
static bool isMachinery(std::string_view name) {
  constexpr std::string_view names[] = {"?",
                                        "raise",
                                        "gsignal",
                                        "abort",
                                        "__pthread_kill_implementation",
                                        "kill",
                                        "syscall",
                                        "SignalHandler", // LLVM's, which a library may install
                                        "pthread_kill",
                                        "__assert_fail",
                                        "__libc_start_main",
                                        "_start",
                                        "malloc",
                                        "free",
                                        "cfree",
                                        "memcpy",
                                        "memmove",
                                        "main",
                                        "assay::assayMain",
                                        "assay::runWorker"};
  return std::ranges::find(names, name) != std::end(names) || name.starts_with("<libc.so") ||
         name.starts_with("<ld-linux") || name.starts_with("llvm::report_fatal_error") ||
         name.starts_with("__memcpy_") || name.starts_with("__memmove_") ||
         name.starts_with("__memset_") || name.starts_with("llvm::function_ref::") ||
         name.starts_with("mlir::detail::OpToOpPassAdaptor::") ||
         name.starts_with("mlir::RewriterBase::") || // the pattern that asks for it tells more
         name.starts_with("std::terminate") || name.starts_with("__cxxabiv1::") ||
         name.starts_with("__cxa_");
}

namespace {

/// "</usr/lib/x.so+1a2b>"
struct Place {
  std::string file, fileName;
  std::string_view address; // hexadecimal
};

} // namespace

/// Nothing of what is no such place, or was cut short.
static std::optional<Place> placeIn(std::string_view line) {
  const size_t slash = line.rfind('/'), plus = line.rfind('+');
  if (!line.starts_with('<') || !line.ends_with('>') || slash == line.npos || plus == line.npos ||
      plus < slash)
    return std::nullopt;
  return Place{std::string(line.substr(1, plus - 1)),
               std::string(line.substr(slash + 1, plus - slash - 1)),
               line.substr(plus + 1, line.size() - plus - 2)};
}

std::string withFunctionNames(std::string_view lines, const SymbolLookup &lookup) {
  std::string out;
  while (!lines.empty()) {
    const std::string_view line = lines.substr(0, lines.find('\n'));
    const bool isWhole = line.size() < lines.size();
    lines.remove_prefix(line.size() + isWhole);
    const auto place = lookup ? placeIn(line) : std::nullopt;
    const std::string name =
        place ? lookup(place->file, std::strtoull(std::string(place->address).c_str(), nullptr, 16))
              : "";
    out += name.empty() ? line : std::string_view(name);
    if (isWhole)
      out += '\n';
  }
  return out;
}

std::string signalName(int signal) {
  const char *name = sigabbrev_np(signal);
  return name ? fmt::format("SIG{}", name) : fmt::format("signal {}", signal);
}

std::string lastWords(const std::string &output) {
  for (std::string_view mark :
       {"assay bug:", "LLVM ERROR:", "ERROR: AddressSanitizer:", "Assertion `"}) {
    size_t place = output.find(mark);
    if (place == std::string::npos)
      continue;
    size_t begin = output.rfind('\n', place) + 1; // npos + 1 is 0
    return output.substr(begin, std::min(output.find('\n', place), output.size()) - begin);
  }
  return {};
}

/// Takes the first line off, and gives the function that it names; nothing of a line cut short.
static std::string takeFrame(std::string_view &lines) {
  const std::string line(lines.substr(0, lines.find('\n')));
  lines.remove_prefix(std::min(line.size() + 1, lines.size()));
  if (!line.starts_with('<'))
    return functionName(demangle(line));
  if (!line.ends_with('>'))
    return "";
  const auto place = placeIn(line);
  return place ? fmt::format("<{}+{}>", place->fileName, place->address) : line;
}

std::vector<std::string> topFrames(std::string_view lines) {
  constexpr size_t wanted = 3;
  constexpr int deep = 40;
  std::vector<std::string> out;
  std::map<std::string, int> counts;
  while (!lines.empty()) {
    std::string name = takeFrame(lines);
    // Of a recursion each function counts once: how deep it went says nothing.
    if (!name.empty() && !isMachinery(name) && ++counts[name] == 1 && out.size() < wanted)
      out.push_back(std::move(name));
  }
  // Where a recursion without end ran out of stack says nothing either, only which functions call
  // each other.
  std::vector<std::string> calling;
  for (const auto &[name, count] : counts)
    if (count >= deep && calling.size() < wanted)
      calling.push_back(name);
  return calling.empty() ? out : calling;
}

std::string passOf(std::string_view lines) {
  constexpr std::string_view entry = "::runOnOperation";
  while (!lines.empty()) {
    const std::string name = takeFrame(lines);
    if (!name.ends_with(entry) || isMachinery(name))
      continue;
    const std::string pass = name.substr(0, name.size() - entry.size());
    return pass.substr(pass.rfind(':') + 1); // npos + 1 is 0
  }
  return {};
}

} // namespace assay
