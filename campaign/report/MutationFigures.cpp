#include "campaign/report/MutationFigures.h"

#include "support/ReadFile.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace assay {

namespace {

// Groups stand as they do in the file.
using json = nlohmann::ordered_json;

MutationFigures::Counts countsFrom(const json &outcomes) {
  MutationFigures::Counts counts{};
  for (size_t i = 0; i < counts.size(); ++i)
    counts[i] = outcomes.at(std::string(MutationFigures::outcomes[i])).get<int64_t>();
  return counts;
}

/// The pair, if the check should have reported it.
std::optional<MutationFigures::Pair> unseenFrom(const json &record,
                                                const std::filesystem::path &folder) {
  const std::string outcome = record.at("outcome");
  if (outcome != "missed" && outcome != "weak")
    return std::nullopt;
  MutationFigures::Pair pair{record.at("program"), record.at("mutant"),   outcome, "",
                             record.at("detail"),  record.at("admitted"), {}};
  if (record.contains("operator"))
    pair.change =
        fmt::format("{}: {} of {}", record.at("phase").get<std::string>(),
                    record.at("operator").get<std::string>(), record.at("op").get<std::string>());
  if (record.contains("case"))
    pair.file = folder / record.at("case").get<std::string>();
  return pair;
}

MutationFigures figuresFrom(const json &file, const std::filesystem::path &source) {
  MutationFigures figures;
  figures.source = source;
  figures.target = file.at("target");
  figures.profile = file.at("profile");
  figures.version = file.at("version");
  figures.seed = file.at("seed");
  figures.programs = file.at("programs");
  figures.pairs = file.at("pairs");
  figures.probes = file.at("probes");
  figures.seconds = file.at("seconds");
  figures.counts = countsFrom(file.at("outcomes"));
  for (const auto &[name, score] : file.at("scores").items())
    figures.scores.push_back({name, score.at("reported"), score.at("scored"), score.at("score"),
                              score.at("low"), score.at("high")});
  for (const auto &[name, rows] : file.at("by").items()) {
    MutationFigures::Grouping grouping{name, {}};
    for (const auto &[row, counts] : rows.items())
      grouping.rows.push_back({row, countsFrom(counts)});
    figures.groupings.push_back(std::move(grouping));
  }
  for (const json &line : file.at("legal"))
    figures.legal.push_back({line.at("line"), line.at("sentence"), line.at("pairs")});
  const json &equal = file.at("equalSample");
  figures.equalDrawn = equal.at("drawn");
  figures.equalDiffer = equal.at("differ");
  figures.equalProbes = equal.at("probes");
  figures.equalShare = equal.at("share");
  figures.equalLow = equal.at("low");
  figures.equalHigh = equal.at("high");
  for (const json &record : file.at("records"))
    if (auto pair = unseenFrom(record, source.parent_path()))
      figures.unseen.push_back(std::move(*pair));
  return figures;
}

Expected<MutationFigures> readOne(const std::string &file, std::string_view series) {
  auto text = readFile(file);
  if (!text)
    return text.error();
  const auto isNone = [&] {
    return Error{fmt::format("{}: is not what `assay mutate --json` writes", file)};
  };
  const json parsed = json::parse(*text, nullptr, false);
  if (!parsed.is_object() || !parsed.contains("series") || !parsed["series"].is_string())
    return isNone();
  const auto found = parsed["series"].get<std::string>();
  if (found != series)
    return Error{fmt::format("{}: is of mutation series {}, and this assay has series {}: figures "
                             "of different series cannot be compared",
                             file, found, series)};
  try {
    MutationFigures figures = figuresFrom(parsed, file);
    figures.series = found;
    return figures;
  } catch (const json::exception &) {
    return isNone();
  }
}

} // namespace

Expected<std::vector<MutationFigures>> readMutationFigures(const std::vector<std::string> &files,
                                                           std::string_view series) {
  std::vector<MutationFigures> all;
  for (const std::string &file : files) {
    auto one = readOne(file, series);
    if (!one)
      return one.error();
    all.push_back(std::move(*one));
  }
  return all;
}

} // namespace assay
