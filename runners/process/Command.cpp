#include "runners/process/Command.h"

#include <fmt/format.h>
#include <llvm/Support/Program.h>

#include <csignal>
#include <fstream>
#include <sstream>
#include <unistd.h>

namespace assay {

namespace fs = std::filesystem;

static constexpr std::string_view scratchPrefix = "assay-scratch-";

static std::string contentOf(const fs::path &path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

Expected<CommandResult> runCommand(const std::vector<std::string> &words,
                                   const CommandLimits &limits) {
  auto scratch = ScratchFolder::create();
  if (!scratch)
    return scratch.error();
  const std::string out = scratch->path() / "out", err = scratch->path() / "err";
  std::vector<llvm::StringRef> arguments(words.begin(), words.end());
  std::optional<llvm::StringRef> redirects[] = {llvm::StringRef(""), llvm::StringRef(out),
                                                llvm::StringRef(err)};
  std::string message;
  bool failedToStart = false;
  const int code =
      llvm::sys::ExecuteAndWait(words[0], arguments, std::nullopt, redirects, limits.seconds,
                                limits.mebibytes, &message, &failedToStart);
  if (failedToStart)
    return Error{fmt::format("cannot start {}: {}", words[0], message)};
  CommandResult result;
  result.out = contentOf(out);
  result.err = contentOf(err);
  if (code != -2) {
    result.exitCode = code;
  } else if (message.find("timed out") != std::string::npos) {
    result.end = CommandResult::End::TimedOut;
  } else {
    result.end = CommandResult::End::Signalled;
    result.signal = message.substr(0, message.find(" ("));
  }
  return result;
}

std::string shellText(const std::vector<std::string> &words) {
  std::string text;
  for (const std::string &word : words) {
    const bool isPlain = !word.empty() && word.find_first_not_of(
                                              "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                              "0123456789-_./=@,:+%") == std::string::npos;
    std::string quoted = isPlain ? word : "'";
    if (!isPlain) {
      for (char letter : word)
        quoted += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
      quoted += "'";
    }
    text += (text.empty() ? "" : " ") + quoted;
  }
  return text;
}

/// Removes the folders of processes that are gone.
static void sweep(const fs::path &parent) {
  std::error_code ignored;
  for (const fs::directory_entry &entry : fs::directory_iterator(parent, ignored)) {
    const std::string name = entry.path().filename();
    if (!name.starts_with(scratchPrefix))
      continue;
    const int pid = std::atoi(name.c_str() + scratchPrefix.size());
    if (pid > 0 && kill(pid, 0) != 0 && errno == ESRCH)
      fs::remove_all(entry.path(), ignored);
  }
}

Expected<ScratchFolder> ScratchFolder::create() {
  std::error_code code;
  const fs::path parent = fs::temp_directory_path(code);
  if (code)
    return Error{"there is no folder for temporary files: set TMPDIR to one"};
  static const bool swept = [&] {
    sweep(parent);
    return true;
  }();
  (void)swept;
  std::string name = parent / fmt::format("{}{}-XXXXXX", scratchPrefix, getpid());
  if (!mkdtemp(name.data()))
    return Error{fmt::format("cannot make a folder in {}: {}", parent.string(),
                             std::generic_category().message(errno))};
  return ScratchFolder(name);
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  if (!folder.empty())
    fs::remove_all(folder, ignored);
}

} // namespace assay
