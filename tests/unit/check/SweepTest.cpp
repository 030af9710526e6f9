#include "check/Sweep.h"
#include "tests/fakes/FakeTarget.h"
#include "tests/fakes/ToyTarget.h"

#include <catch2/catch.hpp>

#include <cmath>

using namespace assay;
using namespace assay::test;

namespace {

constexpr ElementType f16 = ElementType::F16, bf16 = ElementType::BF16, f32 = ElementType::F32;

Sample swept(const Target &target) {
  SweepOptions options;
  options.operands = 1; // one run of 65,536
  options.seconds = 600;
  return sweep(target, options);
}

const Sighting *find(const Sample &sample, const std::string &operation, ElementType element) {
  for (const Sighting &sighting : sample.sightings)
    if (sighting.operation == operation && sighting.element == element)
      return &sighting;
  return nullptr;
}

int64_t wrong(const Sample &sample) {
  int64_t elements = 0;
  for (const Sighting &sighting : sample.sightings)
    elements += sighting.wrong;
  return elements;
}

/// What an operation takes, over all element types.
std::string neededBy(const Sample &sample, const std::string &operation) {
  Allowances needed;
  for (const Sighting &sighting : sample.sightings)
    if (sighting.operation == operation)
      needed = needed.with(sighting.needed);
  return needed.text();
}

Allowances only(std::initializer_list<Allowance> all) {
  Allowances set;
  for (Allowance one : all)
    set = set.with(one);
  return set;
}

double inFloat(double (*function)(double), double x) {
  return static_cast<double>(static_cast<float>(function(x)));
}

} // namespace

TEST_CASE("a target that rounds once needs no allowance, and all inputs of f16 were looked at") {
  const Sample sample = swept(ToyTarget());
  CHECK(sample.allowances() == Allowances());
  CHECK(wrong(sample) == 0);
  CHECK(sample.missing.empty());
  for (const char *operation : {"exp", "expm1", "tanh", "erf", "sqrt"})
    for (ElementType element : {f16, bf16, f32, ElementType::F64}) {
      const Sighting *sighting = find(sample, operation, element);
      REQUIRE(sighting);
      CHECK(sighting->inputs == 65536);
      CHECK(sighting->ulps > 0.4);
      CHECK(sighting->ulps <= 0.51); // the reference rounds as well
    }
  for (const char *form : {"softmax", "attention", "add", "contraction", "narrowing"})
    CHECK(find(sample, form, f16));
}

TEST_CASE("each lowering that is known shows as its allowance, and as no other") {
  // Up to 4.9 ulp of f32; of the others it does not show.
  const auto loose = [](double (*function)(double)) {
    return [function](ElementType type, double x) {
      return type == f32 && std::isfinite(x) ? function(x) * (1 + 4.4 * 0x1p-24) : function(x);
    };
  };
  // All in one target: what one function needs is none of the others' business.
  const auto all = {
      altered(UnaryKind::Expm1,
              [](ElementType type, double x) {
                return type == ElementType::F64 ? std::expm1(x) : inFloat(std::exp, x) - 1;
              }),
      altered(UnaryKind::Log1p,
              [](ElementType type, double x) {
                return type == ElementType::F64
                           ? std::log1p(x)
                           : std::log(static_cast<double>(static_cast<float>(1 + x)));
              }),
      altered(UnaryKind::Tanh, loose(std::tanh)), altered(UnaryKind::Erf, loose(std::erf)),
      altered(UnaryKind::Sqrt, [](ElementType type, double x) {
        return type == ElementType::F64 ? std::sqrt(x)
                                        : std::sqrt(x) * (1 + std::ldexp(1, -precision(type)));
      })};
  Alteration together;
  for (const Alteration &one : all)
    together = together ? both(together, one) : one;
  const Sample sample = swept(ToyTarget(together));
  CHECK(wrong(sample) == 0);
  CHECK(neededBy(sample, "expm1") == only({Allowance::Expm1ByExp}).text());
  CHECK(neededBy(sample, "log1p") == only({Allowance::Log1pByLog}).text());
  CHECK(neededBy(sample, "tanh") == only({Allowance::LooseTanh}).text());
  CHECK(neededBy(sample, "erf") == only({Allowance::LooseErf}).text());
  CHECK(neededBy(sample, "sqrt") == only({Allowance::LooseSqrt}).text());
  CHECK(neededBy(sample, "exp") == Allowances().text());
  CHECK(sample.allowances() ==
        only({Allowance::Expm1ByExp, Allowance::Log1pByLog, Allowance::LooseTanh,
              Allowance::LooseErf, Allowance::LooseSqrt}));
}

TEST_CASE("steps that are rounded to the type show as their allowance, and flushed zeros do") {
  const auto needs = [](Alteration alter) {
    const Sample sample = swept(ToyTarget(std::move(alter)));
    CHECK(wrong(sample) == 0);
    return sample.allowances().text();
  };
  CHECK(needs(altered(UnaryKind::Expm1, [](ElementType type, double x) {
          return roundTo(type, std::exp(x)) - 1;
        })) == only({Allowance::Expm1ByExp, Allowance::StepsInType}).text());
  CHECK(needs(flushed()) == only({Allowance::FlushesSubnormals}).text());
}

TEST_CASE("attention with queries and weights rounded to f16 shows as flash attention") {
  const Sample sample = swept(ToyTarget(flashAttention([](double x) { return std::exp2(x); })));
  CHECK(wrong(sample) == 0);
  CHECK(sample.allowances() == only({Allowance::FlashAttention}));
  CHECK(find(sample, "attention", f16)->needed == only({Allowance::FlashAttention}));
}

TEST_CASE("an exp inside of attention that is off by 12 % is wrong, and grants nothing") {
  // Where the exponent is below -1, so that it does not cancel.
  const Sample sample =
      swept(ToyTarget(flashAttention([](double x) { return std::exp2(x) * (x < -1 ? 1.12 : 1); })));
  CHECK(find(sample, "attention", f32)->wrong > 0);
  CHECK(find(sample, "attention", f16)->wrong > 0);
  CHECK(find(sample, "attention", f16)->example.find("expected") != std::string::npos);
}

TEST_CASE("an operation that is wrong is told with an example, and grants nothing") {
  const Sample sample = swept(ToyTarget(both(
      altered(UnaryKind::Tanh,
              [](ElementType type, double x) {
                return x == 5 ? 2 : type == f32 ? std::tanh(x) * (1 + 4.4 * 0x1p-24) : std::tanh(x);
              }),
      // Where the result is subnormal, to flush it would excuse as much.
      altered(UnaryKind::Exp, [](ElementType, double x) { return std::exp(x) * 1.02; }))));
  const Sighting *tanh = find(sample, "tanh", f32);
  CHECK(tanh->wrong == 1);
  CHECK(tanh->example.find("of 5 is 2, expected 0.99") != std::string::npos);
  CHECK(find(sample, "exp", bf16)->wrong > 0);
  CHECK(sample.allowances() == Allowances());
}

TEST_CASE(
    "what becomes of infinities and NaN is told apart, and keeps nothing from being granted") {
  const Sample sample = swept(ToyTarget(altered(UnaryKind::Tanh, [](ElementType type, double x) {
    return !std::isfinite(x) ? 0.5
           : type == f32     ? std::tanh(x) * (1 + 4.4 * 0x1p-24)
                             : std::tanh(x);
  })));
  CHECK(find(sample, "tanh", f32)->wrong == 0);
  CHECK(find(sample, "tanh of inf and nan", f16)->wrong == 2048);
  CHECK(sample.allowances() == only({Allowance::LooseTanh}));
}

TEST_CASE("what a target does not take is said, one function at a time") {
  const auto isErf = [](const Program &, const Node &node) {
    const auto *unary = std::get_if<Unary>(&node.op);
    return (unary && unary->function == UnaryKind::Erf) || kindOf(node.op) == OpKind::Attention;
  };
  class NoErf : public ToyTarget {
  public:
    explicit NoErf(NodePredicate picks)
        : refusing(FakeTarget::Fault::Fails, std::move(picks),
                   {TargetFailure::Kind::Unsupported, Stage::Compile, "no such thing\nmore"}) {}
    Outcome<std::unique_ptr<Executable>> compile(const TestCase &testCase) const override {
      auto refused = refusing.compile(testCase);
      return !refused ? std::move(refused) : ToyTarget::compile(testCase);
    }

  private:
    FakeTarget refusing;
  } target(isErf);
  const Sample sample = swept(target);
  CHECK(find(sample, "tanh", f32));
  CHECK_FALSE(find(sample, "erf", f32));
  CHECK(std::ranges::count(sample.missing, Unseen{"erf f32", "no such thing"}) == 1);
  CHECK(std::ranges::count(sample.missing, Unseen{"attention f16", "no such thing"}) == 1);
  CHECK(sample.allowances() == Allowances());
}

TEST_CASE("when the time is up, what was not looked at is said") {
  SweepOptions options;
  options.seconds = 0;
  const Sample sample = sweep(ToyTarget(), options);
  CHECK(sample.sightings.empty());
  CHECK(std::ranges::count(sample.missing, Unseen{"functions f16", "the time was up"}) == 1);
}
