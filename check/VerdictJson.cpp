#include "check/VerdictJson.h"

#include "support/NameOf.h"

using nlohmann::json;

namespace assay {
namespace {

json details(const Agree &) { return json::object(); }
json details(const Difference &difference) {
  return {{"returned", difference.returned}, {"value", difference.value},
          {"index", difference.index},       {"expected", difference.expected},
          {"actual", difference.actual},     {"wrong", difference.wrong},
          {"elements", difference.elements}, {"shape", difference.shape},
          {"places", difference.places}};
}
json details(const Mismatch &mismatch) {
  json out = details(mismatch.difference);
  out["run"] = mismatch.run;
  out["first_wrong"] = mismatch.firstWrong;
  out["nondeterministic"] = mismatch.nondeterministic;
  return out;
}
json details(const Inaccurate &inaccurate) {
  json out = details(static_cast<const Mismatch &>(inaccurate));
  out["allowances"] = inaccurate.allowances;
  return out;
}
json details(const CompileFailure &failure) { return {{"diagnostic", failure.diagnostic}}; }
json details(const RunFailure &failure) { return {{"diagnostic", failure.diagnostic}}; }
json details(const Crash &crash) {
  return {{"stage", nameOf(crash.stage)}, {"detail", crash.detail}};
}
json details(const Timeout &timeout) {
  return {{"stage", nameOf(timeout.stage)}, {"memory", timeout.memory}};
}
json details(const Sanitizer &sanitizer) { return {{"detail", sanitizer.detail}}; }
json details(const Unsupported &unsupported) { return {{"reason", unsupported.reason}}; }
json details(const Inconclusive &inconclusive) { return {{"reason", inconclusive.reason}}; }
json details(const Flaky &flaky) { return {{"first", flaky.first}}; }
json toJson(const Metrics &metrics) {
  json out = json::object();
  for (const auto &[metric, count] : metrics)
    out[nameOf(metric)] = count;
  return out;
}
json details(const MissedOptimisation &missed) {
  return {{"given", toJson(missed.given)},
          {"better", toJson(missed.better)},
          {"watched", textOf(missed.watched)},
          {"spelling", missed.spelling}};
}
json details(const Known &known) {
  return {{"id", known.id}, {"link", known.link}, {"rest", known.rest}};
}

/// Throws as nlohmann's getters do.
Stage stageFrom(const json &value) {
  const auto stage = enumeratorNamed<Stage>(value.get<std::string>());
  if (!stage)
    throw json::other_error::create(501, "no stage", &value);
  return *stage;
}

Difference differenceFrom(const json &details) {
  Difference difference;
  difference.returned = details.at("returned");
  difference.value = details.at("value");
  difference.index = details.at("index").get<Shape>();
  difference.expected = details.at("expected");
  difference.actual = details.at("actual");
  difference.wrong = details.at("wrong");
  difference.elements = details.at("elements");
  // Stores that are older have neither.
  difference.shape = details.value("shape", Shape());
  difference.places = details.value("places", std::vector<int64_t>());
  return difference;
}

Metrics countsFrom(const json &counts) {
  Metrics metrics;
  for (const auto &[name, count] : counts.items())
    if (const auto metric = enumeratorNamed<Metric>(name))
      metrics[*metric] = count;
  return metrics;
}

Mismatch mismatchFrom(const json &details) {
  Mismatch mismatch;
  mismatch.run = details.at("run");
  mismatch.firstWrong = details.at("first_wrong");
  mismatch.difference = differenceFrom(details);
  mismatch.nondeterministic = details.at("nondeterministic");
  return mismatch;
}

json toJson(const DispatchCheck &check) {
  json out = {{"dispatch", check.dispatch}, {"run", check.run}};
  if (check.value)
    out["value"] = *check.value;
  if (check.difference)
    out["difference"] = details(*check.difference);
  return out;
}
DispatchCheck dispatchFrom(const json &from) {
  DispatchCheck check{from.at("dispatch"), from.at("run"), {}, {}};
  if (from.contains("value"))
    check.value = from["value"].get<ValueId>();
  if (from.contains("difference"))
    check.difference = differenceFrom(from["difference"]);
  return check;
}

using Reader = Outcomes (*)(const json &details);
/// By the verdicts' names.
const std::map<std::string_view, Reader> &readers() {
  static const std::map<std::string_view, Reader> all = {
      {"agree", [](const json &) -> Outcomes { return Agree{}; }},
      {"mismatch", [](const json &from) -> Outcomes { return mismatchFrom(from); }},
      {"compile_failure",
       [](const json &from) -> Outcomes { return CompileFailure{from.at("diagnostic")}; }},
      {"run_failure",
       [](const json &from) -> Outcomes { return RunFailure{from.at("diagnostic")}; }},
      {"crash",
       [](const json &from) -> Outcomes {
         return Crash{stageFrom(from.at("stage")), from.at("detail")};
       }},
      {"timeout",
       [](const json &from) -> Outcomes {
         return Timeout{stageFrom(from.at("stage")), from.at("memory").get<bool>()};
       }},
      {"sanitizer", [](const json &from) -> Outcomes { return Sanitizer{from.at("detail")}; }},
      {"unsupported", [](const json &from) -> Outcomes { return Unsupported{from.at("reason")}; }},
      {"inconclusive",
       [](const json &from) -> Outcomes { return Inconclusive{from.at("reason")}; }},
      {"flaky", [](const json &from) -> Outcomes { return Flaky{from.at("first")}; }},
      {"known",
       [](const json &from) -> Outcomes {
         return Known{from.at("id"), from.at("link"), from.value("rest", "")};
       }},
      {"accuracy",
       [](const json &from) -> Outcomes {
         return Inaccurate{mismatchFrom(from), from.at("allowances")};
       }},
      {"missed_optimisation",
       [](const json &from) -> Outcomes {
         auto watched = metricsFrom(from.at("watched").get<std::string>());
         return MissedOptimisation{countsFrom(from.at("given")), countsFrom(from.at("better")),
                                   watched ? std::move(*watched) : std::vector<Metric>(),
                                   from.at("spelling")};
       }},
  };
  return all;
}

/// What earlier versions wrote: verdicts and stages by their numbers, details without keys.
json fromNumbers(const json &old) {
  static const std::vector<std::string> wrong = {"run",      "first_wrong",     "returned", "value",
                                                 "index",    "expected",        "actual",   "wrong",
                                                 "elements", "nondeterministic"};
  static const std::vector<std::pair<std::string_view, std::vector<std::string>>> kinds = {
      {"agree", {}},
      {"mismatch", wrong},
      {"compile_failure", {"diagnostic"}},
      {"run_failure", {"diagnostic"}},
      {"crash", {"stage", "detail"}},
      {"timeout", {"stage", "memory"}},
      {"sanitizer", {"detail"}},
      {"unsupported", {"reason"}},
      {"inconclusive", {"reason"}},
      {"flaky", {"first"}},
      {"known", {"id", "link"}},
      {"accuracy", wrong},
  };
  const auto &[kind, keys] = kinds.at(old.at("v").get<size_t>());
  const json values = old.value("d", json::array());
  json details = json::object();
  for (size_t i = 0; i < keys.size() && i < values.size(); ++i)
    details[keys[i]] = values[i];
  if (details.contains("stage"))
    details["stage"] = names(Stage()).at(details["stage"].get<size_t>());
  if (details.contains("run"))
    details.emplace("nondeterministic", false); // which the first of them did not say
  if (kind == "accuracy")
    details["allowances"] = values.at(wrong.size());
  json made = {{"verdict", kind},
               {"elements", old.at("n")},
               {"seconds", old.at("t")},
               {"signature", old.value("s", "")},
               {"details", std::move(details)}};
  if (old.contains("f"))
    made["frequency"] = old["f"];
  return made;
}

} // namespace

json toJson(const Verdict &verdict) {
  const StageSeconds &seconds = verdict.seconds;
  json out = {{"verdict", verdict.name()},
              {"elements", {verdict.exact, verdict.bounded, verdict.inconclusive}},
              {"seconds",
               {seconds.generate, seconds.oracle, seconds.compile, seconds.run, seconds.compare}}};
  if (!verdict.metrics.empty())
    out["metrics"] = toJson(verdict.metrics);
  if (const Frequency &frequency = verdict.frequency; frequency != Frequency())
    out["frequency"] = {frequency.found, frequency.checks};
  for (const DispatchCheck &check : verdict.dispatches)
    out["dispatches"].push_back(toJson(check));
  if (!std::holds_alternative<Agree>(verdict.outcome)) {
    out["signature"] = verdict.signature.text();
    out["details"] =
        std::visit([](const auto &outcome) { return details(outcome); }, verdict.outcome);
  }
  return out;
}

std::optional<Verdict> verdictFromJson(const json &json) try {
  if (json.contains("v"))
    return verdictFromJson(fromNumbers(json));
  const auto reader = readers().find(json.at("verdict").get<std::string_view>());
  if (reader == readers().end())
    return std::nullopt;
  Verdict verdict;
  verdict.outcome = reader->second(json.value("details", nlohmann::json::object()));
  verdict.signature = Signature::parse(json.value("signature", ""));
  const auto &counts = json.at("elements");
  verdict.exact = counts.at(0);
  verdict.bounded = counts.at(1);
  verdict.inconclusive = counts.at(2);
  const auto &times = json.at("seconds");
  verdict.seconds = {times.at(0), times.at(1), times.at(2), times.at(3), times.at(4)};
  verdict.metrics = countsFrom(json.value("metrics", nlohmann::json::object()));
  if (json.contains("frequency"))
    verdict.frequency = {json["frequency"].at(0), json["frequency"].at(1)};
  for (const auto &check : json.value("dispatches", nlohmann::json::array()))
    verdict.dispatches.push_back(dispatchFrom(check));
  return verdict;
} catch (const std::exception &) {
  return std::nullopt;
}

} // namespace assay
