#include "campaign/Merge.h"

#include "campaign/Campaign.h"
#include "campaign/store/Paths.h"
#include "support/FirstLine.h"
#include "tools/assay/CampaignSetup.h"
#include "tools/assay/KnownFlag.h"
#include "tools/assay/Say.h"
#include "tools/assay/StatusDisplay.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace assay {
namespace fs = std::filesystem;
namespace {

struct Flags {
  std::vector<std::string> stores;
  std::string out;
  std::string json;
  bool reduce = false;
  int64_t reduceChecks = static_cast<int64_t>(FuzzOptions().reduceChecks);
  double explainBudget = FuzzOptions().explainSeconds;
  int jobs = defaultJobs();

  FILE *words() const { return json == "-" ? stderr : stdout; }
};

/// "0, 1, ..."
std::string listOf(const std::vector<int64_t> &numbers) {
  constexpr size_t most = 10;
  return fmt::format("{}{}",
                     fmt::join(std::span(numbers).first(std::min(most, numbers.size())), ", "),
                     numbers.size() > most ? ", ..." : "");
}

/// "2 of 3 shards; not there: 1".
std::string textOf(const std::vector<Shard> &shards) {
  const int64_t count = shards.front().count;
  if (count == 1)
    return "the whole campaign";
  std::vector<int64_t> missing;
  for (int64_t index = 0; index < count; ++index)
    if (std::ranges::find(shards, Shard{index, count}) == shards.end())
      missing.push_back(index);
  std::string text = fmt::format("{} of {} shards", shards.size(), count);
  return missing.empty() ? text : fmt::format("{}; not there: {}", text, listOf(missing));
}

/// What is to be done about shards that were killed; empty if none was.
std::string unendedText(const std::vector<Shard> &shards) {
  if (shards.empty())
    return "";
  std::vector<int64_t> numbers;
  for (const Shard &shard : shards)
    numbers.push_back(shard.index);
  const bool isOne = numbers.size() == 1;
  const std::string which = shards.front().isWhole()
                                ? "the campaign"
                                : fmt::format("shard{} {}", isOne ? "" : "s", listOf(numbers));
  return fmt::format("{} did not come to {} end: give the same command{} again, and merge again\n",
                     which, isOne ? "its" : "their", isOne ? "" : "s");
}

/// Reduces and explains what no shard did: once, for all of them.
Expected<CampaignEnd> reduce(const Flags &flags, const Context &context,
                             const CampaignParameters &parameters, Store &store) {
  ASSAY_TRY(isAsBegun(parameters, context));
  if (!parameters.plan.empty())
    ASSAY_TRY(context.services.addPlan(parameters.plan, store.path().string()));
  FuzzOptions options;
  options.parameters = parameters;
  options.shard = std::nullopt;
  options.jobs = flags.jobs;
  options.reduceChecks = static_cast<size_t>(flags.reduceChecks);
  options.explainSeconds = flags.explainBudget;
  options.known = !reportsKnown(parameters);
  options.worker = context.worker;
  catchInterrupts();
  StatusDisplay display(flags.words());
  return runCampaign(context.services, store, options, display);
}

void print(const Flags &flags, const MergedCampaign &merged, const Summary &summary) {
  const Paths paths(flags.out);
  const Totals &totals = summary.totals;
  say(flags.words(), "{} with seed {}: {}; {} programs, {} checks\n",
      fmt::join(textsOf(merged.parameters.targets), ", "), merged.parameters.seed,
      textOf(merged.shards), totals.programs, totals.checks);
  say(flags.words(), "{}", unendedText(merged.unended));
  if (summary.findings.empty())
    say(flags.words(), "no findings\n");
  for (const FindingGroup &group : worstFirst(summary))
    for (const Finding *finding : group.findings) {
      const FindingRow &row = finding->row;
      const std::string raw = rawText(row);
      say(flags.words(), "  {}{}  ({})\n    {}\n", titleOf(row),
          raw.empty() ? "" : fmt::format("  [raw, {}]", raw), targetsText(*finding),
          firstLine(row.detail));
      if (finding->cause)
        say(flags.words(), "    cause: {}\n", headline(finding->cause->cause));
      say(flags.words(), "    {}\n",
          (row.lit ? paths.litFile(row.caseName) : paths.caseFile(row.caseName)).string());
    }
  if (!summary.findings.empty())
    say(flags.words(), "{}\n", countsText(byCause(summary)));
  say(flags.words(), "store {}\n", flags.out);
}

int runMerge(const Flags &flags, const Context &context) {
  const std::vector<fs::path> stores(flags.stores.begin(), flags.stores.end());
  auto merged = mergeStores(context.services, stores, flags.out);
  if (!merged)
    return complain(merged.error());
  auto store = Store::open(flags.out, flags.reduce ? Store::Mode::Write : Store::Mode::Merge);
  if (!store)
    return complain(store.error());
  if (flags.reduce) {
    auto end = reduce(flags, context, merged->parameters, *store);
    if (!end)
      return complain(end.error());
    if (*end == CampaignEnd::Stopped)
      say(flags.words(), "interrupted: the same command goes on\n");
  }
  if (!flags.json.empty()) {
    auto json = canonicalJson(*store);
    if (!json)
      return complain(json.error());
    if (auto written = writeOutput(flags.json, *json); !written)
      return complain(written.error());
  }
  auto summary = summarise(*store);
  if (!summary)
    return complain(summary.error());
  print(flags, *merged, *summary);
  const ExitCode code = exitCodeOf(*summary);
  return code == AllAgree && !merged->isWhole() ? NothingConcluded : code;
}

} // namespace

Action declareMerge(ArgumentParser &parser) {
  auto flags = std::make_shared<Flags>();
  parser
      .add("STORE", &flags->stores,
           "Stores of `assay fuzz --shard`, of one campaign, or of it whole, or merged in part")
      .required();
  parser
      .add(
          "-o,--output", "OUT", &flags->out,
          "The store to write; what it holds, if it is there, is one more of those that are merged")
      .required();
  parser.add("--json", "FILE", &flags->json,
             "Write what was found as JSON that is the same whoever found it, or -");
  const Option reduce = parser.add("--reduce", &flags->reduce,
                                   "Reduce and explain the findings, as a campaign does that is "
                                   "run in one piece");
  parser
      .add("--reduce-checks", "N", &flags->reduceChecks, "At most so many checks for each of them")
      .check(wholeNumber(1))
      .needs(reduce)
      .showDefault();
  parser
      .add("--explain-budget", "S", &flags->explainBudget,
           "Seconds for the cause of each reduced finding; default: 60; 0 for none")
      .check(secondsNumber())
      .needs(reduce);
  addWorkerFlags(parser, flags->jobs);
  addKnownFlag(parser);
  return [flags](const Context &context) { return runMerge(*flags, context); };
}

} // namespace assay
