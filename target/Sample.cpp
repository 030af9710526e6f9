#include "target/Sample.h"

#include "program/JsonReader.h"
#include "support/NameOf.h"

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
    needed.push_back(nameOf(one));
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

} // namespace

/// The error that is granted for what was seen; nothing if too few operands were taken.
static std::optional<double> grantedFor(const Sighting &sighting) {
  const bool isOfAll = sighting.element == ElementType::F32 && sighting.inputs >= allOfF32;
  if (isOfAll) // a result that is rounded to double first is half an ulp and a little off
    return std::fmax(sighting.ulps, 0.5) + 0x1p-20;
  if (sighting.inputs < int64_t(1) << 20)
    return std::nullopt;
  return 0.5 + 2 * std::fmax(sighting.ulps - 0.5, 0) + 0.125;
}

void grantSwept(const Sample &sample, Accuracy &accuracy) {
  for (const Sighting &sighting : sample.sightings) {
    const auto function = enumeratorNamed<UnaryKind>(sighting.operation);
    if (!function || precision(sighting.element) < precision(ElementType::F32) ||
        sighting.ulps == 0 || sighting.wrong > 0 || sighting.needed != Allowances())
      continue;
    if (const auto granted = grantedFor(sighting))
      accuracy.sweptError(*function, sighting.element) = *granted;
  }
}

std::string writeSamples(const Samples &samples) {
  // A line for each sighting: there are many.
  std::string out = fmt::format("{{\n \"sweep\": {},\n \"targets\": {{", sweepVersion);
  std::string_view between;
  for (const auto &[target, sample] : samples) {
    Json allowances = Json::array();
    for (Allowance one : sample.allowances().list())
      allowances.push_back(nameOf(one));
    out += fmt::format("{}\n  {}: {{\n   \"allowances\": {},\n   \"sightings\": [", between,
                       Json(target.text()).dump(), allowances.dump());
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
      for (const auto &[target, sample] : targets->items()) {
        auto name = TargetName::parse(target);
        if (!name)
          reader.reject("/targets/" + target, "is no target");
        else
          samples[*name] = readSample(reader, sample, "/targets/" + target);
      }
  }
  if (reader.failed())
    return Error{fmt::format("{}: {}", source, reader.message())};
  return std::optional(std::move(samples));
}

std::optional<Allowances> sampledOn(const Samples &samples, const TargetName &target) {
  if (auto same = samples.find(target); same != samples.end())
    return same->second.allowances();
  const auto isOfBackend = [&](const TargetName &name) {
    return name.compilerText() == target.compilerText() && name.backend == target.backend;
  };
  if (auto all = unionOf(samples, [&](const TargetName &name) {
        return isOfBackend(name) && name.level == target.level;
      }))
    return all;
  return unionOf(samples, isOfBackend);
}

} // namespace assay
