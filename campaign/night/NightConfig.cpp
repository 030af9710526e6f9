#include "campaign/night/NightConfig.h"

#include "program/HandwrittenJson.h"
#include "support/DurationText.h"
#include "support/ReadFile.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace assay {

namespace fs = std::filesystem;

namespace {

using Json = JsonReader::Json;

/// Reads the parts of a config; the first rejection wins.
class ConfigReader {
public:
  ConfigReader(JsonReader &reader, fs::path folder) : reader(reader), folder(std::move(folder)) {}

  NightConfig read(const Json &json) {
    reader.requireKeys(json,
                       {"folder", "page", "night", "campaign", "targets", "profiles", "releases",
                        "retest", "notify", "keep", "jobs", "known", "bugs", "watch", "inject"});
    if (const Json *given = reader.member(json, "folder"))
      config.folder = path(*given, "/folder");
    config.page = config.folder / "page";
    if (const Json *given = optional(json, "page"))
      config.page = path(*given, "/page");
    readLimits(json, "night", "campaigns", config.minutes, config.campaigns);
    readLimits(json, "campaign", "programs", config.campaignMinutes, config.programs);
    if (const Json *given = optional(json, "releases"))
      readReleases(*given);
    if (const Json *given = reader.member(json, "targets"))
      readTargets(*given);
    readProfiles(optional(json, "profiles"));
    if (optional(json, "retest"))
      reader.eachMember(json, "retest", "",
                        [&](const Json &item, const std::string &at) { readRetest(item, at); });
    if (const Json *given = optional(json, "notify"))
      config.notify = text(*given, "/notify");
    if (const Json *given = optional(json, "keep"))
      readKept(*given);
    if (const Json *given = optional(json, "jobs"))
      readJobs(*given);
    if (const Json *given = optional(json, "known"))
      config.known = path(*given, "/known");
    if (optional(json, "bugs"))
      reader.eachMember(json, "bugs", "", [&](const Json &item, const std::string &at) {
        config.bugs.push_back(path(item, at));
      });
    if (optional(json, "watch"))
      reader.eachMember(json, "watch", "",
                        [&](const Json &item, const std::string &at) { readWatched(item, at); });
    if (const Json *given = optional(json, "inject"))
      config.inject = text(*given, "/inject");
    return std::move(config);
  }

private:
  static const Json *optional(const Json &json, const char *key) {
    return json.is_object() && json.contains(key) ? &json[key] : nullptr;
  }

  /// A string with something in it.
  std::string text(const Json &json, const std::string &at) {
    std::string out = reader.string(json, at);
    if (out.empty() || out.find('\0') != out.npos)
      reader.reject(at, out.empty() ? "is empty" : "has a character 0 in it");
    return out;
  }

  fs::path path(const Json &json, const std::string &at) { return inFolder(text(json, at)); }

  /// As paths are seen from the file.
  fs::path inFolder(const fs::path &written) const { return (folder / written).lexically_normal(); }

  int64_t positive(const Json &json, const std::string &at) {
    const int64_t value = reader.integer(json, at);
    if (value < 1)
      reader.reject(at, fmt::format("must be 1 or more, not {}", JsonReader::brief(json)));
    return value;
  }

  double positiveNumber(const Json &json, const std::string &at) {
    const double value = json.is_number() ? json.get<double>() : 0;
    if (!(value > 0) || !std::isfinite(value))
      reader.reject(at, fmt::format("must be a number above 0, not {}", JsonReader::brief(json)));
    return value;
  }

  void readLimits(const Json &json, const char *key, const char *counted, double &minutes,
                  std::optional<int64_t> &count) {
    const Json *given = optional(json, key);
    if (!given)
      return;
    const std::string at = fmt::format("/{}", key);
    reader.requireKeys(*given, {"minutes", counted}, at);
    if (const Json *value = optional(*given, "minutes")) {
      minutes = positiveNumber(*value, at + "/minutes");
      if (minutes > mostMinutes)
        reader.reject(at + "/minutes", fmt::format("must be at most {}", mostMinutes));
    }
    if (const Json *value = optional(*given, counted))
      count = positive(*value, fmt::format("{}/{}", at, counted));
  }

  /// Calls visit(key, value, place) for each member of an object that has some.
  template <class Visit> void eachKey(const Json &json, const std::string &at, Visit visit) {
    if (!json.is_object() || json.empty())
      return reader.reject(at, fmt::format("must be an object with something in it, not {}",
                                           JsonReader::brief(json)));
    for (const auto &[key, value] : json.items())
      if (!reader.failed())
        visit(key, value, fmt::format("{}/{}", at, key));
  }

  void readReleases(const Json &json) {
    eachKey(json, "/releases",
            [&](const std::string &compiler, const Json &value, const std::string &at) {
              if (compiler != "iree")
                return reader.reject(at, "is no compiler of which there are releases to install; "
                                         "there is iree");
              const auto range = VersionRange::parse(text(value, at));
              if (range)
                config.releases.emplace(compiler, *range);
              else
                reader.reject(at, fmt::format("{} is no range of versions: write it as in "
                                              "\">=3.11\" or \">=3.11,<4\"",
                                              JsonReader::brief(value)));
            });
  }

  TargetName target(const std::string &written, const std::string &at) {
    auto name = TargetName::parse(written);
    if (!name) {
      reader.reject(at, name.error().message);
      return {};
    }
    constexpr std::string_view manifestKey = "manifest=";
    if (name->compiler.starts_with(manifestKey))
      name->compiler.replace(manifestKey.size(), name->compiler.npos,
                             inFolder(name->compiler.substr(manifestKey.size())).string());
    return std::move(*name);
  }

  void readTargets(const Json &json) {
    eachKey(json, "/targets",
            [&](const std::string &written, const Json &weight, const std::string &at) {
              const TargetName name = target(written, at);
              // A manifest without levels describes a target that has no other name.
              if (!reader.failed() && name.isCompilerOnly() && !name.isOfManifest())
                reader.reject(at, "is a compiler without level or pipeline: write a target, as in "
                                  "cpu:O2 or iree:llvm-cpu:O2");
              if (name.compiler == "iree" && name.release.empty() &&
                  !config.releases.contains("iree"))
                reader.reject(at, "names no release: write one, as in iree@3.13.0:llvm-cpu:O2, or "
                                  "give a range in /releases");
              config.targets.push_back({name, positiveNumber(weight, at)});
            });
  }

  void readProfiles(const Json *json) {
    if (!json) {
      config.profiles = {{"default"}};
      return;
    }
    eachKey(*json, "/profiles",
            [&](const std::string &name, const Json &weight, const std::string &at) {
              NightProfile profile{name, positiveNumber(weight, at)};
              if (name.ends_with(".json"))
                profile.plan = inFolder(name);
              config.profiles.push_back(std::move(profile));
            });
  }

  void readRetest(const Json &json, const std::string &at) {
    const TargetName name = target(text(json, at), at);
    // A backend alone is no target: retest takes it all the same.
    if (name.compiler == "iree" && name.release.empty() && !config.releases.contains("iree"))
      reader.reject(at, "names no release: write one, as in iree@3.13.0, or give a range in "
                        "/releases");
    config.retest.push_back(name);
  }

  void readWatched(const Json &json, const std::string &at) {
    const auto metrics = metricsFrom(text(json, at));
    if (!metrics || metrics->size() != 1)
      return reader.reject(at, metrics ? "is more than one metric" : metrics.error().message);
    config.watch.push_back(metrics->front());
  }

  void readJobs(const Json &json) {
    constexpr int64_t most = 1024;
    config.jobs = positive(json, "/jobs");
    if (*config.jobs > most)
      reader.reject("/jobs", fmt::format("must be {} or less, not {}", most, *config.jobs));
  }

  void readKept(const Json &json) {
    reader.requireKeys(json, {"nights", "releases"}, "/keep");
    if (const Json *given = optional(json, "nights"))
      config.keptNights = positive(*given, "/keep/nights");
    if (const Json *given = optional(json, "releases"))
      config.keptReleases = positive(*given, "/keep/releases");
  }

  JsonReader &reader;
  const fs::path folder;
  NightConfig config;
};

} // namespace

Expected<NightConfig> NightConfig::parse(std::string_view text, const fs::path &file) {
  const auto fails = [&](const std::string &why) {
    return Error{fmt::format("{}: {}", file.string(), why)};
  };
  auto json = parseHandwrittenJson(text);
  if (!json)
    return fails(json.error().message);
  JsonReader reader;
  std::error_code ignored;
  NightConfig config = ConfigReader(reader, fs::absolute(file, ignored).parent_path()).read(*json);
  if (reader.failed())
    return fails(reader.message());
  config.file = file;
  return config;
}

Error NightConfig::refused(std::string_view place, const Error &why) const {
  return Error{fmt::format("{}: {}: {}", file.string(), place, why.message)};
}

Expected<NightConfig> NightConfig::read(const fs::path &file) {
  auto text = readFile(file);
  if (!text)
    return text.error();
  return parse(*text, file);
}

} // namespace assay
