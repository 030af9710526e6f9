#include "census/OpCensus.h"
#include "program/Text.h"

#include <catch2/catch.hpp>

using namespace assay;

namespace {

/// Shares are expected of many programs: 4,000 are few for what is rare.
constexpr uint64_t programs = 20'000;

const OpCensus &defaultCensus() {
  static const OpCensus census = takeOpCensus(1, programs, profiles().front());
  return census;
}

OpCensus censusOf(const std::string &text) {
  auto testCase = readText("assay 1\n" + text, "test");
  REQUIRE(testCase);
  OpCensus census;
  census.add(testCase->program());
  return census;
}

} // namespace

TEST_CASE("ops of several operands read one value twice in 3 to 10 percent, each kind by itself") {
  for (OpKind kind :
       {OpKind::Binary, OpKind::Compare, OpKind::Select, OpKind::Contraction, OpKind::Conv,
        OpKind::Attention, OpKind::Sort, OpKind::Scatter, OpKind::ScatterNd, OpKind::Gather,
        OpKind::GatherNd, OpKind::InsertSlice, OpKind::Concat}) {
    INFO(name(kind));
    const double share = defaultCensus().row(name(kind)).twinShare();
    CHECK(share >= 3);
    CHECK(share <= 10);
  }
}

TEST_CASE("each function of unary and binary is in 4,000 programs at least 60 times") {
  for (const OpCensus::Row &row : defaultCensus().rows())
    if (row.name.starts_with("unary ") || row.name.starts_with("binary ")) {
      INFO(row.name);
      CHECK(row.nodes >= 60 * programs / 4000);
    }
}

TEST_CASE("what is rare has some margin, so that few samples of 4,000 programs fall short") {
  for (const char *row : {"binary floor_div", "binary shl", "unary real", "unary imag"}) {
    INFO(row);
    CHECK(defaultCensus().row(row).nodes >= 80 * programs / 4000);
  }
}

TEST_CASE("divisions read one value twice as well") {
  const OpCensus &census = defaultCensus();
  for (const char *row : {"binary div", "binary rem", "binary floor_div"}) {
    INFO(row);
    CHECK(census.row(row).twinShare() >= 3);
    CHECK(census.row(row).twinShare() <= 10.5); // 10, to within what so many programs tell
  }
}

TEST_CASE("each element type that an op takes has a third of an even share or more") {
  for (const OpCensus::Row &row : defaultCensus().rows())
    for (ElementType type : row.types) {
      INFO(row.name << " on " << name(type));
      CHECK(row.share(type) >= 100.0 / 3 / static_cast<double>(row.types.size()));
    }
}

TEST_CASE("no op is counted on an element type that it does not take") {
  for (const OpCensus::Row &row : defaultCensus().rows()) {
    INFO(row.name);
    double total = 0;
    for (ElementType type : row.types)
      total += row.share(type);
    CHECK(total == Approx(100));
  }
}

TEST_CASE("contractions of operands of unlike types and unlike signs are drawn") {
  const OpCensus &census = defaultCensus();
  CHECK(census.row("contraction, unlike types").nodes * 10 >= census.row("contraction").nodes);
  CHECK(census.row("contraction, unlike signs").nodes * 50 >= census.row("contraction").nodes);
}

TEST_CASE("a node counts as its op, its function, and what its operands have in common") {
  const OpCensus census = censusOf(R"(%0 = argument i8[2]
%1 = argument i16[2]
%2 = binary(%0, %0) {function=div, unsigned=true} : i8[2]
%3 = binary(%1, %1) {function=add, unsigned=true} : i16[2]
%4 = contraction(%0, %1) {lhs=[0], rhs=[0], out=[], result=i32, rhs_unsigned=true} : i32[]
%5 = cast(%4) {to=f64} : f64[]
%6 = fill() {shape=[2], element=bf16} : bf16[2]
return %2, %3, %4, %5, %6
run
  %0 = integers {seed=1, low=1, high=4}
  %1 = integers {seed=2, low=1, high=4}
)");
  CHECK(census.programs() == 1);
  CHECK(census.row("binary").nodes == 2);
  CHECK(census.row("binary").twinShare() == Approx(100));
  CHECK(census.row("binary").share(ElementType::I16) == Approx(50));
  CHECK(census.row("binary div unsigned").nodes == 1);
  CHECK(census.row("binary div").nodes == 0);
  // Sums are the same whatever the sign.
  CHECK(census.row("binary add").nodes == 1);
  CHECK(census.row("contraction").share(ElementType::I8) == Approx(100));
  CHECK(census.row("contraction").twinShare() == 0);
  CHECK(census.row("contraction, unlike types").nodes == 1);
  CHECK(census.row("contraction, unlike signs").nodes == 1);
  CHECK(census.row("cast").share(ElementType::I32) == Approx(100));
  CHECK(census.row("cast to").share(ElementType::F64) == Approx(100));
  CHECK(census.row("fill").share(ElementType::BF16) == Approx(100));
  CHECK(census.row("sort").twinShare() == 0);
  CHECK(census.text().find("binary div unsigned") != std::string::npos);
}
