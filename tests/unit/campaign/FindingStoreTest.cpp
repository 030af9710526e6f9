#include "campaign/Counterfactuals.h"

#include "tests/unit/campaign/TemporaryFolder.h"

#include <catch2/catch.hpp>

using namespace assay;

namespace {

namespace fs = std::filesystem;

/// neg of so many elements.
TestCase negation(int64_t extent) {
  ProgramParts parts;
  parts.arguments = {{ElementType::F32, {Dim(extent)}}};
  parts.nodes = {{Unary{UnaryKind::Neg}, {0}, std::nullopt, Spelling::Named}};
  parts.returns = {1};
  return TestCase::makeValid({Program::makeValid(std::move(parts)), {}, {}, {Run{{}, {Recipe()}}}});
}

CheckReply crash() {
  CheckReply reply;
  reply.verdict.outcome = Crash();
  return reply;
}

/// A store with one campaign, of which no case has a lit form.
struct OneCampaign {
  explicit OneCampaign(const TargetName &target) : parameters{1, "default", {target}, "", "0.1.0"} {
    services.writeLit = [](const auto &...) { return Error{"there is none"}; };
    REQUIRE(store);
    REQUIRE(store->addCampaign(parameters));
  }
  test::TemporaryFolder folder;
  fs::path file = folder / "s.db";
  CampaignParameters parameters;
  Services services;
  Expected<Store> store = Store::open(file, Store::Mode::Write);
};

} // namespace

TEST_CASE("A kill leaves each finding a case, also between a reduction and what follows") {
  OneCampaign campaign("cpu:O0"_target);
  auto &[folder, file, parameters, services, store] = campaign;
  const fs::path copy = folder / "killed.db";
  FindingStore findings(services, *store, parameters);
  auto row = findings.add(negation(4), crash(), "cpu:O0"_target);
  REQUIRE(row);
  REQUIRE(store->commit());
  const std::string raw = row->caseName;
  REQUIRE(findings.reduce(*row, ReducedCase{negation(1), crash().verdict}));
  REQUIRE(row->caseName != raw);

  // What is not committed goes with the process, and with the power all that is in the log alone.
  fs::copy(file, copy);
  const auto left = Store::open(copy, Store::Mode::Write);
  REQUIRE(left);
  const auto rows = left->findingRows(parameters.key());
  REQUIRE(rows);
  REQUIRE(rows->size() == 1);
  CHECK(fs::exists(Paths(file).caseFile(rows->front().caseName)));
}

TEST_CASE(
    "What stays where another finding is hidden is one beside it, on the campaign's target if "
    "it fails there") {
  const auto found = "manifest=mycc.json:O2"_target, staysOn = found.with("without=cse");
  OneCampaign campaign(found);
  FindingStore findings(campaign.services, *campaign.store, campaign.parameters);
  const auto first = findings.add(negation(4), crash(), found);
  REQUIRE(first);
  auto apart = findings.addApart(negation(6), crash(), found, staysOn);
  REQUIRE(apart);
  CHECK(apart->staysOn() == staysOn);
  CHECK_FALSE(first->staysOn());
  CHECK(findings.size() == 2);
  CHECK(findings.knows(FindingName{first->raw, staysOn.text()}));
  // It was reduced where the other is hidden: if it needs that, its case does.
  ReducedCase reduced{negation(1), crash().verdict};
  REQUIRE(findings.reduce(*apart, reduced));
  CHECK(apart->target == found);
  CHECK(apart->caseTarget() == staysOn);
  reduced.target = found;
  REQUIRE(findings.reduce(*apart, reduced));
  CHECK_FALSE(apart->reducedTarget);
}

TEST_CASE("What hides a cause and no other is the pass to blame, or of a wrong result a flag or a "
          "level") {
  const auto target = "manifest=mycc.json:O2,--x"_target;
  Cause cause;
  cause.hiddenBy = {{VariationKind::Level, "O0"},
                    {VariationKind::Backend, "vmvx"},
                    {VariationKind::Flag, "--y"},
                    {VariationKind::Pass, "fold"},
                    {VariationKind::Pass, "cse"}};
  CHECK(hidingTargetOf(target, cause) == target.with("without=fold"));
  cause.passes = {{"cse", Evidence::LeftOut}};
  CHECK(hidingTargetOf(target, cause) == target.with("without=cse"));
  // No pass of it can be left out.
  CHECK_FALSE(hidingTargetOf("iree@3.13.0:llvm-cpu:O2"_target, cause));
  cause.wrongFirst = WrongValue{};
  CHECK(hidingTargetOf("iree@3.13.0:llvm-cpu:O2"_target, cause) ==
        "iree@3.13.0:llvm-cpu:O2,--y"_target);
  cause.hiddenBy = {{VariationKind::Level, "O0"}, {VariationKind::Backend, "vmvx"}};
  CHECK(hidingTargetOf(target, cause) == "manifest=mycc.json:O0,--x"_target);
  cause.hiddenBy = {{VariationKind::Backend, "vmvx"}};
  CHECK_FALSE(hidingTargetOf("iree@3.13.0:llvm-cpu:O2"_target, cause));
}

TEST_CASE("A reduced case has its own target, and the finding that which it was found on") {
  const auto found = "iree@3.13.0:vmvx:random=7"_target, needed = "iree@3.13.0:vmvx:O2"_target;
  OneCampaign campaign(found);
  auto &[folder, file, parameters, services, store] = campaign;
  TargetName litTarget;
  services.writeLit = [&](const TestCase &, const Verdict &, const TargetName &target,
                          const std::string &) {
    litTarget = target;
    return std::string("// a case\n");
  };
  FindingStore findings(services, *store, parameters);
  auto row = findings.add(negation(4), crash(), found);
  REQUIRE(row);
  CHECK(row->caseTarget() == found);
  ReducedCase reduced{negation(1), crash().verdict};
  reduced.target = needed;
  REQUIRE(findings.reduce(*row, reduced));
  CHECK(litTarget == needed);
  const auto rows = store->findingRows(parameters.key());
  REQUIRE(rows);
  REQUIRE(rows->size() == 1);
  CHECK(rows->front() == *row);
  CHECK(rows->front().target == found);
  CHECK(rows->front().caseTarget() == needed);
}

TEST_CASE("Why a finding is not reduced is kept until it is") {
  OneCampaign campaign("cpu:O0"_target);
  auto &[folder, file, parameters, services, store] = campaign;
  FindingStore findings(services, *store, parameters);
  REQUIRE(findings.add(negation(4), crash(), "cpu:O0"_target));
  const auto kept = [&, &store = store, &parameters = parameters] {
    const auto rows = store->findingRows(parameters.key());
    if (!rows)
      FAIL(rows.error().message);
    return rows->at(0);
  };
  REQUIRE(findings.leaveRaw(kept(), "did not come again in 3 checks"));
  FindingRow row = kept();
  CHECK(row.unreduced == "did not come again in 3 checks");
  CHECK(findings.rows() == std::vector{row});
  REQUIRE(findings.reduce(row, ReducedCase{negation(1), crash().verdict}));
  CHECK(kept().unreduced.empty());
}
