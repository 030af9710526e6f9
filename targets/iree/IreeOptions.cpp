#include "targets/iree/IreeOptions.h"

#include "support/NameOf.h"
#include "targets/iree/IreeAxes.h"
#include "targets/toolchains/Toolchain.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace assay {

namespace {

constexpr std::string_view form =
    "iree@VERSION:llvm-cpu|vmvx|hip:O0..O3[,FLAG...], as in iree@3.13.0:llvm-cpu:O2, or "
    "random=SEED for the level";

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

Expected<IreeOptions> ireeOptions(const TargetName &name) {
  auto wrong = [&](std::string_view why) {
    return Error{fmt::format("{} in '{}': write {}", why, name.text(), form)};
  };
  if (name.compiler != "iree")
    return wrong("there is no 'iree@'");
  auto version = name.version();
  if (!version && !isBuildName(name.release))
    return wrong("there is no version");
  if (name.backend.empty())
    return wrong("there is no backend");
  constexpr std::string_view backends[] = {"llvm-cpu", "vmvx", "hip"};
  if (std::ranges::find(backends, name.backend) == std::end(backends))
    return wrong("there is no such backend");
  if (!version) {
    auto build = ireeToolchain(name.release);
    if (!build)
      return build.error();
    version = build->version;
  }
  IreeOptions options;
  options.release = name.release;
  options.version = *version;
  options.backend = name.backend;
  // A level, or a draw, may stand among the settings as well.
  std::vector<TargetSetting> settings;
  if (name.random)
    settings.push_back({"random", name.random->seed
                                      ? std::optional(fmt::format("{}", *name.random->seed))
                                      : std::nullopt});
  else if (!name.level.empty())
    settings.push_back({name.level, std::nullopt});
  settings.insert(settings.end(), name.settings.begin(), name.settings.end());
  for (const TargetSetting &setting : settings) {
    const std::string &key = setting.key;
    const std::string_view value = setting.value ? std::string_view(*setting.value) : "";
    const auto noNumber = [&] {
      return wrong(fmt::format("there is no number behind '{}='", key));
    };
    std::string &level = options.rest ? options.rest->level : options.level;
    std::vector<std::string> &flags = options.rest ? options.rest->flags : options.flags;
    if (setting.isFlag()) {
      setFlag(flags, setting.text());
    } else if (!setting.value && isLevel(key)) {
      level = key;
    } else if (key == "then") {
      if (std::ranges::find(ireePhases(), value) == ireePhases().end())
        return wrong(fmt::format("there is no phase '{}'", value));
      if (options.rest)
        return wrong("'then=' stands twice");
      options.rest = IreeRest{std::string(value), {}, {}};
    } else if (key == "flavour") {
      auto known = enumeratorNamed<Flavour>(value);
      if (!known)
        return wrong("there is no such flavour");
      options.flavour = *known;
    } else if (key == "random") {
      const auto seed = seedOf(value);
      if (!seed)
        return noNumber();
      IreeDraw drawn = drawIreeFlags(*seed, options.version, options.backend);
      level = drawn.level;
      flags.insert(flags.end(), drawn.flags.begin(), drawn.flags.end());
    } else if (key == "tuned" || key == "stripped") {
      const auto seed = seedOf(value);
      if (!seed)
        return noNumber();
      options.tuning = {key == "tuned" ? Tuning::Use::Tuned : Tuning::Use::Stripped, *seed};
    } else if (key == "joint") {
      const auto programs = seedOf(value);
      if (!programs || *programs < 1 || *programs > mostJoint)
        return wrong(fmt::format("there is no number from 1 to {} behind 'joint='", mostJoint));
      options.joint = *programs;
    } else {
      return wrong(fmt::format("'{}' is neither a level nor a flag", setting.text()));
    }
  }
  for (const std::string *level : {&options.level, options.rest ? &options.rest->level : nullptr}) {
    if (level && level->empty() && hasLevels(options.version))
      return wrong("there is no level");
    if (level && !level->empty() && !hasLevels(options.version))
      return wrong(fmt::format("{} has no levels", options.version.text()));
  }
  if (options.tuning && options.rest)
    return wrong("'then=' goes with no tuning");
  if (options.tuning && options.tuning->use == Tuning::Use::Tuned && options.backend != "llvm-cpu")
    return wrong("tuned= is for llvm-cpu");
  return options;
}

TargetName targetNameOf(const IreeOptions &options) {
  TargetName name{"iree", options.release, options.backend, "", std::nullopt, {}, {}};
  auto add = [&](std::string key, std::string value) {
    name.settings.push_back({std::move(key), std::move(value)});
  };
  if (hasLevels(options.version))
    name.level = options.level;
  for (const std::string &flag : options.flags)
    name.settings.push_back(TargetSetting::parse(flag));
  if (options.flavour != Flavour::Iree)
    add("flavour", std::string(nameOf(options.flavour)));
  if (options.tuning)
    add(std::string(nameOf(options.tuning->use)), fmt::format("{}", options.tuning->seed));
  if (options.joint > 1)
    add("joint", fmt::format("{}", options.joint));
  if (options.rest) {
    add("then", options.rest->phase);
    if (!options.rest->level.empty())
      name.settings.push_back({options.rest->level, std::nullopt});
    for (const std::string &flag : options.rest->flags)
      name.settings.push_back(TargetSetting::parse(flag));
  }
  return name;
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

IreeOptions restOptions(IreeOptions options) {
  options.level = options.rest.value().level;
  options.flags = options.rest->flags;
  options.rest.reset();
  return options;
}

std::vector<std::string> ireeFlags(const IreeOptions &options) {
  std::vector<std::string> flags = {
      fmt::format("--iree-hal-target-backends={}",
                  options.backend == "hip" ? "rocm" : options.backend),
      // The default narrows f64, the types of @main included.
      "--iree-input-demote-f64-to-f32=false"};
  if (!options.level.empty())
    flags.push_back("--iree-opt-level=" + options.level);
  // Not the machine's own: what is found shall be found again elsewhere.
  constexpr std::string_view cpu = "--iree-llvmcpu-target-cpu";
  if (options.backend == "llvm-cpu" && !gives(options.flags, cpu))
    flags.push_back(fmt::format("{}=x86-64-v3", cpu));
  if (options.backend == "hip" && !gives(options.flags, "--iree-hip-target") &&
      !gives(options.flags, "--iree-rocm-target"))
    flags.push_back(fmt::format("--iree-{}-target=gfx942",
                                options.version < VersionNumber{3, 12, 0} ? "hip" : "rocm"));
  flags.insert(flags.end(), options.flags.begin(), options.flags.end());
  return flags;
}

std::string ireeHipChip(const IreeOptions &options) {
  std::string chip;
  for (const std::string &flag : ireeFlags(options))
    if (flag.starts_with("--iree-hip-target=") || flag.starts_with("--iree-rocm-target="))
      chip = flag.substr(flag.find('=') + 1);
  return chip;
}

} // namespace assay
