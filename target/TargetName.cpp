#include "target/TargetName.h"

#include "support/Assert.h"
#include "target/PassPipeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>

namespace assay {

namespace {

constexpr std::string_view pipelineKey = "pipeline=", manifestKey = "manifest=",
                           randomKey = "random";

/// Settings that draw as well, each with a seed behind it.
constexpr std::string_view drawnSettings[] = {"tuned", "stripped"};

/// The compiler at the beginning of a name, which a path may be part of.
std::string_view compilerPart(std::string_view text) {
  constexpr std::string_view ending = ".json";
  if (!text.starts_with(manifestKey))
    return text.substr(0, text.find(':'));
  const size_t at = text.find(".json:");
  return at == text.npos ? text : text.substr(0, at + ending.size());
}

/// What "random" or "random=7" draws; nothing of another word.
std::optional<TargetDraw> drawFrom(std::string_view word) {
  if (word == randomKey)
    return TargetDraw();
  if (!word.starts_with(randomKey) || word[randomKey.size()] != '=')
    return std::nullopt;
  const std::string_view digits = word.substr(randomKey.size() + 1);
  uint64_t seed = 0;
  const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), seed);
  // As it would be written again: "random=07" is left to whoever refuses it.
  if (code != std::errc() || fmt::format("{}", seed) != digits)
    return std::nullopt;
  return TargetDraw{seed};
}

bool isLevel(std::string_view word) {
  return !word.starts_with('-') && word.find('=') == word.npos;
}

/// The words between the commas.
std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> parts;
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find(',', at), text.size());
    parts.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

} // namespace

TargetSetting TargetSetting::parse(std::string_view word) {
  const size_t equals = word.find('=');
  if (equals == word.npos)
    return {std::string(word), std::nullopt};
  return {std::string(word.substr(0, equals)), std::string(word.substr(equals + 1))};
}

Expected<TargetName> TargetName::parse(std::string_view text) {
  TargetName name;
  const std::string_view head = compilerPart(text);
  const bool isManifest = head.starts_with(manifestKey);
  const size_t at = isManifest ? head.npos : head.find('@');
  name.compiler = head.substr(0, at);
  if (at != head.npos)
    name.release = head.substr(at + 1);
  if (name.compiler.empty() || (at != head.npos && name.release.empty()))
    return Error{fmt::format("'{}' begins with no compiler: write a target as in cpu:O2 or "
                             "iree@3.13.0:llvm-cpu:O2",
                             text)};
  if (head.size() == text.size())
    return name;
  std::string_view rest = text.substr(head.size() + 1);
  if (rest.starts_with(pipelineKey)) {
    name.pipeline = rest.substr(pipelineKey.size());
    return name;
  }
  // A backend, and behind it what is to be done for it; flags may have colons as well. A release of
  // IREE without levels ends with its backend, or has its flags there.
  const size_t colon = rest.substr(0, rest.find_first_of(",=")).find(':');
  const bool hasBackend = name.compiler == "iree" || (colon != rest.npos && rest[0] != '-');
  std::vector<std::string_view> words = split(rest.substr(0, hasBackend ? colon : rest.npos));
  if (hasBackend && colon != rest.npos)
    for (std::string_view word : split(rest.substr(colon + 1)))
      words.push_back(word);
  for (std::string_view word : words)
    if (word.empty())
      return Error{fmt::format("there is an empty word in '{}': write a target as in cpu:O2 or "
                               "iree@3.13.0:llvm-cpu:O2",
                               text)};
  auto word = words.begin();
  if (hasBackend)
    name.backend = *word++;
  if (word != words.end()) {
    name.random = drawFrom(*word);
    if (!name.random && isLevel(*word))
      name.level = *word;
    word += name.random || !name.level.empty();
  }
  for (; word != words.end(); ++word)
    name.settings.push_back(TargetSetting::parse(*word));
  return name;
}

std::string TargetName::compilerText() const {
  return release.empty() ? compiler : fmt::format("{}@{}", compiler, release);
}

std::string TargetName::text() const {
  std::string out = compilerText();
  if (pipeline)
    return fmt::format("{}:{}{}", out, pipelineKey, *pipeline);
  if (!backend.empty())
    out += ":" + backend;
  char separator = ':';
  const auto append = [&](const std::string &word) {
    out += separator + word;
    separator = ',';
  };
  if (random)
    append(random->seed ? fmt::format("{}={}", randomKey, *random->seed) : std::string(randomKey));
  else if (!level.empty())
    append(level);
  for (const TargetSetting &setting : settings)
    append(setting.text());
  return out;
}

bool TargetName::isCompilerOnly() const {
  return backend.empty() && level.empty() && !random && settings.empty() && !pipeline;
}

bool TargetName::isOfManifest() const {
  constexpr std::string_view others[] = {"cpu", "hip", "iree", "mlir"};
  return std::ranges::find(others, compiler) == std::end(others);
}

std::string TargetName::absoluteCompiler() const {
  if (!compiler.starts_with(manifestKey))
    return compiler;
  const std::filesystem::path file(compiler.substr(manifestKey.size()));
  return std::string(manifestKey) + std::filesystem::absolute(file).lexically_normal().string();
}

TargetName TargetName::absolute() const {
  TargetName out = *this;
  out.compiler = absoluteCompiler();
  return out;
}

TargetName TargetName::withoutFolder() const {
  TargetName out = *this;
  if (compiler.starts_with(manifestKey)) {
    const std::filesystem::path file(compiler.substr(manifestKey.size()));
    out.compiler = std::string(manifestKey) + file.filename().string();
  }
  return out;
}

std::optional<std::string_view> TargetName::valueOf(std::string_view key) const {
  const auto found = std::find_if(settings.rbegin(), settings.rend(),
                                  [&](const TargetSetting &one) { return one.key == key; });
  if (found == settings.rend() || !found->value)
    return std::nullopt;
  return *found->value;
}

static constexpr std::string_view without = "without=";

std::string leavingOut(std::string_view pass) { return fmt::format("{}{}", without, pass); }

TargetName TargetName::with(std::string_view setting) const {
  const bool namesLevel = setting.size() == 2 && setting[0] == 'O';
  TargetName other = *this;
  if (setting.starts_with(without)) {
    if (pipeline)
      other.pipeline = withoutPass(*pipeline, setting.substr(without.size()));
    else if (isOfManifest())
      other.settings.push_back(TargetSetting::parse(setting));
  } else if (!isLevel(setting)) {
    if (!pipeline)
      other.settings.push_back(TargetSetting::parse(setting));
  } else if (namesLevel) {
    if (!level.empty())
      other.level = setting;
  } else if (!backend.empty()) {
    other.backend = setting;
  }
  return other;
}

TargetName TargetName::onCompiler(const TargetName &other) const {
  TargetName name = *this;
  name.compiler = other.compiler;
  name.release = other.release;
  return name;
}

/// Whether the setting draws and has no seed.
static bool isDrawnAgain(const TargetSetting &setting) {
  return !setting.value && std::ranges::find(drawnSettings, setting.key) != std::end(drawnSettings);
}

bool TargetName::isDrawnAgain() const {
  return (random && !random->seed) || std::ranges::any_of(settings, [](const TargetSetting &one) {
           return assay::isDrawnAgain(one);
         });
}

TargetName TargetName::withSeed(uint64_t seed) const {
  TargetName name = *this;
  if (random && !random->seed)
    name.random = TargetDraw{seed};
  for (TargetSetting &setting : name.settings)
    if (assay::isDrawnAgain(setting))
      setting.value = fmt::format("{}", seed);
  return name;
}

TargetName operator""_target(const char *text, size_t size) {
  auto name = TargetName::parse({text, size});
  ASSAY_ASSERT(name, "names in our code are right");
  return std::move(*name);
}

/// "cpu:O2" or "manifest=mycc.json", but not "canonicalize,cse" nor "--flag:on".
static bool startsTarget(std::string_view text) {
  if (text.starts_with(manifestKey))
    return true;
  const size_t colon = text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789@._-");
  return colon != text.npos && colon > 0 && text[0] != '-' && text[colon] == ':';
}

std::vector<std::string> splitTargetNames(std::string_view text) {
  std::vector<std::string> names;
  size_t start = 0;
  int depth = 0;
  for (size_t at = 0; at <= text.size(); ++at) {
    const bool isEnd = at == text.size();
    if (!isEnd && (text[at] == '(' || text[at] == '{'))
      ++depth;
    if (!isEnd && (text[at] == ')' || text[at] == '}'))
      --depth;
    if (!isEnd && (text[at] != ',' || depth != 0 || !startsTarget(text.substr(at + 1))))
      continue;
    if (at > start)
      names.emplace_back(text.substr(start, at - start));
    start = at + 1;
  }
  return names;
}

} // namespace assay
