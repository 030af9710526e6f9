#include "campaign/report/MutationSection.h"

#include "campaign/report/Link.h"
#include "campaign/report/PageData.h"
#include "support/DurationText.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace assay {

namespace {

using kainjow::mustache::data;

std::string percent(double share) { return fmt::format("{:.1f} %", 100 * share); }

constexpr size_t indexOf(std::string_view outcome) {
  return static_cast<size_t>(std::ranges::find(MutationFigures::outcomes, outcome) -
                             MutationFigures::outcomes.begin());
}
constexpr size_t missed = indexOf("missed"), weak = indexOf("weak"), reported = indexOf("reported");

int64_t scoredOf(const MutationFigures::Counts &counts) {
  return counts[missed] + counts[weak] + counts[reported];
}

std::string scoreText(const MutationFigures::Counts &counts) {
  const int64_t scored = scoredOf(counts);
  return scored ? percent(double(counts[reported]) / double(scored)) : "-";
}

std::string titleOf(std::string_view score) {
  if (score == "all")
    return "Score";
  if (score == "values")
    return "Of values only";
  if (score == "by_operator")
    return "A vote per operator";
  return score == "by_family" ? "A vote per op family" : std::string(score);
}

/// The parts of a bar that is as wide as what is scored.
data barOf(const MutationFigures::Counts &counts) {
  constexpr std::pair<size_t, const char *> parts[] = {
      {reported, "good"}, {weak, "warn"}, {missed, "bad"}};
  const int64_t scored = scoredOf(counts);
  data out(data::type::list);
  for (const auto &[outcome, tone] : parts) {
    if (counts[outcome] == 0)
      continue;
    data part;
    part.set("tone", tone);
    part.set("width", fmt::format("{:.3f}", 100.0 * double(counts[outcome]) / double(scored)));
    out << part;
  }
  return out;
}

void setCounts(data &row, const MutationFigures::Counts &counts) {
  for (size_t i = 0; i < counts.size(); ++i)
    row.set(std::string(MutationFigures::outcomes[i]), text(counts[i]));
  row.set("score", scoreText(counts));
  row.set("bar", barOf(counts));
  row.set("zero", data(scoredOf(counts) == 0));
}

data scores(const MutationFigures &figures) {
  data out(data::type::list);
  for (const MutationFigures::Score &score : figures.scores) {
    data row;
    row.set("title", titleOf(score.name));
    row.set("value", score.scored ? percent(score.value) : "-");
    row.set("interval", score.scored
                            ? fmt::format("{:.1f} to {:.1f} %", 100 * score.low, 100 * score.high)
                            : "nothing to score");
    out << row;
  }
  return out;
}

data groupings(const MutationFigures &figures) {
  data out(data::type::list);
  for (const MutationFigures::Grouping &grouping : figures.groupings) {
    std::vector<MutationFigures::Row> sorted = grouping.rows;
    std::ranges::sort(sorted, {}, [](const MutationFigures::Row &row) {
      return std::pair(-scoredOf(row.counts), std::string_view(row.name));
    });
    data rows(data::type::list);
    for (const MutationFigures::Row &one : sorted) {
      data row;
      row.set("name", one.name);
      setCounts(row, one.counts);
      rows << row;
    }
    data group;
    group.set("name", grouping.name);
    group.set("rows", rows);
    out << group;
  }
  return out;
}

data legalLines(const MutationFigures &figures) {
  data out(data::type::list);
  for (const MutationFigures::LegalLine &line : figures.legal) {
    data row;
    row.set("line", line.line);
    row.set("sentence", line.sentence);
    row.set("pairs", text(line.pairs));
    out << row;
  }
  return out;
}

data unseen(const MutationFigures &figures, const std::filesystem::path &folder) {
  data out(data::type::list);
  for (const MutationFigures::Pair &pair : figures.unseen) {
    data row;
    row.set("outcome", pair.outcome);
    row.set("tone", pair.outcome == "missed" ? "bad" : "warn");
    row.set("program", text(pair.program));
    row.set("mutant", text(pair.mutant));
    row.set("change", pair.change);
    row.set("detail", pair.detail);
    row.set("isAdmitted", data(pair.isAdmitted));
    if (!pair.file.empty()) {
      data link;
      link.set("address", linkTo(pair.file, folder));
      link.set("file", pair.file.filename().string());
      row.set("case", link);
    }
    out << row;
  }
  return out;
}

std::string equalText(const MutationFigures &figures) {
  if (figures.equalDrawn == 0)
    return "-";
  return fmt::format("{} of {} equal pairs differ on {} probes each: {} ({:.1f} to {:.1f} %)",
                     figures.equalDiffer, figures.equalDrawn, figures.equalProbes,
                     percent(figures.equalShare), 100 * figures.equalLow, 100 * figures.equalHigh);
}

} // namespace

data mutationSection(std::span<const MutationFigures> figures,
                     const std::filesystem::path &folder) {
  data out(data::type::list);
  for (const MutationFigures &one : figures) {
    data target;
    target.set("target", one.target);
    target.set("series", one.series);
    target.set(
        "subtitle",
        fmt::format("series {}, seed {}, profile {}, {} probes for each pair; {} programs, {} "
                    "pairs in {}; assay {}",
                    one.series, one.seed, one.profile, one.probes, one.programs, one.pairs,
                    durationText(one.seconds), one.version));
    setCounts(target, one.counts);
    target.set("scores", scores(one));
    target.set("groupings", groupings(one));
    target.set("hasLegal", data(!one.legal.empty()));
    target.set("legalLines", legalLines(one));
    target.set("hasUnseen", data(!one.unseen.empty()));
    target.set("unseenCount", text(one.unseen.size()));
    target.set("unseen", unseen(one, folder));
    target.set("equalText", equalText(one));
    out << target;
  }
  return out;
}

} // namespace assay
