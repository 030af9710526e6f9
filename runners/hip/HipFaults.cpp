#include "runners/hip/HipFaults.h"

#include "support/FirstLine.h"
#include "support/ReadFile.h"
#include "support/Regex.h"

#include <fmt/format.h>
#include <llvm/Support/JSON.h>

namespace assay {

namespace {

std::string textOf(const llvm::json::Object &fault, const char *member) {
  return fault.getString(member).value_or("").str();
}

/// What is wrong, in a few words, and how in particular: "race", "wave 1 reads ...".
std::pair<std::string, std::string> causeOf(const llvm::json::Object &fault) {
  const std::string kind = textOf(fault, "kind"), text = textOf(fault, "text");
  // What a check found, it names itself.
  const size_t colon = kind == "reported" ? text.find(": ") : std::string::npos;
  if (colon != std::string::npos)
    return {text.substr(0, colon), text.substr(colon + 2)};
  return {kind, text};
}

std::string placeOf(const llvm::json::Object &fault) {
  std::string group;
  if (const auto *axes = fault.getArray("workgroup"))
    for (const llvm::json::Value &axis : *axes)
      group += fmt::format("{}{}", group.empty() ? "" : ", ", axis.getAsInteger().value_or(0));
  std::string place =
      fmt::format("{} at {:#x} `{}`, workgroup ({}), wave {}", textOf(fault, "kernel"),
                  fault.getInteger("address").value_or(0), textOf(fault, "instruction"), group,
                  fault.getInteger("wave").value_or(0));
  if (const int64_t lane = fault.getInteger("lane").value_or(-1); lane >= 0)
    place += fmt::format(", lane {}", lane);
  return place;
}

TargetFailure::Kind failureKind(std::string_view kind) {
  // The machine lacks it, not the program.
  if (kind == "unknown instruction" || kind == "call of the host")
    return TargetFailure::Kind::Unsupported;
  if (kind == "instruction budget exceeded")
    return TargetFailure::Kind::TimedOut;
  if (kind == "trap")
    return TargetFailure::Kind::Rejected;
  return TargetFailure::Kind::Sanitizer;
}

} // namespace

std::optional<TargetFailure> firstHipFault(const std::filesystem::path &report) {
  std::error_code none;
  if (!std::filesystem::exists(report, none))
    return std::nullopt;
  auto lines = readFile(report);
  if (!lines)
    return std::nullopt;
  auto line = llvm::json::parse(firstLine(*lines));
  const llvm::json::Object *fault = line ? line->getAsObject() : nullptr;
  if (!fault) {
    llvm::consumeError(line.takeError());
    return std::nullopt;
  }
  const auto [cause, how] = causeOf(*fault);
  return TargetFailure{failureKind(textOf(*fault, "kind")), Stage::Run,
                       fmt::format("{} in {}: {}\n{}", cause,
                                   dispatchedOp(textOf(*fault, "kernel")), how, placeOf(*fault))};
}

std::string dispatchedOp(const std::string &kernel) {
  static const Regex ofIree(R"(^.*?dispatch_\d+_([a-zA-Z_]+?)(_[0-9D]+(x.*|_.*)?)?$)");
  static const Regex numbered(R"(^([a-z_]+?)_\d+$)");
  auto found = ofIree.match(kernel);
  if (!found)
    found = numbered.match(kernel);
  return found ? std::string((*found)[1]) : kernel;
}

std::string foundBy(const Outcome<std::vector<Tensor>> &watched) {
  const auto *failure = watched.failure();
  return failure && failure->kind == TargetFailure::Kind::Sanitizer ? failure->detail : "";
}

} // namespace assay
