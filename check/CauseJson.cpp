#include "check/CauseJson.h"

#include "support/NameOf.h"

using nlohmann::ordered_json;

namespace assay {
namespace {

ordered_json toJson(const Blamed &blamed) {
  ordered_json out = {{"name", blamed.name}, {"evidence", nameOf(blamed.evidence)}};
  if (!blamed.note.empty())
    out["note"] = blamed.note;
  return out;
}

ordered_json toJson(const Recurrence &recurrence) {
  return {{"found", recurrence.found},
          {"checks", recurrence.checks},
          {"untilGone", recurrence.untilGone}};
}

ordered_json toJson(const WrongValue &wrong) {
  return {{"value", wrong.value},   {"op", wrong.op},         {"beside", wrong.beside},
          {"run", wrong.run},       {"seenIn", wrong.seenIn}, {"shape", wrong.shape},
          {"places", wrong.places}, {"map", wrong.map}};
}

ordered_json toJson(const CauseIr &ir) {
  ordered_json out = {{"command", ir.command}, {"shows", ir.shows}, {"says", ir.says}};
  if (!ir.ir.empty())
    out["ir"] = ir.ir;
  if (ir.made)
    out["made"] = *ir.made;
  if (ir.reducedFrom > 0)
    out["reducedFrom"] = ir.reducedFrom;
  return out;
}

ordered_json toJson(const IrChange &change) {
  return {{"gone", change.gone},
          {"added", change.added},
          {"altered", change.altered},
          {"how", nameOf(change.how)},
          {"reordered", change.reordered}};
}

ordered_json toJson(const Hiding &hiding) {
  return {{"kind", nameOf(hiding.kind)}, {"what", hiding.what}};
}

ordered_json toJson(const CaseChange &change) {
  ordered_json out = {{"what", change.what}, {"hides", change.hides}};
  if (change.isSo)
    out["isSo"] = true;
  return out;
}

ordered_json toJson(const Changed &changed) {
  return {{"what", changed.what}, {"verdict", changed.verdict}};
}

ordered_json toJson(const PatternKey &key) {
  return {{"key", key.key}, {"without", key.without}, {"failing", key.failing}};
}

template <class T> ordered_json listOf(const std::vector<T> &all) {
  ordered_json out = ordered_json::array();
  for (const T &one : all)
    out.push_back(toJson(one));
  return out;
}

ordered_json toJson(const FailurePattern &pattern) {
  return {{"keys", listOf(pattern.keys)}, {"with", pattern.with}, {"failing", pattern.failing}};
}

/// Throws as nlohmann's getters do.
template <class Enum> Enum enumeratorFrom(const ordered_json &json) {
  const auto value = enumeratorNamed<Enum>(json.get<std::string>());
  if (!value)
    throw ordered_json::other_error::create(501, "no such name", &json);
  return *value;
}

void read(const ordered_json &json, Blamed &blamed) {
  blamed = {json.at("name"), enumeratorFrom<Evidence>(json.at("evidence")),
            json.value("note", std::string())};
}
void read(const ordered_json &json, Recurrence &recurrence) {
  recurrence = {json.at("found"), json.at("checks"), json.at("untilGone")};
}
void read(const ordered_json &json, WrongValue &wrong) {
  wrong = {json.at("value"),  json.at("op"),     json.value("beside", std::vector<std::string>()),
           json.at("run"),    json.at("seenIn"), json.at("shape").get<Shape>(),
           json.at("places"), json.at("map")};
}
void read(const ordered_json &json, CauseIr &ir) {
  ir = {json.value("ir", std::string()), json.at("command"), json.at("shows"), json.at("says")};
  if (const auto made = json.find("made"); made != json.end())
    ir.made = made->get<std::string>();
  ir.reducedFrom = json.value("reducedFrom", size_t(0));
}
void read(const ordered_json &json, IrChange &change) {
  change.gone = json.at("gone");
  change.added = json.at("added");
  change.altered = json.at("altered");
  if (const auto how = json.find("how"); how != json.end()) {
    if (*how == "order") // as it was kept before it was a list of its own
      change.reordered = std::exchange(change.altered, {});
    else
      change.how = enumeratorFrom<Alteration>(*how);
  }
  if (const auto reordered = json.find("reordered"); reordered != json.end())
    change.reordered = reordered->get<std::vector<std::string>>();
}
void read(const ordered_json &json, Hiding &hiding) {
  hiding = {enumeratorFrom<VariationKind>(json.at("kind")), json.at("what")};
}
void read(const ordered_json &json, CaseChange &change) {
  change = {json.at("what"), json.at("hides"), json.value("isSo", false)};
}
void read(const ordered_json &json, Changed &changed) {
  changed = {json.at("what"), json.at("verdict")};
}
void read(const ordered_json &json, PatternKey &key) {
  key = {json.at("key"), json.at("without"), json.at("failing")};
}
template <class T> void read(const ordered_json &json, std::vector<T> &all) {
  for (const ordered_json &one : json)
    read(one, all.emplace_back());
}
void read(const ordered_json &json, FailurePattern &pattern) {
  read(json.at("keys"), pattern.keys);
  pattern.with = json.at("with");
  pattern.failing = json.at("failing");
}

/// What a store from before there was such a list does not have.
template <class T>
void readIfThere(const ordered_json &json, const char *key, std::vector<T> &all) {
  if (const auto found = json.find(key); found != json.end())
    read(*found, all);
}

template <class T>
void readIfThere(const ordered_json &json, const char *key, std::optional<T> &part) {
  if (const auto found = json.find(key); found != json.end())
    read(*found, part.emplace());
}

} // namespace

ordered_json toJson(const Cause &cause) {
  ordered_json out = {{"kind", cause.kind}, {"signature", cause.signature}};
  const auto add = [&](const char *key, const auto &part) {
    if (part)
      out[key] = toJson(*part);
  };
  if (!cause.known.bug.empty())
    out["knownBug"] = cause.known.bug;
  if (!cause.known.perhaps.empty())
    out["perhapsKnown"] = cause.known.perhaps;
  add("recurrence", cause.recurrence);
  add("wrongFirst", cause.wrongFirst);
  add("dispatch", cause.dispatch);
  add("instruction", cause.instruction);
  if (!cause.checks.empty())
    out["checks"] = cause.checks;
  out["changes"] = listOf(cause.changes);
  if (cause.untriedChanges > 0)
    out["untriedChanges"] = cause.untriedChanges;
  add("function", cause.function);
  add("phase", cause.phase);
  out["passes"] = listOf(cause.passes);
  if (!cause.alternatives.empty())
    out["alternatives"] = cause.alternatives;
  add("beforePass", cause.beforePass);
  add("change", cause.change);
  add("afterPhase", cause.afterPhase);
  if (cause.allPasses > 0)
    out["needs"] = {{"passes", listOf(cause.neededPasses)}, {"of", cause.allPasses}};
  out["noPass"] = cause.noPass;
  out["noPhase"] = cause.noPhase;
  out["noDispatch"] = cause.noDispatch;
  if (cause.variations)
    out["variations"] = {{"tried", cause.tried}, {"untried", cause.untried}};
  out["hiddenBy"] = listOf(cause.hiddenBy);
  out["shownWith"] = listOf(cause.shownWith);
  out["otherwise"] = listOf(cause.otherwise);
  add("pattern", cause.pattern);
  if (!cause.noPattern.empty())
    out["noPattern"] = cause.noPattern;
  if (!cause.absentOp.empty())
    out["absentOp"] = cause.absentOp;
  out["cost"] = {{"checks", cause.checkCount}, {"seconds", cause.seconds}};
  return out;
}

ordered_json toJson(const Cause &cause, const std::filesystem::path &caseFile) {
  ordered_json out = toJson(cause);
  out["headline"] = headline(cause);
  if (cause.beforePass)
    out["beforePass"]["file"] = passFile(caseFile).string();
  if (cause.beforePass && cause.beforePass->made)
    out["beforePass"]["made"] = afterPassFile(caseFile).string();
  if (cause.afterPhase)
    out["afterPhase"]["file"] = phaseFile(caseFile).string();
  return out;
}

std::optional<Cause> causeFromJson(const ordered_json &json) try {
  Cause cause;
  cause.kind = json.at("kind");
  cause.signature = json.at("signature");
  cause.known = {json.value("knownBug", std::string()),
                 json.value("perhapsKnown", std::vector<std::string>())};
  readIfThere(json, "recurrence", cause.recurrence);
  readIfThere(json, "wrongFirst", cause.wrongFirst);
  readIfThere(json, "dispatch", cause.dispatch);
  readIfThere(json, "instruction", cause.instruction);
  cause.checks = json.value("checks", std::string());
  readIfThere(json, "changes", cause.changes);
  cause.untriedChanges = json.value("untriedChanges", size_t(0));
  readIfThere(json, "function", cause.function);
  readIfThere(json, "phase", cause.phase);
  read(json.at("passes"), cause.passes);
  cause.alternatives = json.value("alternatives", std::vector<std::string>());
  readIfThere(json, "beforePass", cause.beforePass);
  readIfThere(json, "change", cause.change);
  readIfThere(json, "afterPhase", cause.afterPhase);
  if (const auto needs = json.find("needs"); needs != json.end()) {
    read(needs->at("passes"), cause.neededPasses);
    cause.allPasses = needs->at("of");
  }
  cause.noPass = json.at("noPass");
  cause.noPhase = json.at("noPhase");
  cause.noDispatch = json.at("noDispatch");
  if (const auto variations = json.find("variations"); variations != json.end()) {
    cause.variations = true;
    cause.tried = variations->at("tried");
    cause.untried = variations->at("untried");
  }
  read(json.at("hiddenBy"), cause.hiddenBy);
  readIfThere(json, "shownWith", cause.shownWith);
  read(json.at("otherwise"), cause.otherwise);
  readIfThere(json, "pattern", cause.pattern);
  cause.noPattern = json.value("noPattern", std::string());
  cause.absentOp = json.value("absentOp", std::string());
  cause.checkCount = json.at("cost").at("checks");
  cause.seconds = json.at("cost").at("seconds");
  return cause;
} catch (const nlohmann::json::exception &) {
  return std::nullopt;
}

ordered_json toJson(const FoundCause &found) {
  return {{"target", found.target.text()}, {"cause", toJson(found.cause)}};
}

std::optional<FoundCause> foundCauseFromJson(const ordered_json &json) {
  if (!json.is_object() || !json.contains("cause") || !json.contains("target") ||
      !json["target"].is_string())
    return std::nullopt;
  auto target = TargetName::parse(json["target"].get<std::string>());
  auto cause = causeFromJson(json["cause"]);
  if (!target || !cause)
    return std::nullopt;
  return FoundCause{*std::move(target), *std::move(cause)};
}

} // namespace assay
