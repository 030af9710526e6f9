#include "campaign/FindingStore.h"

#include "campaign/Causes.h"
#include "campaign/Epoch.h"
#include "check/Accusations.h"
#include "check/VerdictJson.h"
#include "program/Json.h"
#include "support/Assert.h"
#include "support/Hash.h"
#include "support/ReadFile.h"
#include "support/WriteFile.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <tuple>
#include <utility>

namespace assay {

FindingStore::FindingStore(const Services &services, Store &store,
                           const CampaignParameters &parameters)
    : services(services), store(store), parameters(parameters), paths(store.path()) {}

Expected<void> FindingStore::load() {
  auto rows = store.findingRows(parameters.key());
  if (!rows)
    return rows.error();
  for (FindingRow &row : *rows)
    byName.emplace(FindingName{row.raw, row.about}, std::move(row));
  for (FindingRow row : this->rows()) {
    if (row.staysOn())
      continue;
    const std::string behind = similarities.add(row, placeOf(row));
    if (behind == row.deferredBehind)
      continue;
    row.deferredBehind = behind;
    ASSAY_TRY(put(row));
  }
  auto causes = store.causes(parameters.key());
  if (!causes)
    return causes.error();
  for (const CauseRow &cause : *causes)
    if (const auto row = byName.find({cause.raw, cause.about});
        row != byName.end() && !isHardlyTried(cause.cause))
      explained.insert({row->second.signature, cause.about});
  return {};
}

size_t FindingStore::size() const {
  const auto names = namesOf(rows());
  return std::set(names.begin(), names.end()).size();
}

std::vector<FindingRow> FindingStore::rows() const {
  std::vector<FindingRow> out;
  for (const auto &[name, row] : byName)
    out.push_back(row);
  std::ranges::sort(out, {}, [](const FindingRow &row) { return std::pair(row.index, row.raw); });
  return out;
}

int FindingStore::placeOf(const FindingRow &row) const {
  const auto targets = targetsAt(parameters, row.index);
  return static_cast<int>(std::ranges::find(targets, row.target) - targets.begin());
}

FindingName FindingStore::nameOf(const CheckReply &reply) const {
  const Signature &signature = reply.verdict.signature;
  return {signature.text(), signature.kind == Signature::Kind::Nondeterministic
                                ? parameters.targets[static_cast<size_t>(reply.target)].text()
                                : ""};
}

Expected<FindingRow> FindingStore::add(const TestCase &testCase, const CheckReply &reply,
                                       const TargetName &target) {
  return add(testCase, reply, target, nameOf(reply).about,
             services.writeLit(testCase, reply.verdict, target, parameters.inject));
}

Expected<FindingRow> FindingStore::addApart(const TestCase &testCase, const CheckReply &reply,
                                            const TargetName &target, const TargetName &staysOn) {
  return add(testCase, reply, target, staysOn.text(),
             services.writeLit(testCase, reply.verdict, target, parameters.inject));
}

Expected<FindingRow> FindingStore::addJoint(const std::vector<TestCase> &cases, size_t accused,
                                            const CheckReply &reply, const TargetName &target) {
  return add(cases[accused], reply, target, nameOf(reply).about,
             services.writeJointLit(cases, accused, reply.verdict, target));
}

Expected<FindingRow> FindingStore::add(const TestCase &testCase, const CheckReply &reply,
                                       const TargetName &target, const std::string &about,
                                       const Expected<std::string> &litText) {
  Verdict verdict = reply.verdict;
  verdict.seconds = {}; // all that is not the same each time
  FindingRow row;
  row.raw = row.signature = verdict.signature.text();
  row.verdict = verdict.name();
  row.detail = verdict.describe();
  row.outcome = toJson(verdict).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  row.index = reply.index;
  row.target = target;
  row.about = about;
  row.structures = structuresOf(testCase, verdict);
  // That it stays says that it is something else, however similar it is.
  if (!row.staysOn())
    row.deferredBehind = similarities.add(row, reply.target);
  ASSAY_TRY(writeCase(testCase, row));
  row.size = static_cast<int64_t>(writeJson(testCase).size());
  row.ops = static_cast<int64_t>(testCase.program().nodes().size());
  auto lit = writeLit(litText, row);
  if (!lit)
    return lit.error();
  row.lit = *lit;
  ASSAY_TRY(put(row));
  return row;
}

Expected<void> FindingStore::reduce(FindingRow &row, const ReducedCase &reduced) {
  FindingRow next = row;
  next.signature = reduced.verdict.signature.text();
  const TargetName shownOn = reduced.target.value_or(row.staysOn().value_or(row.target));
  next.reducedTarget = shownOn == row.target ? std::nullopt : std::optional(shownOn);
  ASSAY_TRY(writeCase(reduced.testCase, next));
  next.size = static_cast<int64_t>(writeJson(reduced.testCase).size());
  next.ops = static_cast<int64_t>(reduced.testCase.program().nodes().size());
  next.detail = reduced.verdict.describe();
  next.reduced = true;
  next.unreduced.clear();
  auto lit = writeLit(
      services.writeLit(reduced.testCase, reduced.verdict, next.caseTarget(), parameters.inject),
      next);
  if (!lit)
    return lit.error();
  next.lit = *lit;
  ASSAY_TRY(put(next));
  // A kill or a full disk takes away what is not committed: then the case of before is the row's.
  ASSAY_TRY(store.commit());
  // What is found in the folder is what is reported; the program is drawn again by its index.
  std::error_code ignored;
  if (std::ranges::none_of(byName,
                           [&](const auto &one) { return one.second.caseName == row.caseName; }))
    for (const auto &file : paths.filesOf(row.caseName))
      std::filesystem::remove(file, ignored);
  row = std::move(next);
  return {};
}

Expected<void> FindingStore::leaveRaw(FindingRow row, const std::string &why) {
  row.unreduced = why;
  return put(row);
}

Expected<void> FindingStore::addCause(const FindingRow &row, Cause cause) {
  ASSAY_TRY(keepIr(cause, paths.caseFile(row.caseName)));
  explained.insert({row.signature, row.about});
  return store.putCause(parameters.key(), {row.raw, row.about, row.caseName, std::move(cause)});
}

std::vector<const FindingRow *> FindingStore::unexplained() const {
  std::vector<const FindingRow *> out;
  std::set<FindingName> taken = explained;
  for (const auto &[name, row] : byName)
    if (row.reduced && row.verdict != missedOptimisationName &&
        taken.insert({row.signature, row.about}).second)
      out.push_back(&row);
  std::ranges::sort(out, {}, [](const FindingRow *row) {
    return std::tuple(rankOf(row->verdict), row->index, row->raw);
  });
  return out;
}

Expected<std::string> FindingStore::caseText(const FindingRow &row) const {
  return readFile(paths.caseFile(row.caseName));
}

std::filesystem::path FindingStore::reductionFolder(const FindingRow &row) const {
  return paths.reduction(contentName(row.raw + row.about));
}

void FindingStore::dropReductionFolder(const FindingRow &row) const {
  std::error_code ignored;
  std::filesystem::remove_all(reductionFolder(row), ignored);
}

Expected<TestCase> FindingStore::testCase(const FindingRow &row) const {
  const auto file = paths.caseFile(row.caseName);
  auto text = readFile(file.string());
  if (!text)
    return text.error();
  return readJson(*text, file.string());
}

Verdict FindingStore::rawVerdict(const FindingRow &row) {
  auto verdict = verdictFromJson(nlohmann::json::parse(row.outcome, nullptr, false));
  ASSAY_ASSERT(verdict, "add() wrote the outcome");
  return *verdict;
}

/// One case may show several things, each with a lit case of its own: all of it makes the name.
Expected<void> FindingStore::writeCase(const TestCase &testCase, FindingRow &row) const {
  const std::string json = writeJson(testCase);
  row.caseName =
      contentName(fmt::format("{}\n{}\n{}", row.caseTarget().text(), row.signature, json));
  // The store may outlive a loss of power, and goes on with it only if the case does so too.
  return writeDurably(paths.caseFile(row.caseName), json);
}

Expected<bool> FindingStore::writeLit(const Expected<std::string> &text,
                                      const FindingRow &row) const {
  if (!text)
    return false;
  ASSAY_TRY(writeFile(paths.litFile(row.caseName), *text));
  return true;
}

Expected<void> FindingStore::put(const FindingRow &row) {
  ASSAY_TRY(store.putFinding(parameters.key(), row));
  byName.insert_or_assign({row.raw, row.about}, row);
  return {};
}

} // namespace assay
