#include "Builder.h"

#include "support/Random.h"

#include <algorithm>
#include <set>

using namespace assay;

// Correct implementations in true f32, f16 and bf16 arithmetic, with the freedoms that compilers
// have: the order of a sum, FMA, a wider accumulator, a rounding left out. All of them must be
// inside the bounds.

static constexpr ElementType f64 = ElementType::F64, f32 = ElementType::F32, f16 = ElementType::F16,
                             bf16 = ElementType::BF16;

namespace {

Tensor draw(Random &random, ElementType type, const Shape &shape, double low, double high) {
  Tensor result(type, shape);
  for (int64_t i = 0; i < result.size(); ++i)
    result.setReal(i, low + (high - low) * random.unit());
  return result;
}

/// a * b + c in one rounding to `type`, or in two. Exact in long double for types up to f32.
double multiplyAdd(ElementType type, double a, double b, double c, bool fused) {
  if (type == f64)
    return fused ? std::fma(a, b, c) : a * b + c;
  return fused ? roundTo(type, a * b + c) : roundTo(type, roundTo(type, a * b) + c);
}

/// The sum of terms in `type`, in a random tree.
double sumInTree(Random &random, ElementType type, std::vector<double> terms) {
  while (terms.size() > 1) {
    // Forward, backward, pairwise and anything between.
    const size_t i = random.below(terms.size() - 1);
    terms[i] = roundTo(type, terms[i] + terms[i + 1]);
    terms.erase(terms.begin() + static_cast<int64_t>(i) + 1);
  }
  return terms.empty() ? 0 : terms[0];
}

/// Row i times column j as some compiler may compute it.
double dotProduct(Random &random, ElementType type, const std::vector<double> &a,
                  const std::vector<double> &b, double initial) {
  const ElementType inner = type == f16 || type == bf16 ? (random.chance(50) ? f32 : type) : type;
  switch (random.below(3)) {
  case 0: { // one accumulator, forward
    double sum = initial;
    for (size_t i = 0; i < a.size(); ++i)
      sum = multiplyAdd(inner, a[i], b[i], sum, random.chance(50));
    return roundTo(type, sum);
  }
  case 1: { // backward, the initial value last
    double sum = 0;
    for (size_t i = a.size(); i > 0; --i)
      sum = multiplyAdd(inner, a[i - 1], b[i - 1], sum, true);
    return roundTo(type, roundTo(inner, sum) + initial);
  }
  default: {
    std::vector<double> terms = {initial};
    for (size_t i = 0; i < a.size(); ++i)
      terms.push_back(roundTo(inner, a[i] * b[i]));
    return roundTo(type, sumInTree(random, inner, terms));
  }
  }
}

/// Moves one element of a returned value by four times its bound: past it, if it says anything.
void checkMutants(const Builder &b, std::vector<Tensor> results, ValueId value, size_t returned,
                  const Accuracy &accuracy = {}) {
  Evaluation evaluation = b.evaluate(accuracy);
  Tensor &result = results[returned];
  double spreadLow = HUGE_VAL, spreadHigh = -HUGE_VAL;
  for (int64_t i = 0; i < result.size(); ++i) {
    spreadLow = std::fmin(spreadLow, result.real(i));
    spreadHigh = std::fmax(spreadHigh, result.real(i));
  }
  for (int64_t i = 0; i < result.size(); ++i) {
    const double bound = evaluation.bound(value, i), before = result.real(i);
    if (!(bound * 16 < std::fmax(std::fabs(before), spreadHigh - spreadLow)))
      continue;
    const double step = std::fmax(4 * bound, 4 * std::fabs(before) * 0x1p-53);
    for (double moved : {before + step, before - step}) {
      result.setReal(i, moved);
      // A bound below half an ulp: the move rounded away.
      INFO("element " << i << ": " << before << ", bound " << bound << ", moved to "
                      << result.real(i));
      if (result.real(i) != before)
        CHECK_FALSE(b.accepts(results, accuracy));
    }
    result.setReal(i, before);
  }
}

std::vector<double> row(const Tensor &x, int64_t i) {
  std::vector<double> result;
  for (int64_t k = 0; k < x.shape()[1]; ++k)
    result.push_back(x.real(i * x.shape()[1] + k));
  return result;
}
std::vector<double> column(const Tensor &x, int64_t j) {
  std::vector<double> result;
  for (int64_t k = 0; k < x.shape()[0]; ++k)
    result.push_back(x.real(k * x.shape()[1] + j));
  return result;
}

} // namespace

TEST_CASE("matrix products in any order, fused or not, are inside their bounds", "[oracle]") {
  Random random(1);
  for (int round = 0; round < 400; ++round) {
    const ElementType type = std::array{f64, f32, f16, bf16}[random.below(4)];
    const int64_t m = random.between(1, 3), k = random.between(1, 30), n = random.between(1, 3);
    const double low = random.chance(50) ? -1 : 0.1;
    Builder b;
    ValueId x = b.input(draw(random, type, {m, k}, low, 1)),
            y = b.input(draw(random, type, {k, n}, low, 1));
    ValueId initial = b.input(draw(random, type, {m, n}, low, 1));
    ValueId z = b.add(Contraction{{0, 2}, {2, 1}, {0, 1}, type}, {x, y}, initial);
    Tensor result(type, {m, n});
    for (int64_t i = 0; i < m; ++i)
      for (int64_t j = 0; j < n; ++j)
        result.setReal(i * n + j, dotProduct(random, type, row(b.inputs[0], i),
                                             column(b.inputs[1], j), b.inputs[2].real(i * n + j)));
    INFO(name(type) << " k " << k);
    CHECK(b.accepts({result}));
    if (round % 4 == 0)
      checkMutants(b, {result}, z, 0);
  }
}

TEST_CASE("sums and products in any tree are inside their bounds", "[oracle]") {
  Random random(2);
  for (int round = 0; round < 300; ++round) {
    const ElementType type = std::array{f64, f32, f16, bf16}[random.below(4)];
    const int64_t n = random.between(1, 20);
    const bool multiplies = random.chance(30);
    Builder b;
    ValueId x = b.input(draw(random, type, {n}, multiplies ? 0.6 : -1, multiplies ? 1.6 : 1));
    ValueId z = b.add(Reduce{multiplies ? ReduceKind::Product : ReduceKind::Sum, {0}, type}, {x});
    std::vector<double> terms = elementsOf(b.inputs[0]);
    random.shuffle(terms);
    double total = multiplies ? 1 : sumInTree(random, type, terms);
    for (size_t i = 0; i < terms.size() && multiplies; ++i)
      total = roundTo(type, total * terms[i]);
    INFO(name(type) << " n " << n);
    Tensor result = tensor(type, {}, {total});
    CHECK(b.accepts({result}));
    checkMutants(b, {result}, z, 0);
  }
}

namespace {
/// The results of all binary trees over these terms, in f32.
std::set<double> sumsOfAllTrees(const std::vector<double> &terms) {
  if (terms.size() == 1)
    return {terms[0]};
  std::set<double> sums;
  // The first term is on the left.
  for (size_t right = 1; right < size_t(1) << (terms.size() - 1); ++right) {
    std::vector<double> sides[2] = {{terms[0]}, {}};
    for (size_t i = 1; i < terms.size(); ++i)
      sides[right >> (i - 1) & 1].push_back(terms[i]);
    for (double a : sumsOfAllTrees(sides[0]))
      for (double b : sumsOfAllTrees(sides[1]))
        sums.insert(roundTo(f32, a + b));
  }
  return sums;
}
} // namespace

TEST_CASE("a sum's bound covers every tree, and is not far above the worst of them", "[oracle]") {
  Random random(11);
  double worst = 0;
  for (int round = 0; round < 300; ++round) {
    const int64_t n = random.between(3, 6);
    Builder b;
    ValueId x = b.input(draw(random, f32, {n}, random.chance(50) ? -1 : 0, 1));
    ValueId z = b.add(Reduce{ReduceKind::Sum, {0}, f32}, {x});
    const Evaluation evaluation = b.evaluate();
    const double exact = evaluation.tensor(z)->real(0), bound = evaluation.bound(z, 0);
    for (double sum : sumsOfAllTrees(elementsOf(b.inputs[0]))) {
      CHECK(b.accepts({tensor(f32, {}, {sum})}));
      worst = std::fmax(worst, std::fabs(sum - exact) / bound);
    }
  }
  CHECK(worst > 0.5);
}

TEST_CASE("of exact products the rounding is known, but not which of them are fused", "[oracle]") {
  const double x = 1 + 0x1p-23, product = x * x; // 1 + 2^-22 + 2^-46
  Builder b;
  b.input(tensor(f32, {1, 2}, {x, 1}));
  b.input(tensor(f32, {2, 1}, {x, -1}));
  b.add(Contraction{{0, 2}, {2, 1}, {0, 1}, f32}, {0, 1});
  const double fused = product - 1, rounded = roundTo(f32, product) - 1;
  REQUIRE(fused != rounded);
  CHECK(b.accepts({tensor(f32, {1, 1}, {fused})}));
  CHECK(b.accepts({tensor(f32, {1, 1}, {rounded})}));
  CHECK_FALSE(b.accepts({tensor(f32, {1, 1}, {rounded - 0x1p-45})}));
}

TEST_CASE("scans of either association are inside their bounds", "[oracle]") {
  Random random(3);
  for (int round = 0; round < 100; ++round) {
    const ElementType type = random.chance(50) ? f32 : f16;
    const int64_t n = random.between(1, 16);
    Builder b;
    ValueId x = b.input(draw(random, type, {n}, -1, 1));
    b.add(Scan{ReduceKind::Sum, 0, true, false, type}, {x});
    std::vector<double> terms = elementsOf(b.inputs[0]);
    Tensor result(type, {n});
    for (int64_t i = 0; i < n; ++i)
      result.setReal(i, sumInTree(random, type, {terms.begin(), terms.begin() + i + 1}));
    CHECK(b.accepts({result}));
  }
}

namespace {
/// A value as a compiler may hold it: rounded to its type, or kept in f32.
double hold(Random &random, ElementType type, double x) {
  const bool isShort = type == f16 || type == bf16;
  return roundTo(isShort && random.chance(50) ? f32 : type, x);
}
} // namespace

TEST_CASE("chains of elementwise ops with roundings left out are inside their bounds", "[oracle]") {
  Random random(4);
  constexpr int64_t count = 4;
  for (int round = 0; round < 600; ++round) {
    const ElementType type = std::array{f32, f16, bf16}[random.below(3)];
    Builder b;
    std::vector<std::vector<double>> held;
    for (int i = 0; i < 3; ++i) {
      b.input(draw(random, type, {count}, 0.25, 2));
      held.push_back(elementsOf(b.inputs.back()));
    }
    for (int step = 0; step < 5; ++step) {
      const auto l = static_cast<ValueId>(random.below(held.size()));
      const auto r = static_cast<ValueId>(random.below(held.size()));
      std::vector<double> result;
      const size_t which = random.below(9);
      for (size_t i = 0; i < count; ++i) {
        const double x = held[static_cast<size_t>(l)][i], y = held[static_cast<size_t>(r)][i];
        const double values[] = {x + y,
                                 x - y,
                                 x * y,
                                 std::fmax(x, y),
                                 std::fabs(x),
                                 std::tanh(x),
                                 std::exp(-std::fabs(x)),
                                 std::sin(x),
                                 std::sqrt(std::fabs(x))};
        result.push_back(hold(random, type, values[which]));
      }
      switch (which) {
      case 0:
      case 1:
      case 2:
      case 3:
        b.add(Binary{std::array{BinaryKind::Add, BinaryKind::Sub, BinaryKind::Mul,
                                BinaryKind::Max}[which]},
              {l, r});
        break;
      case 4:
        b.add(Unary{UnaryKind::Abs}, {l});
        break;
      case 5:
        b.add(Unary{UnaryKind::Tanh}, {l});
        break;
      case 6: {
        ValueId size = b.add(Unary{UnaryKind::Abs}, {l});
        held.push_back(held[static_cast<size_t>(l)]);
        for (double &x : held.back())
          x = std::fabs(x);
        b.add(Unary{UnaryKind::Exp}, {b.add(Unary{UnaryKind::Neg}, {size})});
        held.push_back(held.back());
        for (double &x : held.back())
          x = -x;
        break;
      }
      case 7:
        b.add(Unary{UnaryKind::Sin}, {l});
        break;
      default: {
        ValueId size = b.add(Unary{UnaryKind::Abs}, {l});
        held.push_back(held[static_cast<size_t>(l)]);
        for (double &x : held.back())
          x = std::fabs(x);
        b.add(Unary{UnaryKind::Sqrt}, {size});
        break;
      }
      }
      held.push_back(result);
    }
    const auto last = static_cast<ValueId>(held.size() - 1);
    b.returning({last});
    Tensor result = tensor(type, held.back());
    INFO(name(type) << " " << round);
    CHECK(b.accepts({result}));
    if (round % 6 == 0)
      checkMutants(b, {result}, last, 0);
  }
}

TEST_CASE("softmax in f32 steps is inside its bound", "[oracle]") {
  Random random(5);
  for (int round = 0; round < 200; ++round) {
    const ElementType type = std::array{f32, f16, bf16}[random.below(3)];
    const int64_t n = random.between(1, 12);
    Builder b;
    ValueId x = b.input(draw(random, type, {n}, -6, 6));
    ValueId y = b.add(Softmax{0}, {x});
    std::vector<double> in = elementsOf(b.inputs[0]), powers;
    const double greatest = *std::max_element(in.begin(), in.end());
    for (double element : in)
      powers.push_back(roundTo(f32, std::exp(roundTo(f32, element - greatest))));
    const double sum = sumInTree(random, f32, powers), inverse = roundTo(f32, 1 / sum);
    Tensor result(type, {n});
    for (int64_t i = 0; i < n; ++i) {
      const double power = powers[static_cast<size_t>(i)];
      result.setReal(i, roundTo(f32, random.chance(50) ? power / sum : power * inverse));
    }
    CHECK(b.accepts({result}));
    checkMutants(b, {result}, y, 0);
  }
}

namespace {
/// One query's row of attention as flash forms compute it: Q scaled by scale * log2(e) and rounded
/// to the type, exp2, blocks with a running maximum, P rounded to the type, one multiplication by 1
/// / sum.
std::vector<double> flashRow(Random &random, ElementType type, const Tensor &q, const Tensor &k,
                             const Tensor &v, double scale, int64_t block) {
  const int64_t inner = q.shape()[1], keys = k.shape()[0], outer = v.shape()[1];
  const double factor = roundTo(type, scale * 1.4426950408889634);
  std::vector<double> query;
  for (int64_t i = 0; i < inner; ++i)
    query.push_back(roundTo(type, q.real(i) * factor));
  double maximum = -HUGE_VAL, sum = 0;
  std::vector<double> out(static_cast<size_t>(outer), 0.0);
  for (int64_t start = 0; start < keys; start += block) {
    const int64_t end = std::min(start + block, keys);
    std::vector<double> scores;
    double next = maximum;
    for (int64_t n = start; n < end; ++n) {
      scores.push_back(dotProduct(random, f32, query, row(k, n), 0));
      next = std::fmax(next, scores.back());
    }
    const double rescale =
        maximum == next ? 1 : roundTo(f32, std::exp2(roundTo(f32, maximum - next)));
    sum = roundTo(f32, sum * rescale);
    for (double &x : out)
      x = roundTo(f32, x * rescale);
    for (int64_t n = start; n < end; ++n) {
      const double p =
          roundTo(f32, std::exp2(roundTo(f32, scores[static_cast<size_t>(n - start)] - next)));
      sum = roundTo(f32, sum + p);
      const double stored = roundTo(type, p);
      for (int64_t d = 0; d < outer; ++d)
        out[static_cast<size_t>(d)] =
            roundTo(f32, stored * v.real(n * outer + d) + out[static_cast<size_t>(d)]);
    }
    maximum = next;
  }
  const double inverse = roundTo(f32, 1 / sum);
  for (double &x : out)
    x = roundTo(type, roundTo(f32, x * inverse));
  return out;
}

/// The same in f32 throughout, rounded to the type once.
std::vector<double> plainRow(Random &random, ElementType type, const Tensor &q, const Tensor &k,
                             const Tensor &v, double scale, int64_t block) {
  const int64_t keys = k.shape()[0], outer = v.shape()[1];
  double maximum = -HUGE_VAL, sum = 0;
  std::vector<double> out(static_cast<size_t>(outer), 0.0), query = elementsOf(q);
  for (int64_t start = 0; start < keys; start += block) {
    const int64_t end = std::min(start + block, keys);
    std::vector<double> scores;
    double next = maximum;
    for (int64_t n = start; n < end; ++n) {
      const double product = dotProduct(random, f32, query, row(k, n), 0);
      scores.push_back(roundTo(f32, product * roundTo(f32, scale)));
      next = std::fmax(next, scores.back());
    }
    const double rescale =
        maximum == next ? 1 : roundTo(f32, std::exp(roundTo(f32, maximum - next)));
    sum = roundTo(f32, sum * rescale);
    for (double &x : out)
      x = roundTo(f32, x * rescale);
    for (int64_t n = start; n < end; ++n) {
      const double p =
          roundTo(f32, std::exp(roundTo(f32, scores[static_cast<size_t>(n - start)] - next)));
      sum = roundTo(f32, sum + p);
      for (int64_t d = 0; d < outer; ++d)
        out[static_cast<size_t>(d)] =
            roundTo(f32, p * v.real(n * outer + d) + out[static_cast<size_t>(d)]);
    }
    maximum = next;
  }
  const double inverse = roundTo(f32, 1 / sum);
  for (double &x : out)
    x = roundTo(type, random.chance(50) ? roundTo(f32, x * inverse) : roundTo(f32, x / sum));
  return out;
}

Accuracy flashing() {
  Accuracy accuracy;
  accuracy.allowances = Allowances().with(Allowance::FlashAttention);
  return accuracy;
}
} // namespace

TEST_CASE("attention in f32 is inside the bound of a target that is granted nothing", "[oracle]") {
  Random random(10);
  for (int round = 0; round < 400; ++round) {
    const ElementType type = std::array{f32, f16, bf16}[random.below(3)];
    const int64_t inner = random.between(1, 8), keys = random.between(2, 12), outer = 3;
    const double size = random.chance(50) ? 2 : 8;
    Builder b;
    ValueId q = b.input(draw(random, type, {1, inner}, -size, size)),
            k = b.input(draw(random, type, {keys, inner}, -size, size));
    ValueId v = b.input(draw(random, type, {keys, outer}, -1, 1));
    Attention op;
    op.scale = 0.37;
    ValueId z = b.add(op, {q, k, v});
    Tensor result = tensor(type, {1, outer},
                           plainRow(random, type, b.inputs[0], b.inputs[1], b.inputs[2], op.scale,
                                    random.between(1, keys)));
    INFO(name(type) << " " << round);
    CHECK(b.accepts({result}));
    if (round % 4 == 0)
      checkMutants(b, {result}, z, 0);
  }
}

TEST_CASE("attention in flash form is inside its bound", "[oracle]") {
  Random random(6);
  for (int round = 0; round < 300; ++round) {
    const ElementType type = std::array{f32, f16, bf16}[random.below(3)];
    const int64_t inner = random.between(1, 8), keys = random.between(2, 12), outer = 3;
    Builder b;
    ValueId q = b.input(draw(random, type, {1, inner}, -2, 2)),
            k = b.input(draw(random, type, {keys, inner}, -2, 2));
    ValueId v = b.input(draw(random, type, {keys, outer}, -1, 1));
    Attention op;
    op.scale = 0.37;
    ValueId z = b.add(op, {q, k, v});
    Tensor result = tensor(type, {1, outer},
                           flashRow(random, type, b.inputs[0], b.inputs[1], b.inputs[2], op.scale,
                                    random.between(1, keys)));
    INFO(name(type) << " " << round);
    CHECK(b.accepts({result}, flashing()));
    if (round % 4 == 0)
      checkMutants(b, {result}, z, 0, flashing());
  }
}

TEST_CASE("attention's bound covers a query and weights that are rounded to the type", "[oracle]") {
  for (ElementType type : {f16, bf16}) {
    // The query times scale * log2(e) rounds the same way in each place, and every key adds it up.
    const double scale = 1, factor = roundTo(type, 1.4426950408889634),
                 unit = std::ldexp(1, -precision(type));
    double worst = 1, loss = 0;
    for (double x = 1; x < 2; x += 2 * unit)
      if (double lost = roundTo(type, x * factor) / (x * 1.4426950408889634) - 1; lost > loss) {
        loss = lost;
        worst = x;
      }
    REQUIRE(loss > 0.3 * unit);
    Builder b;
    b.input(tensor(type, {1, 8}, std::vector<double>(8, worst)));
    std::vector<double> keys(8, 0.25);
    keys.insert(keys.end(), 8, -0.25);
    b.input(tensor(type, {2, 8}, keys));
    b.input(tensor(type, {2, 1}, {0, 1}));
    Attention op;
    op.scale = scale;
    b.add(op, {0, 1, 2});
    Random random(8);
    const Tensor row = tensor(
        type, {1, 1}, flashRow(random, type, b.inputs[0], b.inputs[1], b.inputs[2], scale, 2));
    CHECK(b.accepts({row}, flashing()));
    CHECK_FALSE(b.accepts({row}));
  }
  // Weights alone, in f32 but for P, which is rounded to the type: the query is 0, the mask is all.
  Random random(9);
  for (int round = 0; round < 2000; ++round) {
    const ElementType type = random.chance(50) ? f16 : bf16;
    Builder b;
    b.input(Tensor(type, {1, 1}));
    b.input(Tensor(type, {2, 1}));
    b.input(tensor(type, {2, 1}, {0, 1}));
    b.input(tensor(type, {1, 2}, {0, roundTo(type, -3 * random.unit())}));
    Attention op;
    op.mask = MaskKind::Additive;
    b.add(op, {0, 1, 2, 3});
    const double power = roundTo(f32, std::exp(b.inputs[3].real(1))), sum = roundTo(f32, 1 + power);
    const double weight = roundTo(f32, roundTo(type, power) * roundTo(f32, 1 / sum));
    CHECK(b.accepts({tensor(type, {1, 1}, {weight})}, flashing()));
  }
}

TEST_CASE("what is claimed exact is exact in every order and precision", "[oracle]") {
  Random random(7);
  int exact = 0;
  for (int round = 0; round < 500; ++round) {
    const ElementType type = std::array{f32, f16, bf16}[random.below(3)];
    const int64_t k = random.between(1, 12), limit = random.between(1, 40);
    Builder b;
    for (const Shape &shape : {Shape{1, k}, Shape{k, 1}, Shape{1, 1}}) {
      Tensor x(type, shape);
      for (int64_t i = 0; i < x.size(); ++i)
        x.setReal(i, static_cast<double>(random.between(-limit, limit)) *
                         std::ldexp(1.0, static_cast<int>(random.between(-2, 0))));
      b.input(x);
    }
    ValueId z = b.add(Contraction{{0, 2}, {2, 1}, {0, 1}, type}, {0, 1}, 2);
    if (!b.evaluate().isExact(z))
      continue;
    ++exact;
    const double expected = b.evaluate().tensor(z)->real(0);
    for (int order = 0; order < 8; ++order)
      CHECK(dotProduct(random, type, row(b.inputs[0], 0), column(b.inputs[1], 0),
                       b.inputs[2].real(0)) == expected);
  }
  CHECK(exact > 100);
}
