#include "Builder.h"

#include "support/Random.h"

#include <algorithm>
#include <limits>

using namespace assay;

// What is expected of a target that promises Accuracy::sumsInOrder, and of no other.

static constexpr ElementType f16 = ElementType::F16, f32 = ElementType::F32, f64 = ElementType::F64;
static constexpr double inf = std::numeric_limits<double>::infinity();

static Accuracy inOrder() {
  Accuracy promised;
  promised.sumsInOrder = true;
  return promised;
}

static Builder sumOf(ElementType type, const std::vector<double> &terms) {
  Builder b;
  b.add(Reduce{ReduceKind::Sum, {0}, type}, {b.input(tensor(type, terms))});
  return b;
}

/// x . y, added to `start` if there is one.
static Builder dot(ElementType type, const std::vector<double> &x, const std::vector<double> &y,
                   std::optional<double> start = {}) {
  Builder b;
  const ValueId left = b.input(tensor(type, x)), right = b.input(tensor(type, y));
  std::optional<ValueId> destination;
  if (start)
    destination = b.input(tensor(type, {}, {*start}));
  b.add(Contraction{{0}, {0}, {}, type}, {left, right}, destination);
  return b;
}

TEST_CASE("sums in order have one right answer", "[oracle]") {
  for (auto [type, half] : {std::pair(f32, 0x1p-24), std::pair(f64, 0x1p-53)}) {
    const Builder b = sumOf(type, {1, half, half});
    const Tensor forwards = tensor(type, {}, {1}), backwards = tensor(type, {}, {1 + 2 * half});
    CAPTURE(name(type));
    CHECK(b.accepts({forwards}));
    CHECK(b.accepts({backwards}));
    CHECK(b.accepts({forwards}, inOrder()));
    CHECK_FALSE(b.accepts({backwards}, inOrder()));
  }
}

TEST_CASE("sums in order of what is kept in a wider type have any order", "[oracle]") {
  const Builder b = sumOf(f16, {1, 0x1p-11, 0x1p-11});
  CHECK(b.accepts({tensor(f16, {}, {1})}, inOrder()));
  CHECK(b.accepts({tensor(f16, {}, {1 + 0x1p-10})}, inOrder()));
}

TEST_CASE("scans in order run with their direction", "[oracle]") {
  for (bool reverse : {false, true}) {
    Builder b;
    b.add(Scan{ReduceKind::Sum, 0, true, reverse, f32},
          {b.input(tensor(f32, {1, 0x1p-24, 0x1p-24}))});
    CHECK(b.accepts({tensor(f32, reverse ? std::vector<double>{1 + 0x1p-23, 0x1p-23, 0x1p-24}
                                         : std::vector<double>{1, 1, 1})},
                    inOrder()));
    CHECK_FALSE(b.accepts({tensor(f32, reverse ? std::vector<double>{1, 0x1p-23, 0x1p-24}
                                               : std::vector<double>{1, 1, 1 + 0x1p-23})},
                          inOrder()));
  }
}

TEST_CASE("products of sums in order are rounded before they are added", "[oracle]") {
  const double a = 1 + 0x1p-12; // a a = 1 + 2^-11 + 2^-24
  const Builder b = dot(f32, {-1, a}, {1, a});
  const Tensor rounded = tensor(f32, {}, {0x1p-11}), fused = tensor(f32, {}, {0x1p-11 + 0x1p-24});
  CHECK(b.accepts({rounded}));
  CHECK(b.accepts({fused}));
  CHECK(b.accepts({rounded}, inOrder()));
  CHECK_FALSE(b.accepts({fused}, inOrder()));
}

TEST_CASE("a contraction in order begins or ends with its destination", "[oracle]") {
  const Builder b = dot(f32, {0x1p-24, 0x1p-24}, {1, 1}, 1);
  CHECK(b.accepts({tensor(f32, {}, {1})}, inOrder()));
  CHECK(b.accepts({tensor(f32, {}, {1 + 0x1p-23})}, inOrder()));
  CHECK_FALSE(b.accepts({tensor(f32, {}, {1 + 0x1p-22})}, inOrder()));
}

TEST_CASE("a contraction over two dims has no order of its own", "[oracle]") {
  Builder b;
  const ValueId x = b.input(tensor(f32, {2, 2}, {1, 0x1p-24, 0x1p-24, 0}));
  const ValueId y = b.input(tensor(f32, {2, 2}, {1, 1, 1, 1}));
  b.add(Contraction{{0, 1}, {0, 1}, {}, f32}, {x, y});
  CHECK(b.accepts({tensor(f32, {}, {1})}, inOrder()));
  CHECK(b.accepts({tensor(f32, {}, {1 + 0x1p-23})}, inOrder()));
}

TEST_CASE("infinities and NaN of sums in order are certain", "[oracle]") {
  const double most = std::numeric_limits<float>::max();
  // Any order may also give most.
  const Builder overflows = sumOf(f32, {most, most, -most});
  CHECK(overflows.accepts({tensor(f32, {}, {inf})}, inOrder()));
  CHECK(overflows.accepts({tensor(f32, {}, {most})}));
  CHECK_FALSE(overflows.accepts({tensor(f32, {}, {most})}, inOrder()));
  CHECK_FALSE(sumOf(f32, {inf, 1}).accepts({tensor(f32, {}, {1})}, inOrder()));
  CHECK(sumOf(f32, {inf, 1, -inf}).accepts({tensor(f32, {}, {std::nan("")})}, inOrder()));
  CHECK_FALSE(sumOf(f32, {inf, 1, -inf}).accepts({tensor(f32, {}, {inf})}, inOrder()));
}

TEST_CASE("what terms may be off by is in the bound of a sum in order", "[oracle]") {
  Builder b;
  const ValueId x = b.input(tensor(f32, {0.1, 0.7, 0.3, 0.2}));
  const ValueId y = b.add(Unary{UnaryKind::Exp}, {x});
  const ValueId z = b.add(Reduce{ReduceKind::Sum, {0}, f32}, {y});
  double terms = 0;
  for (int64_t i = 0; i < 4; ++i)
    terms += b.evaluate(inOrder()).bound(y, i);
  CHECK(b.evaluate(inOrder()).bound(z, 0) > terms);
  CHECK(b.evaluate(inOrder()).bound(z, 0) <= b.evaluate().bound(z, 0));
}

/// One row of attention in f32, step by step; weights are divided by their sum, or else the result
/// is.
static double attentionInSteps(const std::vector<double> &q, const std::vector<double> &k,
                               const std::vector<double> &v, float scale, bool dividesWeights) {
  std::vector<float> scores;
  float top = -std::numeric_limits<float>::infinity();
  for (size_t n = 0; n < v.size(); ++n) {
    float score = 0;
    for (size_t i = 0; i < q.size(); ++i) {
      const float product = static_cast<float>(q[i]) * static_cast<float>(k[n * q.size() + i]);
      score = score + product;
    }
    scores.push_back(score * scale);
    top = std::max(top, scores.back());
  }
  float sum = 0, result = 0;
  for (float &score : scores)
    sum = sum + (score = static_cast<float>(std::exp(static_cast<double>(score - top))));
  for (size_t n = 0; n < v.size(); ++n) {
    const float weight = dividesWeights ? scores[n] / sum : scores[n];
    const float product = weight * static_cast<float>(v[n]);
    result = result + product;
  }
  return dividesWeights ? result : result / sum;
}

TEST_CASE("attention in order is what its steps give, within less than in any form", "[oracle]") {
  Random random(5);
  auto drawn = [&](size_t count) {
    std::vector<double> numbers(count);
    for (double &number : numbers)
      number = static_cast<float>(8 * random.unit() - 4);
    return numbers;
  };
  double strict = 0, any = 0;
  for (int round = 0; round < 50; ++round) {
    const std::vector<double> q = drawn(6), k = drawn(48), v = drawn(8);
    Builder b;
    const ValueId out = b.add(Attention{0.3, MaskKind::None},
                              {b.input(tensor(f32, {1, 6}, q)), b.input(tensor(f32, {8, 6}, k)),
                               b.input(tensor(f32, {8, 1}, v))});
    for (bool dividesWeights : {false, true})
      CHECK(b.accepts({tensor(f32, {1, 1}, {attentionInSteps(q, k, v, 0.3f, dividesWeights)})},
                      inOrder()));
    strict += b.evaluate(inOrder()).bound(out, 0);
    any += b.evaluate().bound(out, 0);
  }
  CHECK(strict < any / 3);
}

/// The weight of element `at` if its power is a step above the rounded one and all others are a
/// step below, or the other way round.
static double weightApart(const std::vector<double> &line, size_t at, bool isAbove) {
  double sum = 0, above = 0;
  const double greatest = *std::max_element(line.begin(), line.end());
  for (size_t i = 0; i < line.size(); ++i) {
    const double rounded = line[i] - greatest;
    const long double exact = std::exp(static_cast<long double>(rounded));
    const long double ulp = std::ldexp(1.0L, std::ilogb(exact) - 52);
    // With what rounding it adds less than is granted; but exp(0) is 1.
    const long double off = rounded == 0 ? 0 : (i == at) == isAbove ? 1999 * ulp : -1999 * ulp;
    const auto power = static_cast<double>(exact + off);
    sum = sum + power;
    if (i == at)
      above = power;
  }
  return above / sum;
}

TEST_CASE("a power of softmax in order is one above and below the line", "[oracle]") {
  Random random(3);
  Accuracy loose = inOrder();
  loose.functionScale = 1000; // of two ulps, beside which no other rounding counts
  for (int round = 0; round < 200; ++round) {
    std::vector<double> line(static_cast<size_t>(random.between(2, 9)));
    for (double &score : line)
      score = std::ldexp(random.unit() - 0.5, static_cast<int>(random.between(0, 5)));
    Builder b;
    const ValueId out = b.add(Softmax{0}, {b.input(tensor(f64, line))});
    const Evaluation ordered = b.evaluate(loose);
    const Tensor weights = *ordered.tensor(out);
    for (size_t i = 0; i < line.size(); ++i)
      for (bool isAbove : {false, true}) {
        const auto at = static_cast<int64_t>(i);
        const double off = weightApart(line, i, isAbove) - weights.real(at);
        CHECK(std::fabs(off) <= ordered.bound(out, at));
      }
  }
  // Of a power that is most of the sum the quotient loses little.
  Builder b;
  const ValueId out = b.add(Softmax{0}, {b.input(tensor(f64, {0, -0.1}))});
  CHECK(b.evaluate(inOrder()).bound(out, 1) < 0.8 * b.evaluate().bound(out, 1));
}

TEST_CASE("what is added to a sum of powers in order loses no more than itself", "[oracle]") {
  Builder b;
  const ValueId out =
      b.add(Softmax{0}, {b.input(tensor(f64, {0, -60, -60, -60, -60, -60, -60, -60, -60}))});
  CHECK(b.evaluate(inOrder()).bound(out, 0) / 0x1p-53 < 7);
}

TEST_CASE("what is added to a sum in order is none of its terms", "[oracle]") {
  Builder b;
  const ValueId x = b.input(tensor(f32, {0x1p-24, 0x1p-24})), y = b.input(tensor(f32, {}, {1}));
  const ValueId sum = b.add(Reduce{ReduceKind::Sum, {0}, f32}, {x});
  b.add(Binary{BinaryKind::Add, false}, {sum, y});
  const Tensor sums = tensor(f32, {}, {0x1p-23});
  CHECK(b.accepts({sums, tensor(f32, {}, {1 + 0x1p-23})}, inOrder()));
  CHECK(b.accepts({sums, tensor(f32, {}, {1})}));
  CHECK_FALSE(b.accepts({sums, tensor(f32, {}, {1})}, inOrder()));
}
