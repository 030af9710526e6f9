#include "campaign/site/Site.h"

#include "campaign/report/PageData.h"
#include "campaign/site/BugPages.h"
#include "campaign/site/FindingPages.h"
#include "campaign/site/MatrixPage.h"
#include "campaign/site/SiteFolder.h"
#include "campaign/site/SiteTemplates.h"
#include "campaign/store/StoreCopy.h"
#include "program/Json.h"
#include "support/ReadFile.h"
#include "support/ShellText.h"
#include "support/WriteFile.h"
#include "support/process/ScratchFolder.h"

#include <fmt/chrono.h>
#include <fmt/ranges.h>

namespace assay {

namespace fs = std::filesystem;
using kainjow::mustache::data;

namespace {

constexpr PageLink pages[] = {{"index.html", "Bugs"},
                              {"matrix.html", "Releases"},
                              {"curves.html", "Curves"},
                              {"untested.html", "Not tested"},
                              {"campaign.html", "Campaign"}};

/// The first day on which the finding's case was written; empty if no store has it.
std::string dayOf(const std::vector<Paths> &stores, const FindingRow &row) {
  std::string first;
  for (const Paths &store : stores) {
    std::error_code failure;
    const auto time = fs::last_write_time(store.caseFile(row.caseName), failure);
    if (failure)
      continue;
    const auto seconds =
        std::chrono::time_point_cast<std::chrono::seconds>(std::chrono::file_clock::to_sys(time));
    const std::string day =
        fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::chrono::system_clock::to_time_t(seconds)));
    if (first.empty() || day < first)
      first = day;
  }
  return first;
}

/// The stores of each campaign, by its key.
using StoresOf = std::map<int64_t, std::vector<Paths>>;

/// The bug that somebody has made of the finding since, which has its case; empty for none.
std::string filedAs(const Finding &finding, const std::vector<Paths> &stores,
                    const BugRecords &bugs) {
  for (const Paths &store : stores) {
    const auto text = readFile(finding.row.lit ? store.litFile(finding.row.caseName)
                                               : store.caseFile(finding.row.caseName));
    if (!text)
      continue;
    for (const BugRecord &bug : bugs.all())
      if (std::ranges::find(bug.cases, *text, &BugCase::text) != bug.cases.end())
        return bug.id;
  }
  return "";
}

/// The case of that name, of the first store that has it.
std::optional<TestCase> caseOf(const std::string &name, const std::vector<Paths> &stores) {
  for (const Paths &store : stores)
    if (const auto text = readFile(store.caseFile(name)))
      if (auto testCase = readJson(*text, name))
        return std::move(*testCase);
  return std::nullopt;
}

/// The bug of the list that a failure is, going by what hid it when its cause was looked for; empty
/// for none.
std::string explainedBy(const KnownBugs &list, const Finding &finding, const TestCase &testCase) {
  const auto verdict = verdictOnCase(finding);
  if (!verdict)
    return "";
  const TargetName &target = finding.row.caseTarget();
  if (const KnownBug *bug = list.explain(testCase, target, *verdict))
    return bug->id;
  if (finding.cause)
    for (const KnownBug *bug : list.suspects(testCase, target, *verdict))
      if (bug->isHiddenWith(finding.cause->cause))
        return bug->id;
  return "";
}

/// What is known of it today, and was not when it was found.
void tellToday(Finding &finding, const std::vector<Paths> &stores, const KnownToday &today) {
  const auto testCase = caseOf(finding.row.caseName, stores);
  std::string bug = filedAs(finding, stores, today.bugs);
  if (testCase && bug.empty())
    bug = explainedBy(today.list, finding, *testCase);
  if (!bug.empty())
    finding.known = {{bug, finding.count}};
  if (!finding.cause)
    return;
  // Another case of the same may have been explained.
  const bool isItself = finding.cause->caseName == finding.row.caseName;
  if (const auto explained = isItself ? testCase : caseOf(finding.cause->caseName, stores))
    finding.cause->cause.known =
        today.list.withCause(finding.cause->cause, finding.row.caseTarget(), *explained);
}

Expected<CampaignContent>
contentOf(const Store &store, std::vector<Paths> stores, const StoresOf &storesOf,
          const KnownToday &today,
          const std::function<std::vector<CoveragePoint>()> &upstreamPoints) {
  auto summary = summarise(store, upstreamPoints);
  if (!summary)
    return summary.error();
  auto untested = store.untested();
  if (!untested)
    return untested.error();
  auto curves = curvesOf(store, [&](int64_t campaign, const FindingRow &row) {
    const auto own = storesOf.find(campaign);
    return own == storesOf.end() ? std::string() : dayOf(own->second, row);
  });
  if (!curves)
    return curves.error();
  for (Finding &finding : summary->findings)
    tellToday(finding, stores, today);
  CampaignContent content{
      std::move(*summary), std::move(*untested), std::move(*curves), std::move(stores), {}};
  for (const CampaignParameters &campaign : content.summary.campaigns) {
    auto rows = store.findingRows(campaign.key());
    if (!rows)
      return rows.error();
    for (const FindingRow &row : *rows)
      content.campaignOf.emplace(std::pair(row.caseName, row.index), campaign);
  }
  return content;
}

/// Of all campaigns, each once.
std::vector<std::string> targetsOf(const Summary &summary) {
  std::vector<std::string> targets;
  for (const CampaignParameters &campaign : summary.campaigns)
    for (std::string &target : textsOf(campaign.targets))
      if (std::ranges::find(targets, target) == targets.end())
        targets.push_back(std::move(target));
  return targets;
}

/// One that leads elsewhere is none that a campaign gave.
bool isName(std::string_view name) { return !name.empty() && name.find('/') == name.npos; }

std::string storesText(const std::vector<Paths> &stores) {
  std::vector<std::string> texts;
  for (const Paths &store : stores)
    texts.push_back(store.store().string());
  return joined(texts);
}

/// The site in the making.
class Site {
public:
  Site(const SiteContent &content, SiteFolder &site, const fs::path &whole)
      : content(content), site(site), whole(whole), copies(site.fresh() / "site.db"),
        links(pages, std::size(pages) - (content.campaigns || !content.mutation.empty() ? 0 : 1)) {
    if (!content.campaigns)
      return;
    const Summary &summary = content.campaigns->summary;
    for (const KnownTally &tally : summary.known)
      seen[tally.bug] = tally.failures + tally.passedOver + tally.besideOthers;
    std::vector<const Finding *> all;
    for (const FindingGroup &group : worstFirst(summary))
      all.insert(all.end(), group.findings.begin(), group.findings.end());
    for (const Finding &missed : summary.missedOptimisations)
      all.push_back(&missed);
    for (Novelty novelty :
         {Novelty::New, Novelty::PerhapsKnown, Novelty::KnownCause, Novelty::Known})
      std::ranges::copy_if(all, std::back_inserter(findings),
                           [&](const Finding *finding) { return noveltyOf(*finding) == novelty; });
    targets = targetsOf(summary);
  }

  Expected<void> write() {
    ASSAY_TRY(site.write("style.css", styleSheet));
    ASSAY_TRY(site.write("site.js", script));
    ASSAY_TRY(writeFindings());
    ASSAY_TRY(writeBugs());
    ASSAY_TRY(
        pagesOf(matrixTemplate)
            .write("matrix.html", "Bugs by releases", matrixPage(content.bugs, findings, targets)));
    ASSAY_TRY(writeCurves());
    ASSAY_TRY(writeUntested());
    ASSAY_TRY(writeCampaign());
    return writeList();
  }

private:
  Pages pagesOf(const char *source) const { return {site, links, source}; }

  /// Takes the files of a case with it, if a store has them.
  Expected<void> copyCase(const std::string &name) const {
    if (!isName(name))
      return {};
    for (const Paths &store : content.campaigns->stores) {
      if (!fs::exists(store.caseFile(name)))
        continue;
      const auto from = store.filesOf(name), to = copies.filesOf(name);
      for (size_t i = 0; i < from.size(); ++i) {
        // Nor does a store give away what lies elsewhere, which a link may lead to.
        std::error_code failure;
        if (fs::symlink_status(from[i], failure).type() != fs::file_type::regular)
          continue;
        failure.clear();
        if (!fs::copy_file(from[i], to[i], fs::copy_options::skip_existing, failure) && failure)
          return Error{fmt::format("cannot copy {} to {}: {}; free some space or name another "
                                   "place with -o",
                                   from[i].string(), whole.string(), failure.message())};
      }
      return {};
    }
    return {};
  }

  /// The one whose program the case is, or else the first that showed the finding.
  const CampaignParameters &campaignOf(const Finding &finding) const {
    const auto &known = content.campaigns->campaignOf;
    if (const auto one = known.find({finding.row.caseName, finding.row.index}); one != known.end())
      return one->second;
    return firstCampaignOf(finding, content.campaigns->summary.campaigns);
  }

  Expected<void> writeFindings() {
    if (!content.campaigns)
      return {};
    ASSAY_TRY(makeWritable(copies.cases()));
    Pages out = pagesOf(findingTemplate);
    FindingPlace place{
        copies, shown, fs::path("findings"), {}, standsFor(byCause(content.campaigns->summary))};
    for (const Finding *one : findings) {
      place.campaign = campaignOf(*one);
      ASSAY_TRY(copyCase(one->row.caseName));
      if (one->cause)
        ASSAY_TRY(copyCase(one->cause->caseName));
      data page = findingPage(*one, place, targets, content.bugs);
      if (const std::string command = addCommand(*one); !command.empty())
        page.set("add", command);
      ASSAY_TRY(out.write(pageOf(*one), titleOf(one->row), std::move(page)));
    }
    // What the command of a campaign takes.
    for (const CampaignParameters &campaign : content.campaigns->summary.campaigns)
      if (!campaign.plan.empty() && isName(campaign.profile))
        ASSAY_TRY(site.write(shown.planFile(campaign.profile), campaign.plan));
    return {};
  }

  Expected<void> writeBugs() const {
    Pages out = pagesOf(bugTemplate);
    for (const BugRecord &bug : content.bugs.all()) {
      const fs::path file = shown.litFile(bug.id);
      if (!bug.cases.empty())
        ASSAY_TRY(site.write(file, bug.cases[0].text));
      ASSAY_TRY(out.write(pageOf(bug), bug.title, bugPage(bug, seenOf(bug), file.string())));
    }
    return {};
  }

  /// That makes a bug of the finding; empty for what is no bug, or one already.
  std::string addCommand(const Finding &finding) const {
    if (!finding.known.empty() || finding.row.verdict == "missed_optimisation")
      return "";
    for (const Paths &store : content.campaigns->stores)
      if (fs::exists(store.caseFile(finding.row.caseName)))
        return fmt::format("assay bug add {} {}", shellWord(fs::absolute(store.store()).string()),
                           finding.row.caseName);
    return "";
  }

  /// What of the bugs a reader of these campaigns has to know: those that came back, those that
  /// they met, the most frequent first, then those that their targets may have, open before closed;
  /// behind them, to be asked for, all others.
  struct ListedBug {
    const BugRecord *bug;
    bool isOther;
  };
  std::vector<ListedBug> listedBugs() const {
    std::vector<std::pair<std::tuple<bool, int64_t, bool, bool, std::string>, ListedBug>> all;
    for (const BugRecord &bug : content.bugs.all()) {
      const bool isOther = content.campaigns && !seenOf(bug) && !concernsTargets(bug);
      const BugState state = bug.history.state();
      const bool isClosed = !assay::rowOf(state).isOpen,
                 isBack = !isOther && state == BugState::Regressed;
      all.push_back({{!isBack, -seenOf(bug), isOther, isClosed, bug.id}, {&bug, isOther}});
    }
    std::ranges::sort(all, {}, [](const auto &one) { return one.first; });
    std::vector<ListedBug> listed;
    for (const auto &[place, bug] : all)
      listed.push_back(bug);
    return listed;
  }

  bool concernsTargets(const BugRecord &bug) const {
    return std::ranges::any_of(targets, [&](const std::string &text) {
      const auto target = TargetName::parse(text);
      return target && mayHave(*target, bug);
    });
  }

  int64_t seenOf(const BugRecord &bug) const {
    const auto found = seen.find(bug.id);
    return found == seen.end() ? 0 : found->second;
  }

  Expected<void> writeCurves() const {
    data list(data::type::list);
    for (const TargetCurve &curve :
         content.campaigns ? content.campaigns->curves : std::vector<TargetCurve>()) {
      data one, nights(data::type::list), steps(data::type::list);
      for (const TargetCurve::Night &night : curve.nights) {
        data row;
        row.set("campaign", night.campaign);
        row.set("day", night.day.empty() ? "-" : night.day);
        row.set("programs", text(night.programs));
        row.set("found", text(night.found.size()));
        row.set("rate", fmt::format("{:.2f}", night.rate()));
        nights << row;
      }
      for (const TargetCurve::Step &step : curve.steps()) {
        data row;
        row.set("programs", text(step.programs));
        row.set("found", text(step.found));
        row.set("rate", fmt::format("{:.2f}", step.rate));
        steps << row;
      }
      one.set("target", curve.target);
      one.set("svg", curve.svg());
      one.set("nights", nights);
      one.set("steps", steps);
      list << one;
    }
    data page;
    page.set("curves", list);
    return pagesOf(curvesTemplate).write("curves.html", "Programs and findings", std::move(page));
  }

  Expected<void> writeUntested() const {
    const CampaignContent none{};
    const CampaignContent &shownContent = content.campaigns ? *content.campaigns : none;
    const Summary &summary = shownContent.summary;
    const Untested &untested = shownContent.untested;
    const Totals &totals = summary.totals;
    data page, reasons(data::type::list), ops(data::type::list), pairs(data::type::list),
        passedOver(data::type::list);
    for (const UntestedReason &one : untested.reasons) {
      std::vector<std::string> on;
      for (const auto &[target, count] : one.targets)
        on.push_back(fmt::format("{}x on {}", count, target));
      data row;
      row.set("reason", one.reason.empty() ? "-" : one.reason);
      row.set("verdict", one.verdict);
      row.set("targets", joined(on));
      row.set("count", text(one.count()));
      reasons << row;
    }
    for (const auto &[op, acceptance] : totals.ops)
      if (!acceptance.accepted) {
        data row;
        row.set("op", op);
        row.set("checks", acceptance.checks ? text(acceptance.checks) : data("never drawn"));
        ops << row;
      }
    for (const UntestedPair &pair : untested.pairs) {
      data row;
      row.set("one", pair.one);
      row.set("other", pair.other);
      row.set("checks", text(pair.checks));
      pairs << row;
    }
    for (const KnownTally &tally : summary.known) {
      data row;
      row.set("bug", tally.bug);
      if (auto record = content.bugs.find(tally.bug))
        row.set("page", pageOf(**record));
      row.set("failures", text(tally.failures));
      row.set("passedOver", text(tally.passedOver));
      row.set("restRight", text(tally.restRight));
      row.set("besideOthers", text(tally.besideOthers));
      passedOver << row;
    }
    page.set("hasStore", data(content.campaigns != nullptr));
    page.set("reasons", reasons);
    page.set("ops", ops);
    page.set("pairs", pairs);
    page.set("known", passedOver);
    page.set("checks", text(totals.checks));
    page.set("inconclusive", text(totals.inconclusive));
    page.set("elements", text(totals.inconclusive + totals.exact + totals.bounded));
    return pagesOf(untestedTemplate).write("untested.html", "What was not tested", std::move(page));
  }

  Expected<void> writeCampaign() const {
    const CampaignContent *campaigns = content.campaigns;
    if (!campaigns && content.mutation.empty())
      return {};
    const CampaignPlace place{whole, "campaign.html", links, shown,
                              campaigns ? storesText(campaigns->stores) : ""};
    return site.write("campaign.html", renderCampaignPage(campaigns ? &campaigns->summary : nullptr,
                                                          content.mutation, place));
  }

  data rowOf(const Finding &finding) const {
    const FindingRow &of = finding.row;
    const Mark mark = markOf(finding);
    data row;
    row.set("href", pageOf(finding));
    row.set("name", titleOf(of));
    row.set("what", of.detail.substr(0, of.detail.find('\n')));
    row.set("state", mark.text);
    row.set("tone", mark.tone);
    row.set("kinds", kindText(of.verdict));
    row.set("compiler", compilersOf(finding));
    row.set("known", knownOf(finding, content.bugs));
    row.set("ops", joined(opsOf(copies.caseFile(of.caseName))));
    row.set("phase", phaseOf(finding));
    row.set("since", dayOf(content.campaigns->stores, of));
    row.set("count", text(finding.count));
    return row;
  }

  data rowOf(const BugRecord &bug) const {
    const Mark mark = markOf(bug);
    data row;
    row.set("href", pageOf(bug));
    row.set("name", bug.id);
    row.set("what", bug.title);
    row.set("state", mark.text);
    row.set("tone", mark.tone);
    row.set("kinds", joined(bug.kinds()));
    row.set("compiler", bug.compiler());
    row.set("ops", joined(bug.ops()));
    row.set("phase", phaseOf(bug));
    row.set("since", bug.history.begun().substr(0, std::string_view("2026-11-26").size()));
    row.set("count", seenOf(bug) ? text(seenOf(bug)) : data(""));
    return row;
  }

  Expected<void> writeList() const {
    constexpr struct {
      const char *name, *kind, *filter; // as site.js has it
    } columns[] = {{"Bug", "wide", ""},        {"State", "", "word"}, {"Kind", "", "word"},
                   {"Compiler", "", "word"},   {"Ops", "", "word"},   {"Phase or pass", "", "word"},
                   {"Since", "date", "least"}, {"Seen", "n", "least"}};
    data heads(data::type::list), rows(data::type::list), tiles(data::type::list);
    for (const auto &column : columns) {
      data head;
      head.set("name", column.name);
      head.set("kind", column.kind);
      head.set("filter", column.filter);
      heads << head;
    }
    size_t open = 0, closed = 0, others = 0;
    for (const Finding *one : findings)
      rows << rowOf(*one);
    for (const auto &[bug, isOther] : listedBugs()) {
      (isOther ? others : assay::rowOf(bug->history.state()).isOpen ? open : closed) += 1;
      data row = rowOf(*bug);
      row.set("other", data(isOther));
      rows << row;
    }
    const auto addTile = [&](const auto &value, const char *label) {
      data tile;
      tile.set("value", text(value));
      tile.set("label", label);
      tiles << tile;
    };
    if (content.campaigns)
      addTile(findings.size(), "findings of campaigns");
    addTile(open, content.campaigns ? "open bugs of these targets" : "open bugs");
    addTile(closed, content.campaigns ? "closed bugs of these targets" : "closed bugs");
    if (content.campaigns) {
      addTile(content.campaigns->summary.totals.programs, "programs");
      addTile(content.campaigns->summary.totals.checks, "checks");
    }
    data page;
    page.set("hasScript", data(true));
    page.set("columns", heads);
    page.set("rows", rows);
    page.set("tiles", tiles);
    page.set("size", text(findings.size() + content.bugs.all().size()));
    if (others)
      page.set("others", text(others));
    return pagesOf(listTemplate).write("index.html", "Bugs", std::move(page));
  }

  const SiteContent &content;
  SiteFolder &site;
  const fs::path &whole;  // where it is going to lie
  Paths copies;           // beside this name, which is of no file, lie the site's cases
  Paths shown{"site.db"}; // as its pages call them
  std::span<const PageLink> links;
  std::map<std::string, int64_t> seen; // how often a bug was met
  std::vector<const Finding *> findings;
  std::vector<std::string> targets;
};

} // namespace

Expected<CampaignContent>
campaignContent(const std::vector<fs::path> &stores, const KnownToday &today,
                const std::function<std::vector<CoveragePoint>()> &upstreamPoints) {
  const std::vector<Paths> paths(stores.begin(), stores.end());
  // What cannot be opened is said before anything is done.
  std::vector<Store> opened;
  StoresOf storesOf;
  for (const fs::path &one : stores) {
    auto store = Store::open(one, Store::Mode::Read);
    if (!store)
      return store.error();
    auto campaigns = store->campaigns();
    if (!campaigns)
      return campaigns.error();
    for (const CampaignParameters &campaign : *campaigns)
      storesOf[campaign.key()].emplace_back(one);
    opened.push_back(std::move(*store));
  }
  if (opened.size() == 1)
    return contentOf(opened[0], paths, storesOf, today, upstreamPoints);
  // A merge writes to both sides, so that it is one of copies.
  auto scratch = ScratchFolder::create();
  if (!scratch)
    return scratch.error();
  ASSAY_TRY(copyStore(stores[0], scratch->path() / "all.db"));
  auto all = Store::open(scratch->path() / "all.db", Store::Mode::Write);
  if (!all)
    return all.error();
  for (size_t i = 1; i < stores.size(); ++i) {
    const fs::path copy = scratch->path() / fmt::format("{}.db", i);
    ASSAY_TRY(copyStore(stores[i], copy));
    ASSAY_TRY(all->merge(copy));
  }
  return contentOf(*all, paths, storesOf, today, upstreamPoints);
}

Expected<void> writeSite(const SiteContent &content, const fs::path &folder) {
  auto site = SiteFolder::open(folder);
  if (!site)
    return site.error();
  ASSAY_TRY(Site(content, *site, folder).write());
  return site->publish("index.html");
}

} // namespace assay
