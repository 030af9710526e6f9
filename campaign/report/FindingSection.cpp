#include "campaign/report/FindingSection.h"

#include "campaign/report/Commands.h"
#include "campaign/report/IrDiff.h"
#include "campaign/report/Link.h"
#include "campaign/report/PageData.h"
#include "campaign/report/Summary.h"
#include "check/Cause.h"
#include "check/VerdictJson.h"
#include "check/WrongPlaces.h"
#include "program/Json.h"
#include "program/Text.h"
#include "support/ReadFile.h"
#include "triage/litcase/LitCase.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace assay {
namespace {

using kainjow::mustache::data;

/// Longer programs stand in their file alone.
constexpr size_t longestShown = 64 << 10;

/// Nothing where the file is gone.
std::string textOf(const std::filesystem::path &path) {
  auto text = readFile(path);
  return text ? std::move(*text) : std::string();
}

std::string shortened(std::string text) {
  if (text.size() > longestShown)
    text.replace(longestShown, std::string::npos, "\n... the rest stands in the file");
  return text;
}

std::string programText(const std::filesystem::path &file) {
  auto testCase = readJson(textOf(file), file.string());
  return testCase ? shortened(writeText(*testCase)) : "";
}

/// The lit case without what is for `assay replay`, which stands above in words.
std::string litText(const std::filesystem::path &file) {
  std::string text = textOf(file);
  for (const std::string_view prefix : {litContentPrefix, litCasePrefix})
    text.resize(std::min(text.find(fmt::format("\n{}", prefix)), text.size()));
  text.resize(text.find_last_not_of('\n') + 1);
  return shortened(std::move(text));
}

/// How much of each part of a result is wrong, for colours; nothing of other failures.
std::optional<data> heatMapOf(const FindingRow &row) {
  const auto verdict = verdictFromJson(nlohmann::json::parse(row.outcome, nullptr, false));
  const Mismatch *mismatch = verdict ? verdict->difference() : nullptr;
  const HeatMap map = mismatch ? heatMap(mismatch->difference) : HeatMap();
  if (map.rows.empty())
    return std::nullopt;
  data rows(data::type::list);
  for (const std::vector<double> &row : map.rows) {
    data cells(data::type::list);
    for (double share : row) {
      data cell;
      cell.set("tenth", fmt::format("{:.0f}", 10 * share));
      cells << cell;
    }
    data line;
    line.set("cells", cells);
    rows << line;
  }
  data out;
  out.set("rows", rows);
  out.set("what", fmt::format("result {} of run {}, [{}]", mismatch->difference.returned,
                              mismatch->run, fmt::join(mismatch->difference.shape, ", ")));
  out.set("where", describePlaces(mismatch->difference));
  if (map.down * map.across > 1)
    out.set("part", fmt::format("{} x {}", map.down, map.across));
  return out;
}

/// Where a finding comes from, with the IR that shows it. `shownCase` is the case on the page: the
/// cause may have been looked for with another that shows the same.
data cause(const CauseRow &row, const std::string &shownCase, const FindingPlace &place) {
  const auto file = place.paths.caseFile(row.caseName);
  const auto shown = place.shown.caseFile(row.caseName);
  const auto &before = row.cause.beforePass;
  const std::tuple<bool, std::filesystem::path, const char *> parts[] = {
      {before.has_value(), passFile(shown), "before the pass"},
      {before && before->made, afterPassFile(shown), "after it"},
      {row.cause.afterPhase.has_value(), phaseFile(shown), "after the phase before"}};
  data irs(data::type::list);
  for (const auto &[isThere, path, what] : parts)
    if (isThere) {
      data ir;
      ir.set("file", path.filename().string());
      ir.set("link", linkTo(path, place.folder));
      ir.set("what", what);
      irs << ir;
    }
  std::string text = causeText(row.cause, file.filename());
  text.erase(0, text.find_first_not_of('\n'));
  data out;
  if (row.caseName != shownCase) {
    out.set("otherCase", shown.filename().string());
    out.set("otherLink", linkTo(shown, place.folder));
  }
  out.set("headline", headline(row.cause));
  out.set("text", text);
  out.set("hasIrs", data(before || row.cause.afterPhase));
  out.set("irs", irs);
  const data lines = diffData(textOf(passFile(file)), textOf(afterPassFile(file)));
  out.set("hasDiff", data(lines.is_non_empty_list()));
  out.set("diff", lines);
  return out;
}

} // namespace

data findingSection(const Finding &finding, const FindingPlace &place) {
  const FindingRow &row = finding.row;
  const auto caseFile = place.shown.caseFile(row.caseName),
             litFile = place.shown.litFile(row.caseName);
  data out;
  out.set("signature", titleOf(row));
  out.set("detail", row.detail);
  out.set("verdict", row.verdict);
  out.set("target", targetsText(finding));
  if (!finding.frequency.isAlways())
    out.set("frequency",
            fmt::format("in {} of {} checks", finding.frequency.found, finding.frequency.checks));
  if (row.isDeferred())
    out.set("deferredBehind", row.deferredBehind);
  out.set("reduced", data(row.reduced));
  if (!row.reduced && (!row.isDeferred() || !row.unreduced.empty()))
    out.set("raw", rawText(row));
  out.set("count", text(finding.count));
  out.set("index", text(row.index));
  out.set("seed", text(place.campaign.seed));
  out.set("profile", place.campaign.profile);
  out.set("gen", genCommand(place.shown, place.campaign, row.index));
  if (!finding.known.empty())
    out.set("knownAs", knownText(finding));
  if (const auto heat = heatMapOf(row))
    out.set("heat", *heat);
  if (finding.cause)
    out.set("cause", cause(*finding.cause, row.caseName, place));
  if (finding.counterfactual)
    out.set("counterfactual", finding.counterfactual->sentence());
  if (const auto first = place.firstOfCause.find(&finding); first != place.firstOfCause.end())
    out.set("sameCause", titleOf(first->second->row));
  if (std::string program = programText(place.paths.caseFile(row.caseName)); !program.empty())
    out.set("program", program);
  out.set("caseFile", caseFile.filename().string());
  out.set("caseLink", linkTo(caseFile, place.folder));
  if (row.lit) {
    out.set("lit", litText(place.paths.litFile(row.caseName)));
    out.set("litFile", litFile.filename().string());
    out.set("litLink", linkTo(litFile, place.folder));
  }
  out.set("replay", replayCommand(place.shown, row, place.campaign));
  return out;
}

std::vector<std::string> opsOf(const std::filesystem::path &caseFile) {
  std::vector<std::string> ops;
  if (auto testCase = readJson(textOf(caseFile), caseFile.string()))
    for (const Node &node : testCase->program().nodes())
      if (const std::string op(name(kindOf(node.op))); std::ranges::find(ops, op) == ops.end())
        ops.push_back(op);
  return ops;
}

} // namespace assay
