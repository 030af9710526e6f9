#include "campaign/mutation/MutationReport.h"

#include "compiler/mutants/MutatorSeries.h"
#include "support/NameOf.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace assay {

nlohmann::ordered_json toJson(const OutcomeCounts &counts) {
  nlohmann::ordered_json out;
  for (size_t i = 0; i < counts.size(); ++i)
    out[std::string(names(MutantOutcome())[i])] = counts[i];
  return out;
}

namespace {

constexpr ScoreKind scoreKinds[] = {ScoreKind::All, ScoreKind::ValuesOnly, ScoreKind::ByMutator,
                                    ScoreKind::ByFamily};

std::string mutatorOf(const Change &change) { return change.mutator; }
std::string phaseOf(const Change &change) { return std::string(nameOf(change.phase)); }
std::string dialectOf(const Change &change) { return change.op.substr(0, change.op.find('.')); }

struct Grouping {
  const char *name;
  std::string (*keyOf)(const Change &change);
};
constexpr Grouping groupings[] = {
    {"operator", mutatorOf}, {"phase", phaseOf}, {"dialect", dialectOf}, {"family", familyOf}};

/// What has no such outcome is not shown.
std::string row(const std::string &name, const OutcomeCounts &counts) {
  std::string line = fmt::format("  {:<22}", name);
  for (size_t i = 1; i < counts.size(); ++i) // without unusable, of which nothing was changed
    line += fmt::format("{:>10}", counts[i]);
  const auto of = [&](MutantOutcome outcome) { return counts[static_cast<size_t>(outcome)]; };
  const int64_t reported = of(MutantOutcome::Reported);
  const int64_t scored = reported + of(MutantOutcome::Missed) + of(MutantOutcome::Weak);
  return line +
         (scored ? fmt::format("{:>9.1f} %", 100.0 * double(reported) / double(scored)) : "") +
         "\n";
}

std::string title(ScoreKind kind) {
  switch (kind) {
  case ScoreKind::All:
    return "score";
  case ScoreKind::ValuesOnly:
    return "of values only";
  case ScoreKind::ByMutator:
    return "a vote per operator";
  case ScoreKind::ByFamily:
    return "a vote per op family";
  }
  return "";
}

std::vector<std::string_view> namesOf(const std::vector<SemanticsLine> &lines) {
  std::vector<std::string_view> all;
  for (const SemanticsLine line : lines)
    all.push_back(nameOf(line));
  return all;
}

std::string legalText(const MutationReport &report) {
  const auto counts = countLines(report.records);
  if (counts.empty())
    return "";
  std::string out = "\n  legal, by line of docs/semantics.md\n";
  for (const auto &[line, count] : counts)
    out += fmt::format("  {:<22}{:>10}  {}\n", nameOf(line), count, sentenceOf(line));
  return out;
}

std::string equalText(const EqualSample &equal) {
  if (equal.records.empty())
    return "";
  const auto whole = static_cast<int64_t>(equal.records.size());
  const Share share = shareOf(equal.differing(), whole);
  return fmt::format("  {:<22}{:>6.1f} % ({} of {} drawn{} differ on {} probes each; 95 % interval "
                     "{:.1f} to {:.1f} %)\n",
                     "equal, but not quite", 100 * share.value, equal.differing(), whole,
                     whole < equal.wanted ? fmt::format(", of {} wanted,", equal.wanted) : "",
                     equal.probes, 100 * share.low, 100 * share.high);
}

nlohmann::ordered_json toJson(const std::map<SemanticsLine, int64_t> &counts) {
  auto out = nlohmann::ordered_json::array();
  for (const auto &[line, count] : counts)
    out.push_back({{"line", nameOf(line)}, {"sentence", sentenceOf(line)}, {"pairs", count}});
  return out;
}

nlohmann::ordered_json toJson(const MutantRecord &record) {
  nlohmann::ordered_json out{{"program", record.program}, {"mutant", record.number}};
  addResult(out, record.result);
  return out;
}

} // namespace

void addResult(nlohmann::ordered_json &record, const MutantResult &result) {
  record["outcome"] = nameOf(result.outcome);
  if (result.change) {
    record["phase"] = nameOf(result.change->phase);
    record["operator"] = result.change->mutator;
    record["op"] = result.change->op;
    record["place"] = result.change->place;
    record["places"] = result.change->places;
    record["origin"] = result.change->origin;
    record["family"] = familyOf(*result.change);
  }
  record["kind"] = result.kind;
  record["values"] = result.isOfValues;
  record["admitted"] = result.isAdmitted;
  record["lines"] = namesOf(result.lines);
  record["detail"] = result.detail;
}

static nlohmann::ordered_json toJson(const EqualSample &equal) {
  const auto drawn = static_cast<int64_t>(equal.records.size());
  const Share share = shareOf(equal.differing(), drawn);
  nlohmann::ordered_json out{{"wanted", equal.wanted}, {"drawn", drawn},
                             {"probes", equal.probes}, {"differ", equal.differing()},
                             {"share", share.value},   {"low", share.low},
                             {"high", share.high}};
  auto &records = out["records"] = nlohmann::ordered_json::array();
  for (const MutantRecord &record : equal.records)
    records.push_back(toJson(record));
  return out;
}

std::string csvField(const std::string &text) {
  if (text.find_first_of(",\"\n\r") == text.npos)
    return text;
  std::string quoted = "\"";
  for (char letter : text)
    quoted += letter == '"' ? std::string("\"\"") : std::string(1, letter);
  return quoted + "\"";
}

std::string text(const MutationReport &report) {
  const OutcomeCounts counts = countOutcomes(report.records);
  std::string out = fmt::format("\n{} programs, {} pairs in {:.1f} s\n", report.programs,
                                report.records.size(), report.seconds);
  for (size_t i = 0; i < counts.size(); ++i)
    out += fmt::format("  {:<10}{:>8}\n", names(MutantOutcome())[i], counts[i]);
  if (const auto admitted = std::ranges::count_if(
          report.records, [](const MutantRecord &record) { return record.result.isAdmitted; }))
    out += fmt::format(
        "  of the weak, {} give what the reference admits, and no legal evaluation does\n",
        admitted);
  for (const Grouping &grouping : groupings) {
    out += fmt::format("\n  {:<22}", fmt::format("by {}", grouping.name));
    for (size_t i = 1; i < counts.size(); ++i)
      out += fmt::format("{:>10}", names(MutantOutcome())[i]);
    out += "      score\n";
    for (const auto &[name, part] : countBy(report.records, grouping.keyOf))
      out += row(name, part);
  }
  out += legalText(report) + "\n";
  for (ScoreKind kind : scoreKinds) {
    const Score &score = report.score(kind);
    out += score.scored == 0
               ? fmt::format("  {:<22} nothing to score\n", title(kind))
               : fmt::format(
                     "  {:<22}{:>6.1f} % ({} of {} reported; 95 % interval {:.1f} to {:.1f} %)\n",
                     title(kind), 100 * score.value, score.reported, score.scored, 100 * score.low,
                     100 * score.high);
  }
  return out + equalText(report.equal);
}

nlohmann::ordered_json toJson(const MutationReport &report) {
  nlohmann::ordered_json out{{"version", report.version},
                             {"series", mutatorSeries},
                             {"target", report.target},
                             {"profile", report.profile},
                             {"seed", report.seed},
                             {"programs", report.programs},
                             {"mutantsPerProgram", report.mutantsPerProgram},
                             {"probes", report.probes},
                             {"pairs", report.records.size()},
                             {"outcomes", toJson(countOutcomes(report.records))}};
  for (ScoreKind kind : scoreKinds) {
    const Score &score = report.score(kind);
    out["scores"][std::string(nameOf(kind))] = {{"reported", score.reported},
                                                {"scored", score.scored},
                                                {"score", score.value},
                                                {"low", score.low},
                                                {"high", score.high}};
  }
  for (const Grouping &grouping : groupings) {
    nlohmann::ordered_json &by = out["by"][grouping.name] = nlohmann::ordered_json::object();
    for (const auto &[name, counts] : countBy(report.records, grouping.keyOf))
      by[name] = toJson(counts);
  }
  out["legal"] = toJson(countLines(report.records));
  out["equalSample"] = toJson(report.equal);
  out["seconds"] = report.seconds;
  auto &records = out["records"] = nlohmann::ordered_json::array();
  for (const MutantRecord &record : report.records) {
    records.push_back(toJson(record));
    if (const auto kept = report.cases.find({record.program, record.number});
        kept != report.cases.end())
      records.back()["case"] = kept->second;
  }
  return out;
}

std::string csv(const MutationReport &report) {
  std::string out =
      "program,mutant,outcome,phase,operator,op,place,places,origin,kind,values,admitted,"
      "lines,detail\n";
  for (const MutantRecord &record : report.records) {
    const MutantResult &result = record.result;
    out += fmt::format("{},{},{},", record.program, record.number, nameOf(result.outcome));
    out += result.change
               ? fmt::format("{},{},{},{},{},{},", nameOf(result.change->phase),
                             result.change->mutator, result.change->op, result.change->place,
                             result.change->places, result.change->origin)
               : ",,,,,,";
    out +=
        fmt::format("{},{},{},{},{}\n", result.kind, int(result.isOfValues), int(result.isAdmitted),
                    fmt::join(namesOf(result.lines), "+"), csvField(result.detail));
  }
  return out;
}

} // namespace assay
