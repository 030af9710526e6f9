#include "mutation/Score.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <set>

using namespace assay;

namespace {

MutantRecord record(int64_t program, MutantOutcome outcome, std::string mutator = "swap-operands",
                    bool isOfValues = true) {
  MutantRecord made;
  made.program = program;
  made.result.outcome = outcome;
  made.result.change = Change{Phase::Loops, std::move(mutator), "arith.subi", 1, 2};
  made.result.isOfValues = isOfValues;
  return made;
}

using enum MutantOutcome;

} // namespace

TEST_CASE("a score is what is reported of what differs") {
  const std::vector<MutantRecord> records{
      record(0, Reported), record(0, Reported), record(1, Missed),   record(1, Weak),
      record(2, Equal),    record(3, Invalid),  record(4, Unusable), record(5, Legal)};
  const Score score = scoreOf(records, ScoreKind::All);
  CHECK(score.reported == 2);
  CHECK(score.scored == 4);
  CHECK(score.value == 0.5);
  CHECK(countOutcomes(records) == OutcomeCounts{1, 1, 1, 1, 1, 1, 2});
}

TEST_CASE("a score of values leaves out crashes and other shapes") {
  const Score score = scoreOf(std::vector<MutantRecord>{record(0, Reported, "keep-init", false),
                                                        record(0, Reported), record(0, Missed)},
                              ScoreKind::ValuesOnly);
  CHECK(score.reported == 1);
  CHECK(score.scored == 2);
}

TEST_CASE("with a vote per operator, one that is drawn often does not outvote the others") {
  std::vector<MutantRecord> records(3, record(0, Reported));
  records.push_back(record(0, Missed));
  records.push_back(record(0, Missed, "drop-store"));
  records.push_back(record(0, Equal, "keep-init"));
  CHECK(scoreOf(records, ScoreKind::All).value == 0.6);
  CHECK(scoreOf(records, ScoreKind::ByMutator).value == 0.375); // (3/4 + 0) / 2
}

TEST_CASE("with a vote per op family, so does a family") {
  const auto from = [](std::string origin, MutantOutcome outcome) {
    MutantRecord made = record(0, outcome);
    made.result.change->origin = std::move(origin);
    return made;
  };
  const std::vector<MutantRecord> records{from("binary", Reported),       from("unary", Reported),
                                          from("binary+compare", Missed), from("topk", Missed),
                                          from("topk+binary", Reported),  from("", Missed)};
  CHECK(familyOf(*records[0].result.change) == "elementwise");
  CHECK(familyOf(*records[2].result.change) == "elementwise");
  CHECK(familyOf(*records[3].result.change) == "sorting");
  CHECK(familyOf(*records[4].result.change) == "several");
  CHECK(familyOf(*records[5].result.change) == "unknown");
  // (2/3 + 0 + 1 + 0) / 4
  CHECK(scoreOf(records, ScoreKind::ByFamily).value == Approx(5.0 / 12));
}

TEST_CASE("a share has the interval of Wilson") {
  // Newcombe: Two-sided confidence intervals for the single proportion (1998), table I.
  const Share share = shareOf(81, 263);
  CHECK(share.value == Approx(0.3080).margin(5e-5));
  CHECK(share.low == Approx(0.2553).margin(5e-5));
  CHECK(share.high == Approx(0.3662).margin(5e-5));
  CHECK(shareOf(0, 20).low == 0);
  CHECK(shareOf(0, 20).high == Approx(0.1611).margin(5e-5));
  CHECK(shareOf(0, 0).high == 0);
}

TEST_CASE("equal pairs are drawn at random, the same for equal seeds") {
  std::vector<MutantRecord> records(3, record(0, Missed));
  for (int64_t program = 1; program <= 20; ++program)
    records.push_back(record(program, Equal));
  const auto programs = [&](int64_t count, uint64_t seed) {
    std::vector<int64_t> all;
    for (const MutantRecord &one : drawEqual(records, count, seed))
      all.push_back(one.program);
    return all;
  };
  CHECK(programs(5, 1).size() == 5);
  CHECK(programs(5, 1) == programs(5, 1));
  CHECK(programs(5, 1) != programs(5, 2));
  const std::vector<int64_t> all = programs(100, 1);
  CHECK(std::set(all.begin(), all.end()).size() == 20);
  CHECK(std::ranges::find(all, 0) == all.end());
  // What is legal on more probes does not differ.
  CHECK(EqualSample{4, 9, {record(1, Equal), record(2, Legal), record(3, Weak), record(4, Missed)}}
            .differing() == 2);
}

TEST_CASE("lines are counted by the pairs that need them") {
  MutantRecord one = record(0, Legal), other = record(1, Legal);
  one.result.lines = {SemanticsLine::ZeroSign, SemanticsLine::AnyOrder};
  other.result.lines = {SemanticsLine::ZeroSign};
  const auto counts = countLines(std::vector<MutantRecord>{one, other, record(2, Missed)});
  CHECK(counts == std::map<SemanticsLine, int64_t>{{SemanticsLine::ZeroSign, 2},
                                                   {SemanticsLine::AnyOrder, 1}});
}

TEST_CASE("an interval is that of the binomial distribution where programs have a pair each") {
  // Of 10 programs with probability 1/2: 1 or fewer come in 1.07 % of samples, 2 or fewer in 5.47
  // %.
  std::vector<MutantRecord> records;
  for (int64_t program = 0; program < 10; ++program)
    records.push_back(record(program, program % 2 ? Reported : Missed));
  const Score score = scoreOf(records, ScoreKind::All);
  CHECK(score.low == 0.2);
  CHECK(score.high == 0.8);
  const Score again = scoreOf(records, ScoreKind::All);
  CHECK((again.low == score.low && again.high == score.high));
}

TEST_CASE("pairs of one program are drawn together") {
  // Two programs: a sample has both, or one of them twice, each as likely.
  std::vector<MutantRecord> records(50, record(0, Reported));
  records.insert(records.end(), 50, record(1, Missed));
  const Score score = scoreOf(records, ScoreKind::All);
  CHECK(score.value == 0.5);
  CHECK(score.low == 0);
  CHECK(score.high == 1);
}

TEST_CASE("nothing to score is no score") {
  const Score score = scoreOf(std::vector<MutantRecord>{record(0, Equal)}, ScoreKind::All);
  CHECK(score.scored == 0);
  CHECK(score.high == 0);
}

TEST_CASE("outcomes are counted by what was changed") {
  const auto counts = countBy(
      std::vector<MutantRecord>{
          record(0, Reported), record(1, Missed), record(2, Weak, "drop-store"), {}},
      [](const Change &change) { return change.mutator; });
  CHECK(counts.size() == 2);
  CHECK(counts.at("swap-operands") == OutcomeCounts{0, 0, 0, 0, 0, 1, 1});
  CHECK(counts.at("drop-store") == OutcomeCounts{0, 0, 0, 0, 1, 0, 0});
}
