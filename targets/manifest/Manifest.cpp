#include "targets/manifest/Manifest.h"

#include "program/HandwrittenJson.h"
#include "support/NameOf.h"
#include "target/TargetName.h"
#include "targets/commands/Placeholders.h"
#include "targets/toolchains/Toolchain.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <set>

namespace assay {

namespace {

using Json = JsonReader::Json;

/// What a campaign allows a stage, less what assay itself needs.
constexpr int longestSeconds = 100;
constexpr unsigned leastMebibytes = 16;
constexpr size_t longestManifest = size_t(1) << 20;

constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz";
constexpr std::string_view nameLetters = "abcdefghijklmnopqrstuvwxyz0123456789._-";
constexpr std::string_view levelLetters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._+-";

/// The placeholders that a command may have, and those that it must.
struct Placeholders {
  std::vector<std::string_view> known, needed;
  std::vector<std::string_view> alone; // of the known, those that become several words
};

/// Reads the parts of a manifest; the first rejection wins.
class ManifestReader {
public:
  explicit ManifestReader(JsonReader &reader) : reader(reader) {}

  Manifest read(const Json &json) {
    reader.requireKeys(json, {"schema", "name", "version", "flavour", "compile", "run", "limits",
                              "levels", "elements", "unsupported", "accuracy", "based_on",
                              "mutants", "passes", "files"});
    if (const Json *schema = reader.member(json, "schema")) {
      const int64_t version = reader.integer(*schema, "/schema");
      if (version != manifestSchema)
        reader.reject("/schema", fmt::format("is version {}; this assay reads version {}", version,
                                             manifestSchema));
    }
    readName(json);
    if (const Json *base = optional(json, "based_on"))
      readBase(*base);
    if (const Json *flavour = reader.member(json, "flavour"))
      readFlavour(*flavour);
    if (const Json *compile = reader.member(json, "compile"))
      manifest.compile =
          words(*compile, "/compile",
                {{"input", "output", "dir", "here", "flags"}, {"input", "output"}, {"flags"}});
    if (const Json *run = reader.member(json, "run"))
      readRun(*run);
    if (const Json *limits = optional(json, "limits"))
      readLimits(*limits);
    if (const Json *levels = optional(json, "levels"))
      readLevels(*levels);
    if (const Json *elements = optional(json, "elements"))
      readElements(*elements);
    if (optional(json, "unsupported"))
      reader.eachMember(json, "unsupported", "",
                        [&](const Json &item, const std::string &at) { readRefusal(item, at); });
    if (const Json *accuracy = optional(json, "accuracy"))
      readAccuracy(*accuracy);
    if (const Json *mutants = optional(json, "mutants"))
      readMutants(*mutants);
    if (const Json *passes = optional(json, "passes"))
      readPasses(*passes);
    if (const Json *files = optional(json, "files"))
      manifest.files = words(*files, "/files", {{"here"}, {}, {}});
    return std::move(manifest);
  }

private:
  static const Json *optional(const Json &json, const char *key) {
    return json.is_object() && json.contains(key) ? &json[key] : nullptr;
  }

  /// A string with something in it.
  std::string text(const Json &json, const std::string &at) {
    std::string out = reader.string(json, at);
    if (out.empty())
      reader.reject(at, "is empty");
    if (out.find('\0') != std::string::npos)
      reader.reject(at, "has a character 0 in it");
    return out;
  }

  void readName(const Json &json) {
    if (const Json *name = reader.member(json, "name")) {
      manifest.name = text(*name, "/name");
      if (!isManifestName(manifest.name))
        reader.reject("/name", "must be lower-case letters, digits, '.', '_' and '-', a letter "
                               "first, and not cpu, hip, iree, mlir or manifest");
    }
    if (const Json *version = reader.member(json, "version"))
      manifest.version = text(*version, "/version");
  }

  void readBase(const Json &json) {
    manifest.basedOn = text(json, "/based_on");
    for (int version = oldestMlir; version <= newestKnownMlir; ++version)
      if (manifest.basedOn == fmt::format("mlir@{}", version))
        return;
    reader.reject("/based_on", fmt::format("must be the MLIR that it is built with, from mlir@{} "
                                           "to mlir@{}, the newest whose bugs assay knows",
                                           oldestMlir, newestKnownMlir));
  }

  void readFlavour(const Json &json) {
    reader.requireKeys(json, {"name", "version"}, "/flavour");
    if (const Json *name = reader.member(json, "name", "/flavour"))
      manifest.flavour = reader.enumerator<Flavour>(*name, "/flavour/name");
    if (const Json *version = optional(json, "version")) {
      auto parsed = parseVersion(text(*version, "/flavour/version"));
      if (parsed)
        manifest.flavourVersion = *parsed;
      else
        reader.reject("/flavour/version", "is no version: write it as 3.13.0");
    }
  }

  /// A list of words, or one.
  std::vector<std::string> words(const Json &json, const std::string &at,
                                 const Placeholders &placeholders) {
    std::vector<std::string> out;
    if (json.is_string())
      out = {text(json, at)};
    else if (!json.is_array())
      reader.reject(at, "must be a list of words");
    else if (json.empty())
      reader.reject(at, "has no words");
    for (size_t i = 0; json.is_array() && i < json.size(); ++i)
      out.push_back(text(json[i], fmt::format("{}/{}", at, i)));
    for (size_t i = 0; i < out.size(); ++i)
      check(out[i], json.is_array() ? fmt::format("{}/{}", at, i) : at, placeholders);
    for (std::string_view needed : placeholders.needed)
      if (!reader.failed() && std::none_of(out.begin(), out.end(), [&](const std::string &word) {
            return word.find(fmt::format("{{{}}}", needed)) != std::string::npos;
          }))
        reader.reject(at, fmt::format("says {{{}}} nowhere", needed));
    return out;
  }

  void check(const std::string &word, const std::string &at, const Placeholders &placeholders) {
    const auto &[known, needed, alone] = placeholders;
    for (auto found = findPlaceholder(word); found;
         found = findPlaceholder(word, found->begin + found->name.size() + 2)) {
      if (std::find(known.begin(), known.end(), found->name) == known.end())
        reader.reject(at, fmt::format("has a placeholder {{{}}}; there are {{{}}}", found->name,
                                      fmt::join(known, "}, {")));
      else if (std::find(alone.begin(), alone.end(), found->name) != alone.end() &&
               word.size() != found->name.size() + 2)
        reader.reject(
            at, fmt::format("must be {{{}}} alone: it becomes several words or none", found->name));
    }
  }

  void readRun(const Json &json) {
    const std::string at = "/run";
    reader.requireKeys(json, {"command", "index", "input", "output", "format", "guard"}, at);
    if (const Json *command = reader.member(json, "command", at))
      manifest.run = words(*command, at + "/command",
                           {{"module", "function", "dir", "here", "inputs", "outputs"},
                            {"module", "inputs", "outputs"},
                            {"inputs", "outputs"}});
    const Placeholders tensor{{"file", "type", "element", "shape", "number"}, {"file"}, {}};
    if (const Json *input = reader.member(json, "input", at))
      manifest.input = words(*input, at + "/input", tensor);
    if (const Json *output = reader.member(json, "output", at))
      manifest.output = words(*output, at + "/output", tensor);
    if (const Json *index = optional(json, "index"))
      manifest.index = words(*index, at + "/index", {{"value", "number"}, {"value"}, {}});
    if (const Json *format = optional(json, "format"))
      manifest.format = reader.enumerator<TensorFormat>(*format, at + "/format");
    if (const Json *guard = optional(json, "guard"))
      reader.read(*guard, manifest.isGuarded, at + "/guard");
  }

  void readMutants(const Json &json) {
    reader.read(json, manifest.hasMutants, "/mutants");
    if (manifest.hasMutants && !takesFaults(manifest.flavour))
      reader.reject("/mutants", fmt::format("must be false: of modules in the flavour {} there are "
                                            "no mutants",
                                            nameOf(manifest.flavour)));
  }

  void readLimits(const Json &json) {
    reader.requireKeys(json, {"seconds", "mebibytes"}, "/limits");
    auto number = [&](const char *key, int least, int most, unsigned &value) {
      const Json *given = optional(json, key);
      if (!given)
        return;
      const std::string at = fmt::format("/limits/{}", key);
      const int wanted = reader.small(*given, at);
      if (wanted < least || wanted > most)
        reader.reject(at, fmt::format("must be from {} to {}", least, most));
      else
        value = static_cast<unsigned>(wanted);
    };
    number("seconds", 1, longestSeconds, manifest.limits.seconds);
    number("mebibytes", 0, 1 << 20, manifest.limits.mebibytes);
    if (const unsigned given = manifest.limits.mebibytes; given > 0 && given < leastMebibytes)
      reader.reject(
          "/limits/mebibytes",
          fmt::format("must be 0 or at least {}: with less no process begins", leastMebibytes));
  }

  void readLevels(const Json &json) {
    if (!json.is_object() || json.empty())
      return reader.reject("/levels", "must be an object with a list of flags for each level");
    for (const auto &[name, flags] : json.items()) {
      if (name.empty() || name[0] == '-' ||
          name.find_first_not_of(levelLetters) != std::string::npos)
        return reader.reject("/levels", fmt::format("'{}' is no name of a level: write it in "
                                                    "letters and digits",
                                                    name.substr(0, 40)));
      const std::string at = "/levels/" + name;
      if (!flags.is_array())
        return reader.reject(at, "must be a list of words");
      Manifest::Level level{name, {}};
      for (size_t i = 0; i < flags.size(); ++i)
        level.flags.push_back(text(flags[i], fmt::format("{}/{}", at, i)));
      manifest.levels.push_back(std::move(level));
    }
    requireFlags("levels");
  }

  void readPasses(const Json &json) {
    const std::string at = "/passes";
    reader.requireKeys(json, {"names", "without", "after"}, at);
    if (const Json *names = reader.member(json, "names", at))
      manifest.passes.names = words(*names, at + "/names", {});
    std::set<std::string_view> seen;
    for (const std::string &name : manifest.passes.names) {
      checkInName(name, at + "/names");
      if (!seen.insert(name).second)
        reader.reject(at + "/names", fmt::format("has '{}' twice", name));
    }
    if (const Json *without = reader.member(json, "without", at))
      manifest.passes.without = passFlags(*without, at + "/without");
    if (const Json *after = optional(json, "after"))
      manifest.passes.after = passFlags(*after, at + "/after");
    requireFlags("passes");
  }

  std::vector<std::string> passFlags(const Json &json, const std::string &at) {
    std::vector<std::string> flags = words(json, at, {{"pass"}, {"pass"}, {}});
    // What follows may be the value of the first: "--skip", "{pass}".
    if (!flags.empty() && !flags[0].starts_with('-'))
      reader.reject(at, fmt::format("'{}' is no flag: it must begin with '-'", flags[0]));
    return flags;
  }

  /// What becomes part of a target's name.
  void checkInName(const std::string &word, const std::string &at) {
    if (word.find(',') != word.npos)
      reader.reject(at, fmt::format("'{}' has a comma in it", word));
  }

  void requireFlags(std::string_view what) {
    if (std::find(manifest.compile.begin(), manifest.compile.end(), "{flags}") ==
        manifest.compile.end())
      reader.reject("/compile", fmt::format("says {{flags}} nowhere, but there are {}", what));
  }

  void readElements(const Json &json) {
    if (!json.is_object())
      return reader.reject("/elements", "must be an object with a spelling for each element type");
    for (const auto &[name, spelling] : json.items()) {
      auto element = elementTypeFromName(name);
      if (!element)
        return reader.reject("/elements",
                             fmt::format("'{}' is no element type", name.substr(0, 40)));
      manifest.elements[*element] = text(spelling, "/elements/" + name);
    }
  }

  void readRefusal(const Json &json, const std::string &at) {
    reader.requireKeys(json, {"pattern", "reason"}, at);
    std::optional<Regex> regex;
    if (const Json *pattern = reader.member(json, "pattern", at)) {
      auto parsed = Regex::parse(text(*pattern, at + "/pattern"));
      if (parsed)
        regex = std::move(*parsed);
      else
        reader.reject(at + "/pattern",
                      fmt::format("is no regular expression: {}", parsed.error().message));
    }
    const Json *reason = reader.member(json, "reason", at);
    if (regex && reason)
      manifest.unsupported.push_back({std::move(*regex), text(*reason, at + "/reason")});
  }

  void readAccuracy(const Json &json) {
    const std::string at = "/accuracy";
    std::vector<std::string_view> known = {"exact_at_zero",     "rounds_sqrt",
                                           "sums_in_order",     "function_scale",
                                           "function_absolute", "period_reduction"};
    for (std::string_view allowance : names(Allowance()))
      known.push_back(allowance);
    reader.requireKeys(json, known, at);
    auto set = [&](const char *key, auto &value) {
      if (const Json *given = optional(json, key))
        reader.read(*given, value, fmt::format("{}/{}", at, key));
    };
    auto setError = [&](const char *key, double &value) {
      set(key, value);
      if (!std::isfinite(value) || value < 0)
        reader.reject(fmt::format("{}/{}", at, key), "must be a number that is not negative");
    };
    Accuracy &accuracy = manifest.accuracy;
    auto grant = [&](const char *key, Allowance allowance, bool granting) {
      if (!optional(json, key))
        return;
      bool given = false;
      set(key, given);
      Allowances &chosen = given == granting ? accuracy.allowances : manifest.denied;
      chosen = chosen.with(allowance);
      if (accuracy.allowances.has(allowance) && manifest.denied.has(allowance))
        reader.reject(fmt::format("{}/{}", at, key), "is the contrary of what another member says");
    };
    for (Allowance allowance : Allowances::all().list())
      grant(nameOf(allowance).data(), allowance, true);
    grant("exact_at_zero", Allowance::InexactAtZero, false);
    grant("rounds_sqrt", Allowance::LooseSqrt, false);
    set("sums_in_order", accuracy.sumsInOrder);
    setError("function_scale", accuracy.functionScale);
    setError("function_absolute", accuracy.functionAbsolute);
    setError("period_reduction", accuracy.periodReduction);
  }

  JsonReader &reader;
  Manifest manifest;
};

} // namespace

bool isManifestName(std::string_view name) {
  constexpr size_t longest = 64;
  TargetName target;
  target.compiler = name;
  return !name.empty() && name.size() <= longest && letters.find(name[0]) != letters.npos &&
         name.find_first_not_of(nameLetters) == name.npos && name != "manifest" &&
         target.isOfManifest();
}

Expected<std::string> manifestText(const std::filesystem::path &path) {
  if (path.empty())
    return Error{"'manifest=' names no file: write it as in manifest=mycc.json:O2"};
  std::error_code code;
  // A pipe may never say anything.
  if (std::filesystem::exists(path, code) && !std::filesystem::is_regular_file(path, code))
    return Error{fmt::format("cannot read {}: it is no file", path.string())};
  std::ifstream file(path, std::ios::binary);
  std::string text(longestManifest + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (file.bad() || !file.is_open())
    return Error{fmt::format("cannot read {}", path.string())};
  text.resize(static_cast<size_t>(file.gcount()));
  return text;
}

Expected<Manifest> readManifest(std::string_view text, std::string_view source) {
  if (text.size() > longestManifest)
    return Error{fmt::format("{}: is larger than {} MiB", source, longestManifest >> 20)};
  auto json = parseHandwrittenJson(text);
  if (!json)
    return Error{fmt::format("{}: {}", source, json.error().message)};
  JsonReader reader;
  Manifest manifest = ManifestReader(reader).read(*json);
  if (reader.failed())
    return Error{fmt::format("{}: {}", source, reader.message())};
  return manifest;
}

} // namespace assay
