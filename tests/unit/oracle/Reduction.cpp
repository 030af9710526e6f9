#include "Builder.h"

#include <limits>

using namespace assay;

static constexpr ElementType f64 = ElementType::F64, f32 = ElementType::F32, f16 = ElementType::F16,
                             bf16 = ElementType::BF16, i1 = ElementType::I1, i8 = ElementType::I8,
                             i32 = ElementType::I32, i64 = ElementType::I64;
static constexpr double inf = std::numeric_limits<double>::infinity();
static constexpr double quietNan = std::numeric_limits<double>::quiet_NaN();

static Builder reduce(ReduceKind kind, Tensor x, std::vector<int64_t> dims, ElementType result,
                      bool isUnsigned = false, std::optional<Tensor> initial = {}) {
  Builder b;
  ValueId operand = b.input(std::move(x));
  std::optional<ValueId> destination;
  if (initial)
    destination = b.input(*initial);
  b.add(Reduce{kind, std::move(dims), result, isUnsigned}, {operand}, destination);
  return b;
}

TEST_CASE("of nothing a reduction and a contraction may fold more than memory holds", "[oracle]") {
  CHECK(reduce(ReduceKind::Sum, Tensor(f32, {0, 3'000'000, 3'000'000}), {1, 2}, f32)
            .accepts({Tensor(f32, {0})}));
  Builder b;
  const ValueId x = b.input(Tensor(f32, {0, 3'000'000, 3'000'000})),
                y = b.input(Tensor(f32, {3'000'000, 3'000'000, 0}));
  b.add(Contraction{{0, 2, 3}, {2, 3, 1}, {0, 1}}, {x, y});
  CHECK(b.accepts({Tensor(f32, {0, 0})}));
}

TEST_CASE("reductions over one and several dims, with and without a start", "[oracle]") {
  Tensor x = tensor(f32, {2, 3}, {1, 2, 3, 4, 5, 6});
  CHECK(reduce(ReduceKind::Sum, x, {0}, f32).accepts({tensor(f32, {5, 7, 9})}));
  CHECK(reduce(ReduceKind::Sum, x, {0, 1}, f32).accepts({tensor(f32, {}, {21})}));
  CHECK(reduce(ReduceKind::Product, x, {1}, f32).accepts({tensor(f32, {6, 120})}));
  CHECK(reduce(ReduceKind::Max, x, {1}, f32, false, tensor(f32, {4, 4}))
            .accepts({tensor(f32, {4, 6})}));
  CHECK(reduce(ReduceKind::Sum, x, {1}, f32, false, tensor(f32, {10, 20}))
            .accepts({tensor(f32, {16, 35})}));
  CHECK_FALSE(reduce(ReduceKind::Sum, x, {1}, f32).accepts({tensor(f32, {6, 15.000001})}));
}

TEST_CASE("a reduction over nothing is its start, or the identity", "[oracle]") {
  CHECK(reduce(ReduceKind::Sum, Tensor(f32, {2, 0}), {1}, f32).accepts({tensor(f32, {0, 0})}));
  CHECK(reduce(ReduceKind::Product, Tensor(f32, {0}), {0}, f32).accepts({tensor(f32, {}, {1})}));
  CHECK(reduce(ReduceKind::Max, Tensor(f32, {0}), {0}, f32).accepts({tensor(f32, {}, {-inf})}));
  CHECK(reduce(ReduceKind::Min, Tensor(i8, {0}), {0}, i8).accepts({tensor(i8, {}, {127})}));
  CHECK(reduce(ReduceKind::Min, Tensor(i8, {0}), {0}, i8, true).accepts({tensor(i8, {}, {-1})}));
  CHECK(reduce(ReduceKind::Max, Tensor(i8, {0}), {0}, i8, true).accepts({tensor(i8, {}, {0})}));
  CHECK(reduce(ReduceKind::And, Tensor(i1, {0}), {0}, i1).accepts({tensor(i1, {}, {1})}));
  CHECK(reduce(ReduceKind::And, Tensor(i8, {0}), {0}, i8).accepts({tensor(i8, {}, {-1})}));
  CHECK(reduce(ReduceKind::Or, Tensor(i1, {0}), {0}, i1).accepts({tensor(i1, {}, {0})}));
  CHECK(reduce(ReduceKind::Sum, Tensor(f32, {0, 3}), {1}, f32).accepts({Tensor(f32, {0})}));
}

TEST_CASE("integer reductions wrap, and extend as they are told", "[oracle]") {
  Tensor x = tensor(i8, {-1, -2, 100});
  CHECK(reduce(ReduceKind::Sum, x, {0}, i32).accepts({tensor(i32, {}, {97})}));
  CHECK(reduce(ReduceKind::Sum, x, {0}, i32, true).accepts({tensor(i32, {}, {255 + 254 + 100})}));
  CHECK(reduce(ReduceKind::Max, x, {0}, i8, true).accepts({tensor(i8, {}, {-1})}));
  CHECK(reduce(ReduceKind::Max, x, {0}, i8).accepts({tensor(i8, {}, {100})}));
  CHECK(reduce(ReduceKind::Product, x, {0}, i8).accepts({tensor(i8, {}, {-56})})); // 200 - 256
  Tensor wide(i64, {2});
  wide.setInteger(0, INT64_MAX);
  wide.setInteger(1, 1);
  Tensor least(i64, {});
  least.setInteger(0, INT64_MIN);
  CHECK(reduce(ReduceKind::Sum, wide, {0}, i64).accepts({least}));
}

TEST_CASE("a sum of f16 is exact up to 2^11 in f16, and further in f32", "[oracle]") {
  Tensor x = tensor(f16, {1024, 1024}), y = tensor(f16, {1024, 1026});
  CHECK(reduce(ReduceKind::Sum, x, {0}, f16).evaluate().isExact(1));
  CHECK(reduce(ReduceKind::Sum, tensor(f16, {1024, 513, 513}), {0}, f16).evaluate().bound(1, 0) >
        0);
  CHECK(reduce(ReduceKind::Sum, tensor(f16, {1024, 513, 513}), {0}, f32).evaluate().isExact(1));
  // Two terms are one addition, which rounds correctly: 2050 + 1 is a tie, to even.
  Builder pair = reduce(ReduceKind::Sum, tensor(f16, {2050, 1}), {0}, f16);
  CHECK(pair.accepts({tensor(f16, {}, {2052})}));
  CHECK_FALSE(pair.accepts({tensor(f16, {}, {2050})}));
}

TEST_CASE("a product is exact while its odd parts fit", "[oracle]") {
  CHECK(reduce(ReduceKind::Product, tensor(f32, {4096, 0.5, 3, 5, 7}), {0}, f32)
            .evaluate()
            .isExact(1));
  CHECK(reduce(ReduceKind::Product, tensor(bf16, {15, 17, 2}), {0}, bf16).evaluate().isExact(1));
  CHECK_FALSE(
      reduce(ReduceKind::Product, tensor(bf16, {15, 17, 3}), {0}, bf16).evaluate().isExact(1));
  // 2^100 * 2^100 overflows before 2^-150 brings it back, in one order.
  CHECK_FALSE(
      reduce(ReduceKind::Product, tensor(f32, {0x1p100, 0x1p100, 0x1p-120, 0x1p-20}), {0}, f32)
          .evaluate()
          .tensor(1));
}

TEST_CASE("a product of two numbers, times powers of two, rounds once", "[oracle]") {
  for (ElementType type : {f64, f32, f16, bf16}) {
    const Tensor factors = tensor(type, {0.7, 4, 2.7, 0.25});
    Tensor right(type, {});
    right.set(0, factors.real(0) * factors.real(2));
    const double unit = std::ldexp(1, type == f64   ? -52
                                      : type == f32 ? -23
                                      : type == f16 ? -10
                                                    : -7);
    const Tensor above = tensor(type, {}, {right.real(0) + unit}),
                 below = tensor(type, {}, {right.real(0) - unit});
    Builder product = reduce(ReduceKind::Product, factors, {0}, type),
            started = reduce(ReduceKind::Product, factors, {0}, type, false, tensor(type, {}, {1}));
    for (const Builder &b : {product, started}) {
      CHECK(b.accepts({right}));
      CHECK_FALSE(b.accepts({above}));
      CHECK_FALSE(b.accepts({below}));
    }
  }
}

TEST_CASE("the last rounding of a product loses half an ulp", "[oracle]") {
  // Near 2 two roundings lose u times the product and half an ulp, u.
  Builder b = reduce(ReduceKind::Product, tensor(f32, {1.3, 1.5, 1.02}), {0}, f32);
  const double product = b.evaluate().tensor(1)->real(0);
  REQUIRE(product > 1.9);
  CHECK(b.evaluate().bound(1, 0) > 0x1p-24 * (product + 1));
  CHECK(b.evaluate().bound(1, 0) < 0x1p-24 * (product + 1.01));
}

TEST_CASE("an infinity times what is bounded but not 0 is one", "[oracle]") {
  for (double sign : {1, -1}) {
    Builder b;
    ValueId x = b.input(tensor(f32, {1})), great = b.input(tensor(f32, {sign * inf}));
    ValueId power = b.add(Unary{UnaryKind::Exp}, {x});
    ValueId small =
        b.add(Unary{UnaryKind::Expm1}, {b.add(Binary{BinaryKind::Sub}, {power, power})});
    for (ValueId factor : {power, small}) {
      ValueId both = b.add(Concat{0}, {factor, great});
      b.returning({b.add(Reduce{ReduceKind::Product, {0}, f32}, {both})});
      CHECK(b.accepts({tensor(f32, {}, {sign * inf})}));
      CHECK(b.accepts({tensor(f32, {}, {-sign * inf})}) == (factor == small));
      CHECK(b.accepts({tensor(f32, {}, {quietNan})}) == (factor == small));
    }
  }
}

TEST_CASE("NaN wins in reductions, and infinities in sums", "[oracle]") {
  CHECK(reduce(ReduceKind::Max, tensor(f32, {1, quietNan, 3}), {0}, f32)
            .accepts({tensor(f32, {}, {quietNan})}));
  CHECK_FALSE(reduce(ReduceKind::Max, tensor(f32, {1, quietNan, 3}), {0}, f32)
                  .accepts({tensor(f32, {}, {3})}));
  CHECK(reduce(ReduceKind::Sum, tensor(f32, {1, inf, 3}), {0}, f32)
            .accepts({tensor(f32, {}, {inf})}));
  CHECK(reduce(ReduceKind::Sum, tensor(f32, {-inf, inf}), {0}, f32)
            .accepts({tensor(f32, {}, {quietNan})}));
  CHECK(
      reduce(ReduceKind::Max, tensor(f32, {0, -0.0}), {0}, f32).accepts({tensor(f32, {}, {-0.0})}));
}

TEST_CASE("scans run either way, with or without their own element", "[oracle]") {
  Tensor x = tensor(i32, {1, 4}, {1, 2, 3, 4});
  for (const auto &[inclusive, reverse, expected] :
       {std::tuple(true, false, std::vector<double>{1, 3, 6, 10}),
        std::tuple(false, false, std::vector<double>{0, 1, 3, 6}),
        std::tuple(true, true, std::vector<double>{10, 9, 7, 4}),
        std::tuple(false, true, std::vector<double>{9, 7, 4, 0})}) {
    Builder b;
    ValueId operand = b.input(x);
    b.add(Scan{ReduceKind::Sum, 1, inclusive, reverse, i32}, {operand});
    CHECK(elementsOf(*b.evaluate().tensor(1)) == expected);
  }
  Builder started;
  ValueId operand = started.input(tensor(f32, {2, 2}, {1, 2, 3, 4}));
  ValueId initial = started.input(tensor(f32, {10, 20}));
  started.add(Scan{ReduceKind::Sum, 0, false, false, f32}, {operand}, initial);
  CHECK(started.accepts({tensor(f32, {2, 2}, {10, 20, 11, 22})}));
  Builder products;
  operand = products.input(tensor(f64, {3}, {2, 3, 4}));
  products.add(Scan{ReduceKind::Product, 0, true, false, f64}, {operand});
  CHECK(products.accepts({tensor(f64, {2, 6, 24})}));
}

TEST_CASE("softmax is exact over 2^k equal elements, and bounded elsewhere", "[oracle]") {
  Builder b;
  ValueId x = b.input(tensor(f32, {2, 4}, {3, 3, 3, 3, -inf, 5, -inf, 5}));
  b.add(Softmax{1}, {x});
  CHECK(b.evaluate().isExact(1));
  CHECK(b.accepts({tensor(f32, {2, 4}, {0.25, 0.25, 0.25, 0.25, 0, 0.5, 0, 0.5})}));
  Builder logs;
  x = logs.input(tensor(f32, {3}, {0, std::log(2.0), std::log(5.0)}));
  logs.add(Softmax{0}, {x});
  CHECK(logs.accepts({tensor(f32, {0.125, 0.25, 0.625})}));
  CHECK_FALSE(logs.accepts({tensor(f32, {0.1251, 0.25, 0.625})}));
  Builder special;
  x = special.input(tensor(f32, {3, 2}, {quietNan, 1, inf, 1, -inf, -inf}));
  special.add(Softmax{1}, {x});
  CHECK(special.accepts(
      {tensor(f32, {3, 2}, {quietNan, quietNan, quietNan, quietNan, 0, quietNan})}));
  CHECK_FALSE(
      special.accepts({tensor(f32, {3, 2}, {quietNan, 1, quietNan, quietNan, 0, quietNan})}));
  Builder empty;
  x = empty.input(Tensor(f32, {0, 2}));
  empty.add(Softmax{0}, {x});
  CHECK(empty.accepts({Tensor(f32, {0, 2})}));
}

TEST_CASE("a score that may be far below the others may be one of them", "[oracle]") {
  // Which of the two is where the other was, an unstable sort leaves open.
  for (double far : {-1e9, -1e4, -800.0}) {
    Builder b;
    ValueId keys = b.input(tensor(i32, {4}, {0, 0, 0, -9}));
    ValueId scores = b.input(tensor(f64, {4}, {far, 0, 0, 0}));
    ValueId sorted = b.add(Sort{}, {keys, scores}, {}, 2);
    b.returning({b.add(Softmax{}, {sorted + 1})});
    const double third = 1.0 / 3;
    CHECK(b.accepts({tensor(f64, {third, 0, third, third})}));
    CHECK(b.accepts({tensor(f64, {third, third, 0, third})}));
  }
}

TEST_CASE("a score far below the others takes nothing from what softmax may lose", "[oracle]") {
  for (double far : {-1e38, -3e38, -600.0}) {
    Builder b;
    b.add(Softmax{0}, {b.input(tensor(f32, {30.1f, 1.4f, far}))});
    // x - maximum rounds by up to 2^-20, and so the weight by as much of itself.
    const double weight = std::exp(double(1.4f) - double(30.1f));
    CHECK(b.accepts({tensor(f32, {1, weight * (1 + 0x1p-20), 0})}));
    CHECK_FALSE(b.accepts({tensor(f32, {1, weight * 1.001, 0})}));
    CHECK_FALSE(b.accepts({tensor(f32, {1, weight, 1e-30})}));
  }
}

TEST_CASE("argmax yields the first index where it says so, else any of the ties", "[oracle]") {
  for (bool first : {true, false}) {
    Builder b;
    ValueId x = b.input(tensor(f32, {2, 3}, {1, 5, 5, 7, 7, 2}));
    b.add(ArgReduce{false, 1, first, i64}, {x}, {}, 2);
    CHECK(b.accepts({tensor(f32, {5, 7}), tensor(i64, {1, 0})}));
    CHECK(b.accepts({tensor(f32, {5, 7}), tensor(i64, {2, 1})}) == !first);
    CHECK_FALSE(b.accepts({tensor(f32, {5, 7}), tensor(i64, {0, 0})}));
    CHECK_FALSE(b.accepts({tensor(f32, {5, 7}), tensor(i64, {1, 3})}));
    CHECK_FALSE(b.accepts({tensor(f32, {5, 2}), tensor(i64, {1, 0})}));
  }
  Builder least;
  ValueId x = least.input(tensor(i8, {3, -128, 4}));
  least.add(ArgReduce{true, 0, true, i32}, {x}, {}, 2);
  CHECK(least.accepts({tensor(i8, {}, {-128}), tensor(i32, {}, {1})}));
}

TEST_CASE("argmax over overlapping bounds accepts each that may be the greatest", "[oracle]") {
  Builder b;
  // 0.1f * 3 is 0.3f, or a little less before it is rounded; 0.2 is out of reach.
  ValueId x = b.input(tensor(f32, {0.1, 0.3, 0.2})), y = b.input(tensor(f32, {3, 1, 1}));
  ValueId product = b.add(Binary{BinaryKind::Mul}, {x, y});
  ValueId values = b.add(ArgReduce{false, 0, true, i64}, {product}, {}, 2);
  b.returning({values, values + 1});
  const double third = static_cast<double>(0.3f), kept = static_cast<double>(0.1f * 3.0f);
  CHECK(b.accepts({tensor(f32, {}, {kept}), tensor(i64, {}, {0})}));
  CHECK(b.accepts({tensor(f32, {}, {third}), tensor(i64, {}, {1})}));
  CHECK_FALSE(b.accepts({tensor(f32, {}, {third}), tensor(i64, {}, {2})}));
}

TEST_CASE("what rounds once is not beyond its neighbour in argmax", "[oracle]") {
  // 2049 is 2048 or, if it is kept wide, itself: never as great as 2050.
  Builder b;
  Tensor x(i32, {2});
  x.setInteger(0, 2049);
  x.setInteger(1, 2050);
  ValueId keys = b.add(Cast{f16}, {b.input(x)});
  ValueId values = b.add(ArgReduce{false, 0, true, i64}, {keys}, {}, 2);
  b.returning({b.add(Binary{BinaryKind::Add}, {values + 1, values + 1})});
  CHECK(b.accepts({tensor(i64, {}, {2})}));
  CHECK_FALSE(b.accepts({tensor(i64, {}, {0})}));
}

TEST_CASE("a maximum in a wider type is of elements as they are, or rounded to their own",
          "[oracle]") {
  Builder b;
  const double x = 1 + 0x1p-10;
  ValueId factor = b.input(tensor(f16, {x, x}));
  ValueId square = b.add(Binary{BinaryKind::Mul}, {factor, factor});
  b.returning({b.add(Reduce{ReduceKind::Max, {0}, f32}, {square})});
  CHECK(b.accepts({tensor(f32, {}, {x * x})}));
  CHECK(b.accepts({tensor(f32, {}, {1 + 0x1p-9})}));
  CHECK_FALSE(b.accepts({tensor(f32, {}, {1 + 0x1p-9 - 0x1p-19})}));
  CHECK_FALSE(b.accepts({tensor(f32, {}, {1 + 0x1p-9 + 0x1p-18})}));
}

TEST_CASE("a NaN makes argmax open", "[oracle]") {
  Builder b;
  ValueId x = b.input(tensor(f32, {1, quietNan, 3}));
  b.add(ArgReduce{false, 0, true, i64}, {x}, {}, 2);
  CHECK(b.accepts({tensor(f32, {}, {3}), tensor(i64, {}, {2})}));
  CHECK(b.accepts({tensor(f32, {}, {quietNan}), tensor(i64, {}, {1})}));
}

TEST_CASE("NaN among terms that are not known is the sum, the product and the maximum",
          "[oracle]") {
  // The first term is open: it is infinite in f16, but may have been kept in f32.
  Builder b;
  ValueId x = b.input(tensor(f16, {300, 1})), nan = b.input(tensor(f16, {quietNan, 2}));
  ValueId open = b.add(Binary{BinaryKind::Mul}, {x, x});
  ValueId terms = b.add(Concat{0}, {open, nan});
  std::vector<ValueId> made;
  using enum ReduceKind;
  for (ReduceKind kind : {Sum, Product, Max, Min})
    made.push_back(b.add(Reduce{kind, {0}, f32}, {terms}));
  b.returning(made);
  const Tensor lost = tensor(f32, {}, {inf}), kept = tensor(f32, {}, {quietNan});
  CHECK(b.accepts({kept, kept, kept, kept}));
  for (size_t i = 0; i < made.size(); ++i) {
    std::vector<Tensor> results(made.size(), kept);
    results[i] = lost;
    CHECK_FALSE(b.accepts(results));
  }
}

TEST_CASE("a softmax of what exp alone cannot take", "[oracle]") {
  for (double first : {100.0, -150.0}) {
    Builder b;
    b.add(Softmax{}, {b.input(tensor(f32, {first, first}))});
    CHECK(b.accepts({tensor(f32, {0.5, 0.5})}));
    CHECK_FALSE(b.accepts({tensor(f32, {quietNan, quietNan})}));
    CHECK_FALSE(b.accepts({tensor(f32, {0, 0})}));
  }
}
