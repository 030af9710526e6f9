#include "targets/Sample.h"

#include "program/JsonReader.h"
#include "support/Assert.h"
#include "support/ReadFile.h"
#include "targets/RecordedSamples.h"
#include "toolchains/Toolchain.h"

#include <algorithm>

namespace assay {

namespace {

using Json = JsonReader::Json;

Json toJson(const Sighting &sighting) {
  Json json = {{"operation", sighting.operation},
               {"element", name(sighting.element)},
               {"inputs", sighting.inputs},
               {"ulps", sighting.ulps},
               {"at", sighting.at}};
  Json needed = Json::array();
  for (Allowance one : sighting.needed.list())
    needed.push_back(names(one)[static_cast<size_t>(one)]);
  if (!needed.empty())
    json["needed"] = needed;
  if (sighting.wrong > 0) {
    json["wrong"] = sighting.wrong;
    json["example"] = sighting.example;
  }
  return json;
}

/// What a compiler said may be any bytes.
std::string text(const Json &json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Sighting readSighting(JsonReader &reader, const Json &json, const std::string &at) {
  Sighting sighting;
  reader.requireKeys(
      json, {"operation", "element", "inputs", "ulps", "at", "needed", "wrong", "example"}, at);
  if (const Json *operation = reader.member(json, "operation", at))
    sighting.operation = reader.string(*operation, at + "/operation");
  auto read = [&](const char *key, auto &value) {
    if (const Json *given = reader.member(json, key, at))
      reader.read(*given, value, fmt::format("{}/{}", at, key));
  };
  read("element", sighting.element);
  read("inputs", sighting.inputs);
  read("ulps", sighting.ulps);
  read("at", sighting.at);
  if (json.is_object() && json.contains("needed"))
    reader.eachMember(json, "needed", at, [&](const Json &item, const std::string &place) {
      sighting.needed = sighting.needed.with(reader.enumerator<Allowance>(item, place));
    });
  if (json.is_object() && json.contains("wrong")) {
    read("wrong", sighting.wrong);
    if (const Json *example = reader.member(json, "example", at))
      sighting.example = reader.string(*example, at + "/example");
  }
  return sighting;
}

Sample readSample(JsonReader &reader, const Json &json, const std::string &at) {
  Sample sample;
  reader.requireKeys(json, {"allowances", "sightings", "missing"}, at);
  reader.eachMember(json, "sightings", at, [&](const Json &item, const std::string &place) {
    sample.sightings.push_back(readSighting(reader, item, place));
  });
  reader.eachMember(json, "missing", at, [&](const Json &item, const std::string &place) {
    Unseen unseen;
    reader.requireKeys(item, {"what", "reason"}, place);
    if (const Json *what = reader.member(item, "what", place))
      unseen.what = reader.string(*what, place + "/what");
    if (const Json *reason = reader.member(item, "reason", place))
      unseen.reason = reader.string(*reason, place + "/reason");
    sample.missing.push_back(std::move(unseen));
  });
  return sample;
}

/// The name up to the n-th of the characters that separate its parts.
std::string_view upTo(std::string_view name, std::string_view separators, int n) {
  size_t at = 0;
  for (; at < name.size(); ++at)
    if (separators.find(name[at]) != separators.npos && n-- == 0)
      break;
  return name.substr(0, at);
}

/// "llvm-cpu" of "iree@3.13.0:llvm-cpu:O2,--flag".
std::string_view backendOf(std::string_view target) {
  const size_t colon = target.find(':');
  return colon == target.npos ? "" : upTo(target.substr(colon + 1), ":,", 0);
}

/// What the samples whose names match showed; nothing if there are none.
template <class Matches>
std::optional<Allowances> unionOf(const Samples &samples, Matches matches) {
  std::optional<Allowances> all;
  for (const auto &[name, sample] : samples)
    if (matches(std::string_view(name)))
      all = all.value_or(Allowances()).with(sample.allowances());
  return all;
}

} // namespace

std::string writeSamples(const Samples &samples) {
  // A line for each sighting: there are many.
  std::string out = fmt::format("{{\n \"sweep\": {},\n \"targets\": {{", sweepVersion);
  std::string_view between;
  for (const auto &[target, sample] : samples) {
    Json allowances = Json::array();
    for (Allowance one : sample.allowances().list())
      allowances.push_back(names(one)[static_cast<size_t>(one)]);
    out += fmt::format("{}\n  {}: {{\n   \"allowances\": {},\n   \"sightings\": [", between,
                       Json(target).dump(), allowances.dump());
    std::string_view comma;
    for (const Sighting &sighting : sample.sightings) {
      out += fmt::format("{}\n    {}", comma, text(toJson(sighting)));
      comma = ",";
    }
    out += "],\n   \"missing\": [";
    comma = "";
    for (const auto &[what, reason] : sample.missing) {
      out += fmt::format("{}\n    {}", comma, text(Json{{"what", what}, {"reason", reason}}));
      comma = ",";
    }
    out += "]}";
    between = ",";
  }
  return out + "}}\n";
}

Expected<std::optional<Samples>> readSamples(std::string_view text, std::string_view source) {
  const Json json = Json::parse(text, nullptr, false);
  JsonReader reader;
  reader.requireKeys(json, {"sweep", "targets"});
  const Json *version = reader.member(json, "sweep");
  if (version && reader.integer(*version, "/sweep") != sweepVersion && !reader.failed())
    return std::optional<Samples>();
  Samples samples;
  if (const Json *targets = reader.member(json, "targets")) {
    if (!targets->is_object())
      reader.reject("/targets", "is no object");
    else
      for (const auto &[target, sample] : targets->items())
        samples[target] = readSample(reader, sample, "/targets/" + target);
  }
  if (reader.failed())
    return Error{fmt::format("{}: {}", source, reader.message())};
  return std::optional(std::move(samples));
}

Expected<std::filesystem::path> sampleFile(const std::string &compiler) {
  auto folder = toolchainFolder(compiler);
  if (!folder)
    return folder;
  return *folder / "accuracy.json";
}

Expected<Samples> samplesOf(const std::string &compiler) {
  auto file = sampleFile(compiler);
  if (!file)
    return file.error();
  std::error_code code;
  if (!std::filesystem::exists(*file, code))
    return Samples();
  auto text = readFile(*file);
  if (!text)
    return text.error();
  auto samples = readSamples(*text, file->string());
  if (!samples)
    return Error{fmt::format("{}; `assay target doctor` writes it anew", samples.error().message)};
  return samples->value_or(Samples());
}

std::optional<Allowances> sampledOn(const Samples &samples, std::string_view target) {
  if (auto same = samples.find(std::string(target)); same != samples.end())
    return same->second.allowances();
  const std::string_view level = upTo(target, ",", 0);
  if (auto all = unionOf(samples, [&](auto name) { return upTo(name, ",", 0) == level; }))
    return all;
  // What comes before the level: a release and its backend, or a manifest's name.
  const int parts = target.starts_with("iree@") ? 1 : 0;
  const std::string_view family = upTo(target, ":,", parts);
  return unionOf(samples, [&](auto name) { return upTo(name, ":,", parts) == family; });
}

const Samples &recordedSamples() {
  static const Samples recorded = [] {
    auto read = readSamples(recordedSamplesText, "targets/samples.json");
    ASSAY_ASSERT(read && *read, "targets/samples.json is of this sweep");
    return **read;
  }();
  return recorded;
}

Allowances recordedAllowances(std::string_view target) {
  const Samples &recorded = recordedSamples();
  const auto isUpstream = [](std::string_view name) {
    return name.starts_with("mlir@") || name.starts_with("cpu:pipeline=");
  };
  std::optional<Allowances> sampled =
      isUpstream(target) ? unionOf(recorded, isUpstream) : sampledOn(recorded, target);
  if (sampled || !target.starts_with("iree@"))
    return sampled.value_or(Allowances());
  const auto isRelease = [](std::string_view name) { return name.starts_with("iree@"); };
  sampled = unionOf(recorded, [&](std::string_view name) {
    return isRelease(name) && backendOf(name) == backendOf(target);
  });
  // Backends share the passes that decompose and approximate.
  if (!sampled)
    sampled = unionOf(recorded, isRelease);
  return sampled.value_or(Allowances());
}

} // namespace assay
