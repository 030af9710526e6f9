#include "targets/commands/MemoryGuard.h"

#include "runners/hip/HipFaults.h"
#include "support/FirstLine.h"
#include "support/ReadFile.h"
#include "target/CrashText.h"
#include "targets/commands/LibrarySymbols.h"
#include "targets/commands/Preload.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <llvm/Object/ELF.h>
#include <llvm/Support/JSON.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>

namespace assay {

namespace fs = std::filesystem;

namespace {

using ElfFile = llvm::object::ELFFile<llvm::object::ELF64LE>;

/// What stands for code that has no name.
constexpr std::string_view unknownCode = "compiled code";

std::optional<ElfFile> elfIn(std::string_view bytes) {
  auto file = ElfFile::create(llvm::StringRef(bytes.data(), bytes.size()));
  if (file)
    return *file;
  llvm::consumeError(file.takeError());
  return std::nullopt;
}

/// Whether the file has these bytes at that distance from where it is loaded.
bool hasCode(const ElfFile &elf, uint64_t offset, std::string_view code) {
  auto mapped = elf.toMappedAddr(offset);
  if (!mapped) {
    llvm::consumeError(mapped.takeError());
    return false;
  }
  const auto left = static_cast<size_t>(elf.base() + elf.getBufSize() - *mapped);
  return !code.empty() && code.size() <= left &&
         std::equal(code.begin(), code.end(), reinterpret_cast<const char *>(*mapped));
}

std::string fromDigits(std::string_view digits) {
  std::string bytes;
  for (size_t i = 0; i + 1 < digits.size(); i += 2)
    bytes += static_cast<char>(std::strtol(std::string(digits.substr(i, 2)).c_str(), nullptr, 16));
  return bytes;
}

/// The function of code in no file, by the ELF file in the image that has it.
std::string functionIn(const fs::path &image, uint64_t offset, std::string_view code,
                       const fs::path &folder) {
  auto bytes = readFile(image);
  if (!bytes)
    return "";
  constexpr std::string_view magic = "\177ELF";
  for (size_t at = bytes->find(magic); at != bytes->npos; at = bytes->find(magic, at + 1)) {
    const std::string rest = bytes->substr(at); // aligned, as the reader wants it
    const auto elf = elfIn(rest);
    if (!elf || !hasCode(*elf, offset, code))
      continue;
    const fs::path file = folder / fmt::format("image{}.so", at);
    std::ofstream(file, std::ios::binary) << rest;
    return functionAt(file, offset);
  }
  return "";
}

/// Reads a fault as the library in the process wrote it.
class FaultReader {
public:
  FaultReader(const llvm::json::Object &fault, const fs::path &image, const fs::path &folder)
      : fault(fault), image(image), folder(folder) {}

  /// What was done to a block and where, and behind a colon how in particular.
  std::string text() const;

private:
  std::string word(const char *member) const { return fault.getString(member).value_or("").str(); }
  int64_t number(const char *member) const { return fault.getInteger(member).value_or(0); }
  /// The function at a place, else its file.
  std::string function(const char *member) const;

  const llvm::json::Object &fault;
  const fs::path &image, &folder;
};

std::string FaultReader::function(const char *member) const {
  const llvm::json::Object *place = fault.getObject(member);
  if (!place)
    return std::string(unknownCode);
  const std::string file = place->getString("file").value_or("").str();
  const auto offset = static_cast<uint64_t>(place->getInteger("offset").value_or(0));
  const std::string name =
      file.empty()
          ? functionIn(image, offset,
                       fromDigits(std::string_view(place->getString("code").value_or(""))), folder)
          : functionAt(file, offset);
  if (name.empty())
    return file.empty() ? std::string(unknownCode) : fs::path(file).filename().string();
  const std::vector<std::string> plain = topFrames(name);
  return plain.empty() ? name : plain[0];
}

std::string FaultReader::text() const {
  const std::string kind = word("kind"), side = word("side"), caller = function("caller");
  const std::string block =
      fmt::format("a block of {} bytes that {} asked for", number("bytes"), caller);
  const std::string edge = side == "behind" ? "end" : "begin";
  if (kind == "overwritten")
    return fmt::format("a block of {} was written {} its {}: {} bytes changed, {} to {} bytes away "
                       "from {}",
                       dispatchedOp(caller), side, edge, number("changed"), number("nearest"),
                       number("farthest"), block);
  const std::string place = function("place"), op = dispatchedOp(place);
  const std::string by = place == op ? "" : fmt::format(", by {}", place);
  const int64_t distance = number("distance");
  if (kind == "freed twice")
    return fmt::format("a block was freed twice in {}: {}{}", op, block, by);
  if (kind == "freed inside")
    return fmt::format("what is no block was freed in {}: {} bytes into {}{}", op, distance, block,
                       by);
  if (side == "freed")
    return fmt::format("a block was {} after it was freed in {}: byte {} of {}{}", kind, op,
                       distance, block, by);
  // As of one that was overwritten nearer by: how far off a write is depends on extents alone.
  if (kind == "written" && place == caller)
    return fmt::format("a block of {} was written {} its {}: {} bytes away from {}", op, side, edge,
                       distance, block);
  return fmt::format("a block was {} {} its {} in {}: {} bytes away from {}{}", kind, side, edge,
                     op, distance, block, by);
}

bool isWanted() {
  const char *guard = std::getenv("ASSAY_GUARD");
  return !guard || std::string_view(guard) != "0";
}

} // namespace

MemoryGuard::MemoryGuard(std::vector<fs::path> code, const fs::path &folder)
    : code(std::move(code)), folder(folder), report(folder / "guard.json") {
  std::error_code ignored;
  fs::remove(report, ignored);
}

std::vector<std::string> MemoryGuard::variables(MemoryFill fill) const {
  const auto preload = preloadVariable("lib/libassay_guard.so", folder);
  if (!isWanted() || !preload)
    return {};
  std::error_code failure;
  std::vector<std::string> files;
  for (const fs::path &file : code) {
    files.push_back(file.string());
    if (const fs::path real = fs::canonical(file, failure); !failure && real != file)
      files.push_back(real.string());
  }
  return {*preload, "ASSAY_GUARD_REPORT=" + report.string(),
          fmt::format("ASSAY_GUARD_CODE={}", fmt::join(files, ":")),
          fmt::format("ASSAY_GUARD_FILL={}", fill == MemoryFill::First ? 0 : 1)};
}

std::optional<TargetFailure> MemoryGuard::fault(const fs::path &image) const {
  std::error_code none;
  if (!fs::exists(report, none))
    return std::nullopt;
  auto lines = readFile(report);
  if (!lines)
    return std::nullopt;
  auto line = llvm::json::parse(llvm::json::fixUTF8(firstLine(*lines)));
  const llvm::json::Object *fault = line ? line->getAsObject() : nullptr;
  if (!fault) {
    llvm::consumeError(line.takeError());
    return std::nullopt;
  }
  return TargetFailure{TargetFailure::Kind::Sanitizer, Stage::Run,
                       FaultReader(*fault, image, folder).text()};
}

bool isInterpreter(const fs::path &program) {
  std::error_code unreadable;
  const fs::path real = fs::canonical(program, unreadable);
  const std::string name = (unreadable ? program : real).filename();
  constexpr std::string_view stems[] = {"python", "pypy", "perl", "ruby", "node",
                                        "java",   "lua",  "php",  "bash", "dash",
                                        "sh",     "zsh",  "ksh",  "env",  "busybox"};
  return std::any_of(std::begin(stems), std::end(stems),
                     [&](std::string_view stem) { return name.starts_with(stem); });
}

} // namespace assay
