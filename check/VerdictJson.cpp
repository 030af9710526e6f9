#include "check/VerdictJson.h"

using nlohmann::json;

namespace assay {
namespace {

json details(const Agree &) { return {}; }
json details(const Mismatch &mismatch) {
  const Difference &difference = mismatch.difference;
  return {mismatch.run,        mismatch.firstWrong,      difference.returned, difference.value,
          difference.index,    difference.expected,      difference.actual,   difference.wrong,
          difference.elements, mismatch.nondeterministic};
}
json details(const Inaccurate &inaccurate) {
  json out = details(static_cast<const Mismatch &>(inaccurate));
  out.push_back(inaccurate.allowances);
  return out;
}
json details(const CompileFailure &failure) { return {failure.diagnostic}; }
json details(const RunFailure &failure) { return {failure.diagnostic}; }
json details(const Crash &crash) { return {static_cast<int>(crash.stage), crash.detail}; }
json details(const Timeout &timeout) { return {static_cast<int>(timeout.stage), timeout.memory}; }
json details(const Sanitizer &sanitizer) { return {sanitizer.detail}; }
json details(const Unsupported &unsupported) { return {unsupported.reason}; }
json details(const Inconclusive &inconclusive) { return {inconclusive.reason}; }
json details(const Flaky &flaky) { return {flaky.first}; }
json details(const Known &known) { return {known.id, known.link}; }

std::optional<Stage> stageFrom(const json &value) {
  auto number = value.get<size_t>();
  if (number >= names(Stage()).size())
    return std::nullopt;
  return static_cast<Stage>(number);
}

Mismatch mismatchFrom(const json &details) {
  Mismatch mismatch;
  Difference &difference = mismatch.difference;
  mismatch.run = details.at(0);
  mismatch.firstWrong = details.at(1);
  difference.returned = details.at(2);
  difference.value = details.at(3);
  difference.index = details.at(4).get<Shape>();
  difference.expected = details.at(5);
  difference.actual = details.at(6);
  difference.wrong = details.at(7);
  difference.elements = details.at(8);
  // Stores keep what earlier versions wrote.
  mismatch.nondeterministic = details.size() > 9 && details.at(9).get<bool>();
  return mismatch;
}

std::optional<Outcomes> outcomeFrom(size_t kind, const json &details) {
  switch (kind) {
  case 0:
    return Agree{};
  case 1:
    return mismatchFrom(details);
  case 2:
    return CompileFailure{details.at(0)};
  case 3:
    return RunFailure{details.at(0)};
  case 4:
    if (auto stage = stageFrom(details.at(0)))
      return Crash{*stage, details.at(1)};
    return std::nullopt;
  case 5:
    if (auto stage = stageFrom(details.at(0)))
      return Timeout{*stage, details.at(1).get<bool>()};
    return std::nullopt;
  case 6:
    return Sanitizer{details.at(0)};
  case 7:
    return Unsupported{details.at(0)};
  case 8:
    return Inconclusive{details.at(0)};
  case 9:
    return Flaky{details.at(0)};
  case 10:
    return Known{details.at(0), details.at(1)};
  case 11:
    return Inaccurate{mismatchFrom(details), details.at(10)};
  }
  return std::nullopt;
}

} // namespace

json toJson(const Verdict &verdict) {
  const StageSeconds &seconds = verdict.seconds;
  json out = {
      {"v", verdict.outcome.index()},
      {"n", {verdict.exact, verdict.bounded, verdict.inconclusive}},
      {"t", {seconds.generate, seconds.oracle, seconds.compile, seconds.run, seconds.compare}}};
  if (const Frequency &frequency = verdict.frequency; frequency != Frequency())
    out["f"] = {frequency.found, frequency.checks};
  if (!std::holds_alternative<Agree>(verdict.outcome)) {
    out["s"] = verdict.signature.text;
    out["d"] = std::visit([](const auto &outcome) { return details(outcome); }, verdict.outcome);
  }
  return out;
}

std::optional<Verdict> verdictFromJson(const json &json) try {
  Verdict verdict;
  auto outcome = outcomeFrom(json.at("v").get<size_t>(), json.value("d", nlohmann::json::array()));
  if (!outcome)
    return std::nullopt;
  verdict.outcome = std::move(*outcome);
  verdict.signature.text = json.value("s", "");
  const auto &counts = json.at("n");
  verdict.exact = counts.at(0);
  verdict.bounded = counts.at(1);
  verdict.inconclusive = counts.at(2);
  const auto &times = json.at("t");
  verdict.seconds = {times.at(0), times.at(1), times.at(2), times.at(3), times.at(4)};
  if (json.contains("f"))
    verdict.frequency = {json["f"].at(0), json["f"].at(1)};
  return verdict;
} catch (const nlohmann::json::exception &) {
  return std::nullopt;
}

} // namespace assay
