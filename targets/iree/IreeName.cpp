#include "targets/iree/IreeName.h"

#include "targets/iree/IreeAxes.h"
#include "toolchains/Toolchain.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace assay {

namespace {

constexpr std::string_view form =
    "iree@VERSION:llvm-cpu|vmvx|hip:O0..O3[,FLAG...], as in iree@3.13.0:llvm-cpu:O2, or "
    "random=SEED for the level";

std::vector<std::string_view> split(std::string_view text, char separator, size_t most) {
  std::vector<std::string_view> parts;
  while (parts.size() + 1 < most) {
    const size_t at = text.find(separator);
    if (at == std::string_view::npos)
      break;
    parts.push_back(text.substr(0, at));
    text.remove_prefix(at + 1);
  }
  parts.push_back(text);
  return parts;
}

bool isLevel(std::string_view text) {
  return text.size() == 2 && text[0] == 'O' && text[1] >= '0' && text[1] <= '3';
}

/// The number behind "random=" and the like.
std::optional<uint64_t> seedOf(std::string_view text) {
  uint64_t seed = 0;
  const char *end = text.data() + text.size();
  if (auto [at, code] = std::from_chars(text.data(), end, seed); code != std::errc() || at != end)
    return std::nullopt;
  return seed;
}

bool gives(const std::vector<std::string> &flags, std::string_view flag) {
  return std::any_of(flags.begin(), flags.end(),
                     [&](const std::string &given) { return given.starts_with(flag); });
}

} // namespace

Expected<IreeName> parseIreeName(std::string_view text) {
  auto wrong = [&](std::string_view why) {
    return Error{fmt::format("{} in '{}': write {}", why, text, form)};
  };
  constexpr std::string_view prefix = "iree@";
  if (!text.starts_with(prefix))
    return wrong("there is no 'iree@'");
  auto parts = split(text.substr(prefix.size()), ':', 3);
  auto version = parseVersion(parts[0]);
  if (!version)
    return wrong("there is no version");
  IreeName name;
  name.version = *version;
  if (parts.size() < 2)
    return wrong("there is no backend");
  std::vector<std::string_view> words;
  if (parts.size() == 3)
    words = split(parts[2], ',', SIZE_MAX);
  auto backend = split(parts[1], ',', SIZE_MAX); // a version without levels may have flags here
  name.backend = backend[0];
  words.insert(words.begin(), backend.begin() + 1, backend.end());
  constexpr std::string_view backends[] = {"llvm-cpu", "vmvx", "hip"};
  if (std::find(std::begin(backends), std::end(backends), name.backend) == std::end(backends))
    return wrong("there is no such backend");
  for (std::string_view word : words) {
    constexpr std::string_view flavour = "flavour=", random = "random=", then = "then=";
    std::string &level = name.rest ? name.rest->level : name.level;
    std::vector<std::string> &flags = name.rest ? name.rest->flags : name.flags;
    if (isLevel(word)) {
      level = word;
    } else if (word.starts_with(then)) {
      const std::string_view phase = word.substr(then.size());
      if (std::ranges::find(ireePhases(), phase) == ireePhases().end())
        return wrong(fmt::format("there is no phase '{}'", phase));
      if (name.rest)
        return wrong("'then=' stands twice");
      name.rest = IreeRest{std::string(phase), {}, {}};
    } else if (word.starts_with(flavour)) {
      auto known = flavourFromName(word.substr(flavour.size()));
      if (!known)
        return wrong("there is no such flavour");
      name.flavour = *known;
    } else if (word.starts_with(random)) {
      const auto seed = seedOf(word.substr(random.size()));
      if (!seed)
        return wrong("there is no number behind 'random='");
      IreeDraw drawn = drawIreeFlags(*seed, name.version, name.backend);
      level = drawn.level;
      flags.insert(flags.end(), drawn.flags.begin(), drawn.flags.end());
    } else if (word.starts_with("tuned=") || word.starts_with("stripped=")) {
      const size_t equals = word.find('=');
      const auto seed = seedOf(word.substr(equals + 1));
      if (!seed)
        return wrong(fmt::format("there is no number behind '{}'", word.substr(0, equals + 1)));
      name.tuning = {word[0] == 't' ? IreeTuning::Use::Tuned : IreeTuning::Use::Stripped, *seed};
    } else if (word.starts_with("joint=")) {
      const auto programs = seedOf(word.substr(word.find('=') + 1));
      if (!programs || *programs < 1 || *programs > mostJoint)
        return wrong(fmt::format("there is no number from 1 to {} behind 'joint='", mostJoint));
      name.joint = *programs;
    } else if (word.starts_with("--")) {
      setFlag(flags, word);
    } else {
      return wrong(fmt::format("'{}' is neither a level nor a flag", word));
    }
  }
  for (const std::string *level : {&name.level, name.rest ? &name.rest->level : nullptr}) {
    if (level && level->empty() && hasLevels(name.version))
      return wrong("there is no level");
    if (level && !level->empty() && !hasLevels(name.version))
      return wrong(fmt::format("{} has no levels", name.version.text()));
  }
  if (name.tuning && name.rest)
    return wrong("'then=' goes with no tuning");
  if (name.tuning && name.tuning->use == IreeTuning::Use::Tuned && name.backend != "llvm-cpu")
    return wrong("tuned= is for llvm-cpu");
  return name;
}

std::string ireeTargetName(const IreeName &name) {
  std::string text = fmt::format("{}:{}", ireeRelease(name.version), name.backend);
  char separator = ':';
  auto append = [&](const std::string &word) {
    text += separator + word;
    separator = ',';
  };
  if (!name.level.empty() && hasLevels(name.version))
    append(name.level);
  for (const std::string &flag : name.flags)
    append(flag);
  if (name.flavour != Flavour::Iree)
    append(fmt::format("flavour={}", names(Flavour())[static_cast<size_t>(name.flavour)]));
  if (name.tuning)
    append(fmt::format("{}={}", names(name.tuning->use)[static_cast<size_t>(name.tuning->use)],
                       name.tuning->seed));
  if (name.joint > 1)
    append(fmt::format("joint={}", name.joint));
  if (name.rest) {
    append("then=" + name.rest->phase);
    if (!name.rest->level.empty())
      append(name.rest->level);
    for (const std::string &flag : name.rest->flags)
      append(flag);
  }
  return text;
}

void setFlag(std::vector<std::string> &flags, std::string_view flag) {
  auto nameOf = [](std::string_view text) { return text.substr(0, text.find('=')); };
  std::erase_if(flags, [&](const std::string &given) { return nameOf(given) == nameOf(flag); });
  flags.emplace_back(flag);
}

std::span<const std::string_view> ireePhases() {
  static constexpr std::string_view phases[] = {
      "input", "abi",    "preprocessing",      "global-optimization",       "dispatch-creation",
      "flow",  "stream", "executable-sources", "executable-configurations", "executable-targets",
      "hal"};
  return phases;
}

IreeName ireeRestName(IreeName name) {
  name.level = name.rest.value().level;
  name.flags = name.rest->flags;
  name.rest.reset();
  return name;
}

std::vector<std::string> ireeFlags(const IreeName &name) {
  std::vector<std::string> flags = {
      fmt::format("--iree-hal-target-backends={}", name.backend == "hip" ? "rocm" : name.backend),
      // The default narrows f64, the types of @main included.
      "--iree-input-demote-f64-to-f32=false"};
  if (!name.level.empty())
    flags.push_back("--iree-opt-level=" + name.level);
  // Not the machine's own: what is found shall be found again elsewhere.
  constexpr std::string_view cpu = "--iree-llvmcpu-target-cpu";
  if (name.backend == "llvm-cpu" && !gives(name.flags, cpu))
    flags.push_back(fmt::format("{}=x86-64-v3", cpu));
  if (name.backend == "hip" && !gives(name.flags, "--iree-hip-target") &&
      !gives(name.flags, "--iree-rocm-target"))
    flags.push_back(fmt::format("--iree-{}-target=gfx942",
                                name.version < VersionNumber{3, 12, 0} ? "hip" : "rocm"));
  flags.insert(flags.end(), name.flags.begin(), name.flags.end());
  return flags;
}

std::string ireeHipChip(const IreeName &name) {
  std::string chip;
  for (const std::string &flag : ireeFlags(name))
    if (flag.starts_with("--iree-hip-target=") || flag.starts_with("--iree-rocm-target="))
      chip = flag.substr(flag.find('=') + 1);
  return chip;
}

} // namespace assay
