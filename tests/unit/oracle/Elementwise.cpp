#include "Builder.h"
#include "support/NameOf.h"

#include <limits>

using namespace assay;

static constexpr double inf = std::numeric_limits<double>::infinity();
static constexpr double quietNan = std::numeric_limits<double>::quiet_NaN();
static constexpr ElementType f16 = ElementType::F16, f32 = ElementType::F32,
                             bf16 = ElementType::BF16, f64 = ElementType::F64;
static constexpr ElementType i1 = ElementType::I1, i8 = ElementType::I8, i32 = ElementType::I32,
                             i64 = ElementType::I64;

static Builder unaryOf(UnaryKind kind, Tensor x) {
  Builder b;
  b.add(Unary{kind}, {b.input(std::move(x))});
  return b;
}
static Builder binaryOf(BinaryKind kind, Tensor x, Tensor y, bool isUnsigned = false) {
  Builder b;
  ValueId l = b.input(std::move(x)), r = b.input(std::move(y));
  b.add(Binary{kind, isUnsigned}, {l, r});
  return b;
}
static Builder castOf(Tensor x, ElementType to, bool isUnsigned = false) {
  Builder b;
  b.add(Cast{to, isUnsigned}, {b.input(std::move(x))});
  return b;
}

/// The integers an op yields on two scalars of a type.
static int64_t integerOf(BinaryKind kind, ElementType type, int64_t x, int64_t y,
                         bool isUnsigned = false) {
  Tensor a(type, {1}), b(type, {1});
  a.setInteger(0, x);
  b.setInteger(0, y);
  auto result = binaryOf(kind, a, b, isUnsigned).evaluate().tensor(2);
  REQUIRE(result);
  return result->integer(0);
}

TEST_CASE("small integers in floats stay exact through elementwise arithmetic", "[oracle]") {
  for (ElementType type : {f64, f32, f16, bf16}) {
    Tensor x = tensor(type, {3, -4, 0, 6}), y = tensor(type, {2, 2, 5, -3});
    for (const auto &[kind, expected] :
         {std::pair(BinaryKind::Add, std::vector<double>{5, -2, 5, 3}),
          std::pair(BinaryKind::Mul, std::vector<double>{6, -8, 0, -18}),
          std::pair(BinaryKind::Div, std::vector<double>{1.5, -2, 0, -2}),
          std::pair(BinaryKind::Max, std::vector<double>{3, 2, 5, 6})}) {
      Builder b = binaryOf(kind, x, y);
      CHECK(b.evaluate().isExact(2));
      CHECK(elementsOf(*b.evaluate().tensor(2)) == expected);
    }
  }
}

TEST_CASE("a single rounding on exact operands has one answer", "[oracle]") {
  // 1 + 2^-11 is half way between two f16 numbers: to even is 1.
  Builder sum = binaryOf(BinaryKind::Add, tensor(f16, {1}), tensor(f16, {0x1p-11}));
  CHECK(sum.accepts({tensor(f16, {1})}));
  CHECK_FALSE(sum.accepts({tensor(f16, {1 + 0x1p-10})}));
  CHECK_FALSE(sum.evaluate().isExact(2));
  Builder third = binaryOf(BinaryKind::Div, tensor(f32, {1}), tensor(f32, {3}));
  CHECK(third.accepts({tensor(f32, {1.0f / 3})}));
  CHECK_FALSE(third.accepts({tensor(f32, {std::nextafterf(1.0f / 3, 0)})}));
  Builder root = unaryOf(UnaryKind::Sqrt, tensor(f32, {2}));
  CHECK(root.accepts({tensor(f32, {std::sqrt(2.0f)})}));
  CHECK_FALSE(root.accepts({tensor(f32, {std::nextafterf(std::sqrt(2.0f), 2)})}));
  Builder f64Sum = binaryOf(BinaryKind::Mul, tensor(f64, {0.1}), tensor(f64, {0.1}));
  CHECK(f64Sum.accepts({tensor(f64, {0.1 * 0.1})}));
  CHECK_FALSE(f64Sum.accepts({tensor(f64, {std::nextafter(0.1 * 0.1, 1)})}));
}

TEST_CASE("a skipped rounding is inside the bound of what follows", "[oracle]") {
  // (1 + 2^-11) - 1: 0 if the sum is rounded to f16, 2^-11 if it is kept in f32.
  Builder b;
  ValueId one = b.input(tensor(f16, {1})), tiny = b.input(tensor(f16, {0x1p-11}));
  ValueId sum = b.add(Binary{BinaryKind::Add}, {one, tiny});
  ValueId back = b.add(Binary{BinaryKind::Sub}, {sum, one});
  b.returning({back});
  Evaluation evaluation = b.evaluate();
  CHECK(0x1p-11 <= evaluation.tensor(back)->real(0) + evaluation.bound(back, 0));
  CHECK(0 >= evaluation.tensor(back)->real(0) - evaluation.bound(back, 0));
  // The same of f32's product, which an FMA does not round.
  Builder fused = binaryOf(BinaryKind::Mul, tensor(f32, {1 + 0x1p-20}), tensor(f32, {1 + 0x1p-20}));
  CHECK(fused.evaluate().bound(2, 0) >= 0x1p-41);
}

TEST_CASE("a cast pair to a shorter type and back may be skipped", "[oracle]") {
  Builder b;
  ValueId x = b.input(tensor(f32, {1 + 0x1p-15, 3}));
  ValueId narrow = b.add(Cast{bf16}, {x});
  ValueId wide = b.add(Cast{f32}, {narrow});
  b.returning({wide});
  Evaluation evaluation = b.evaluate();
  for (double kept : {1.0, 1 + 0x1p-15})
    CHECK(std::fabs(kept - evaluation.tensor(wide)->real(0)) <= evaluation.bound(wide, 0));
  CHECK(evaluation.bound(wide, 1) == 0);
}

/// The integers from `low` to `high` and no others.
static void checkIntegers(const Builder &b, Tensor example, int64_t low, int64_t high) {
  for (int64_t i = low - 1; i <= high + 1; ++i) {
    example.set(0, static_cast<double>(i));
    CHECK(b.accepts({example}) == (i >= low && i <= high));
  }
}

TEST_CASE("what rounds once is on one side of what it rounds to", "[oracle]") {
  const double tenth = 0.1f;
  REQUIRE(static_cast<float>(tenth * 30) == 3);
  REQUIRE(tenth * 30 > 3);
  for (double sign : {1, -1}) {
    auto product = [&](Op op, std::optional<double> than = {}) {
      Builder b;
      ValueId x = b.input(tensor(f32, {tenth})), y = b.input(tensor(f32, {sign * 30}));
      std::vector<ValueId> operands;
      if (than)
        operands = {b.input(tensor(f32, {*than}))};
      operands.insert(operands.begin(), b.add(Binary{BinaryKind::Mul}, {x, y}));
      b.returning({b.add(std::move(op), operands)});
      return b;
    };
    // 3 or 3.0000000447.
    const Tensor real = tensor(f32, {0}), integer(i32, {1}), truth(i1, {1});
    checkIntegers(product(Unary{UnaryKind::Floor}), real, sign > 0 ? 3 : -4, sign > 0 ? 3 : -3);
    checkIntegers(product(Unary{UnaryKind::Ceil}), real, sign > 0 ? 3 : -3, sign > 0 ? 4 : -3);
    checkIntegers(product(Cast{i32}), integer, sign > 0 ? 3 : -3, sign > 0 ? 3 : -3);
    for (auto [predicate, low, high] :
         {std::tuple(Predicate::Ge, 1, 1), std::tuple(Predicate::Gt, 0, 1),
          std::tuple(Predicate::Lt, 0, 0), std::tuple(Predicate::Eq, 0, 1)}) {
      if (sign < 0)
        predicate = predicate == Predicate::Ge   ? Predicate::Le
                    : predicate == Predicate::Gt ? Predicate::Lt
                    : predicate == Predicate::Lt ? Predicate::Gt
                                                 : predicate;
      Builder b = product(Compare{predicate}, sign * 3);
      for (int seen : {0, 1})
        CHECK(b.accepts({tensor(i1, {static_cast<double>(seen)})}) ==
              (seen >= low && seen <= high));
    }
  }
}

TEST_CASE("an integer that goes by way of a float is itself or rounded", "[oracle]") {
  for (int64_t number : {2049, -2049, 2050, 4095}) {
    Builder b;
    Tensor x(i32, {1});
    x.setInteger(0, number);
    ValueId narrow = b.add(Cast{f16}, {b.input(x)});
    b.returning({b.add(Cast{i32}, {narrow})});
    const int64_t rounded = number == 2049    ? 2048
                            : number == -2049 ? -2048
                            : number == 4095  ? 4096
                                              : number;
    checkIntegers(b, x, std::min(number, rounded), std::max(number, rounded));
  }
  // 2049 - 2^-30 is 2048 in f16, and 2049 where it is kept in f32.
  Builder b;
  ValueId narrow = b.add(Cast{f16}, {b.input(tensor(f64, {2049 - 0x1p-30}))});
  b.returning({b.add(Cast{i32}, {narrow})});
  checkIntegers(b, Tensor(i32, {1}), 2048, 2049);
}

TEST_CASE("what rounds to an integer is no number between integers after floor", "[oracle]") {
  // 2.9999997 rounded to bf16 is 3: floor is 2 or 3, and nothing between.
  Builder b;
  ValueId x = b.input(tensor(f32, {3 - 0x1p-22}));
  ValueId narrow = b.add(Cast{bf16}, {x});
  ValueId low = b.add(Unary{UnaryKind::Floor}, {narrow});
  ValueId again = b.add(Unary{UnaryKind::Floor}, {low});
  ValueId integer = b.add(Cast{i32}, {low});
  b.returning({low, again, integer});
  for (double seen : {1.0, 2.0, 2.25, 2.5, 3.0, 4.0}) {
    const bool isRight = seen == 2 || seen == 3;
    Tensor two(i32, {1});
    two.setInteger(0, 2);
    CHECK(b.accepts({tensor(bf16, {seen}), tensor(bf16, {2}), two}) == isRight);
    CHECK(b.accepts({tensor(bf16, {2}), tensor(bf16, {seen}), two}) == isRight);
    two.setInteger(0, static_cast<int64_t>(seen));
    if (seen == std::trunc(seen))
      CHECK(b.accepts({tensor(bf16, {2}), tensor(bf16, {2}), two}) == isRight);
  }
}

TEST_CASE("a subnormal number that may be flushed keeps its sign", "[oracle]") {
  const Accuracy flushing = Accuracy{}.with(Allowances().with(Allowance::FlushesSubnormals));
  for (double sign : {1, -1}) {
    auto isAccepted = [&](UnaryKind kind, double seen) {
      return unaryOf(kind, tensor(f32, {sign * 1e-40})).accepts({tensor(f32, {seen})}, flushing);
    };
    CHECK(isAccepted(UnaryKind::Sign, sign));
    CHECK(isAccepted(UnaryKind::Sign, 0));
    CHECK_FALSE(isAccepted(UnaryKind::Sign, -sign));
    CHECK_FALSE(isAccepted(UnaryKind::Sign, 0.5 * sign));
    // x == 0 ? x : copysign(1, x), where x is flushed for the comparison.
    CHECK(isAccepted(UnaryKind::Sign, sign * 1e-40));
    CHECK_FALSE(isAccepted(UnaryKind::Sign, sign * 0x1p-126));
    CHECK(isAccepted(UnaryKind::Floor, 0));
    CHECK(isAccepted(UnaryKind::Floor, -1) == (sign < 0));
    CHECK(isAccepted(UnaryKind::Ceil, 1) == (sign > 0));
    CHECK_FALSE(isAccepted(UnaryKind::RoundEven, sign));
  }
}

TEST_CASE("casts round to nearest even, by way of f32 or not", "[oracle]") {
  // Just above a tie of f16, lost on the way through f32: both neighbours are right from f64.
  const double x = 1 + 0x1p-11 + 0x1p-40;
  Builder twice = castOf(tensor(f64, {x}), f16);
  CHECK(twice.accepts({tensor(f16, {1})}));
  CHECK(twice.accepts({tensor(f16, {1 + 0x1p-10})}));
  CHECK_FALSE(twice.accepts({tensor(f16, {1 + 0x1p-9})}));
  Builder once = castOf(tensor(f32, {1 + 0x1p-11 + 0x1p-20}), f16);
  CHECK(once.accepts({tensor(f16, {1 + 0x1p-10})}));
  CHECK_FALSE(once.accepts({tensor(f16, {1})}));
}

TEST_CASE("large integers become floats in one rounding", "[oracle]") {
  Tensor x(i64, {3});
  const int64_t justAboveTie = (int64_t(1) << 62) + (int64_t(1) << 38) + 1;
  x.setInteger(0, justAboveTie);
  x.setInteger(1, (int64_t(1) << 53) + 1);
  x.setInteger(2, INT64_MIN);
  Builder b = castOf(x, f32);
  CHECK(b.accepts(
      {tensor(f32, {static_cast<double>(static_cast<float>(justAboveTie)), 0x1p53, -0x1p63})}));
  CHECK(static_cast<float>(justAboveTie) > 0x1p62f);
  CHECK_FALSE(b.accepts({tensor(f32, {0x1p62, 0x1p53, -0x1p63})}));
  Builder wide = castOf(x, f64);
  CHECK(wide.accepts({tensor(f64, {static_cast<double>(justAboveTie), 0x1p53, -0x1p63})}));
  CHECK(wide.evaluate().bound(1, 1) > 0);
  CHECK(wide.evaluate().bound(1, 2) == 0);
  Tensor all(i64, {1});
  all.setInteger(0, -1);
  CHECK(castOf(all, f64, true).accepts({tensor(f64, {0x1p64})}));
  CHECK(castOf(all, f64).accepts({tensor(f64, {-1})}));
}

TEST_CASE("an overflow on return is an infinity, and open further on", "[oracle]") {
  Builder b;
  ValueId x = b.input(tensor(f16, {60000}));
  ValueId sum = b.add(Binary{BinaryKind::Add}, {x, x});
  ValueId back = b.add(Binary{BinaryKind::Sub}, {sum, x});
  b.returning({sum, back});
  CHECK(b.accepts({tensor(f16, {inf}), tensor(f16, {inf})}));
  CHECK(b.accepts({tensor(f16, {inf}), tensor(f16, {60000})}));
  CHECK_FALSE(b.accepts({tensor(f16, {65504}), tensor(f16, {inf})}));
  CHECK(b.compare({tensor(f16, {inf}), tensor(f16, {inf})}).inconclusive == 1);
}

TEST_CASE("NaN, infinities and zeros follow IEEE", "[oracle]") {
  Tensor x = tensor(f32, {inf, -inf, quietNan, 0, inf}), y = tensor(f32, {1, inf, 1, -0.0, -inf});
  CHECK(binaryOf(BinaryKind::Add, x, y)
            .accepts({tensor(f32, {inf, quietNan, quietNan, 0, quietNan})}));
  CHECK_FALSE(binaryOf(BinaryKind::Add, x, y)
                  .accepts({tensor(f32, {-inf, quietNan, quietNan, 0, quietNan})}));
  CHECK(binaryOf(BinaryKind::Mul, x, y).accepts({tensor(f32, {inf, -inf, -quietNan, -0.0, -inf})}));
  CHECK_FALSE(binaryOf(BinaryKind::Mul, x, y).accepts({tensor(f32, {inf, -inf, 1, 0, -inf})}));
  CHECK(binaryOf(BinaryKind::Max, x, y).accepts({tensor(f32, {inf, inf, quietNan, -0.0, inf})}));
  CHECK_FALSE(binaryOf(BinaryKind::Max, x, y).accepts({tensor(f32, {inf, inf, 1, 0, inf})}));
  CHECK(binaryOf(BinaryKind::MaxNum, x, y).accepts({tensor(f32, {inf, inf, 1, 0, inf})}));
  CHECK(binaryOf(BinaryKind::MinNum, x, y).accepts({tensor(f32, {1, -inf, 1, 0, -inf})}));
  // x / 0 has the sign of the zero, which nobody keeps.
  Tensor zero = tensor(f32, {0});
  CHECK(binaryOf(BinaryKind::Div, tensor(f32, {1}), zero).accepts({tensor(f32, {-inf})}));
  CHECK(binaryOf(BinaryKind::Div, zero, zero).accepts({tensor(f32, {quietNan})}));
  CHECK_FALSE(binaryOf(BinaryKind::Div, zero, zero).accepts({tensor(f32, {0})}));
}

TEST_CASE("integers wrap in their own width", "[oracle]") {
  CHECK(integerOf(BinaryKind::Add, i8, 127, 1) == -128);
  CHECK(integerOf(BinaryKind::Mul, i8, -128, -1) == -128);
  CHECK(integerOf(BinaryKind::Mul, i64, INT64_MAX, INT64_MAX) == 1);
  CHECK(integerOf(BinaryKind::Mul, i64, (int64_t(1) << 53) + 1, 3) == 3 * ((int64_t(1) << 53) + 1));
  CHECK(integerOf(BinaryKind::Sub, i32, INT32_MIN, 1) == INT32_MAX);
  CHECK(integerOf(BinaryKind::Shl, i8, 3, 7) == -128);
}

TEST_CASE("truncating, flooring and remainder differ, signed and unsigned", "[oracle]") {
  CHECK(integerOf(BinaryKind::Div, i8, -7, 2) == -3);
  CHECK(integerOf(BinaryKind::FloorDiv, i8, -7, 2) == -4);
  CHECK(integerOf(BinaryKind::FloorDiv, i8, 7, -2) == -4);
  CHECK(integerOf(BinaryKind::FloorDiv, i8, -8, 2) == -4);
  CHECK(integerOf(BinaryKind::Rem, i8, -7, 2) == -1);
  CHECK(integerOf(BinaryKind::Div, i8, -7, 2, true) == 124);
  CHECK(integerOf(BinaryKind::Rem, i8, -7, 2, true) == 1);
  CHECK(integerOf(BinaryKind::Div, i64, -1, 2, true) == INT64_MAX);
  CHECK(integerOf(BinaryKind::Max, i8, -1, 1, true) == -1);
  CHECK(integerOf(BinaryKind::Max, i8, -1, 1) == 1);
  CHECK(integerOf(BinaryKind::Min, i8, -1, 1, true) == 1);
  CHECK(integerOf(BinaryKind::Shr, i8, -128, 1) == -64);
  CHECK(integerOf(BinaryKind::Shr, i8, -128, 1, true) == 64);
  CHECK(integerOf(BinaryKind::Xor, i8, -1, 15) == -16);
}

TEST_CASE("what C leaves undefined is undefined", "[oracle]") {
  auto undefined = [](BinaryKind kind, int64_t x, int64_t y, bool isUnsigned = false) {
    Tensor a(i8, {1}), b(i8, {1});
    a.setInteger(0, x);
    b.setInteger(0, y);
    return binaryOf(kind, a, b, isUnsigned).isUndefined();
  };
  CHECK(undefined(BinaryKind::Div, 1, 0));
  CHECK(undefined(BinaryKind::Rem, 1, 0, true));
  CHECK(undefined(BinaryKind::Div, -128, -1));
  CHECK(undefined(BinaryKind::Rem, -128, -1));
  CHECK_FALSE(undefined(BinaryKind::Div, -128, -1, true));
  CHECK(undefined(BinaryKind::Shl, 1, 8));
  CHECK(undefined(BinaryKind::Shr, 1, -1));
  CHECK_FALSE(undefined(BinaryKind::Shr, 1, 7));
  CHECK(unaryOf(UnaryKind::Abs, tensor(i8, {-128})).isUndefined());
  CHECK_FALSE(unaryOf(UnaryKind::Abs, tensor(i8, {-127})).isUndefined());
  CHECK(castOf(tensor(f32, {128}), i8).isUndefined());
  CHECK_FALSE(castOf(tensor(f32, {127.9}), i8).isUndefined());
  CHECK_FALSE(castOf(tensor(f32, {-128.9}), i8).isUndefined());
  CHECK(castOf(tensor(f32, {-1}), i8, true).isUndefined());
  CHECK_FALSE(castOf(tensor(f32, {-0.9}), i8, true).isUndefined());
  CHECK(castOf(tensor(f32, {quietNan}), i32).isUndefined());
  CHECK(castOf(tensor(f64, {0x1p63}), i64).isUndefined());
  CHECK_FALSE(castOf(tensor(f64, {-0x1p63}), i64).isUndefined());
}

TEST_CASE("a divisor guarded by max(abs(b), 1) is defined even where b is open", "[oracle]") {
  Builder b;
  ValueId x = b.input(tensor(f32, {0.1}));
  ValueId thirty = b.add(Fill{{1}, f32, 30}, {});
  ValueId product = b.add(Binary{BinaryKind::Mul}, {x, thirty});
  ValueId whole = b.add(Cast{i32}, {product});
  ValueId size = b.add(Unary{UnaryKind::Abs}, {whole});
  ValueId one = b.add(Fill{{1}, i32, 1}, {});
  ValueId divisor = b.add(Binary{BinaryKind::Max}, {size, one});
  ValueId dividend = b.add(Fill{{1}, i32, 12}, {});
  ValueId quotient = b.add(Binary{BinaryKind::Div}, {dividend, divisor});
  b.returning({whole, quotient});
  // 0.1f * 30 is just above 3, and 3 when rounded to f32: open only if the bound reaches below.
  CHECK(b.accepts({tensor(i32, {3}), tensor(i32, {4})}));
  CHECK_FALSE(b.accepts({tensor(i32, {5}), tensor(i32, {2})}));
}

TEST_CASE("truth values cast as 0 and 1, and from numbers by being non-zero", "[oracle]") {
  CHECK(castOf(tensor(i1, {0, 1}), i8).accepts({tensor(i8, {0, 1})}));
  CHECK_FALSE(castOf(tensor(i1, {0, 1}), i8).accepts({tensor(i8, {0, -1})}));
  CHECK(castOf(tensor(i1, {0, 1}), f16).accepts({tensor(f16, {0, 1})}));
  CHECK(castOf(tensor(f32, {0, -0.0, quietNan, 0.5}), i1).accepts({tensor(i1, {0, 0, 1, 1})}));
  CHECK(castOf(tensor(i8, {0, 2}), i1).accepts({tensor(i1, {0, 1})}));
  CHECK(castOf(tensor(i8, {-1}), i32).accepts({tensor(i32, {-1})}));
  CHECK(castOf(tensor(i8, {-1}), i32, true).accepts({tensor(i32, {255})}));
  CHECK(castOf(tensor(i32, {300}), i8).accepts({tensor(i8, {44})}));
}

TEST_CASE("comparisons are ordered, but for ne", "[oracle]") {
  Builder b;
  ValueId x = b.input(tensor(f32, {1, quietNan, 0})), y = b.input(tensor(f32, {2, 1, -0.0}));
  b.add(Compare{Predicate::Lt}, {x, y});
  b.add(Compare{Predicate::Ne}, {x, y});
  b.add(Compare{Predicate::Eq}, {x, y});
  b.add(Compare{Predicate::Ge}, {x, y});
  CHECK(b.accepts({tensor(i1, {1, 0, 0}), tensor(i1, {1, 1, 0}), tensor(i1, {0, 0, 1}),
                   tensor(i1, {0, 0, 1})}));
}

TEST_CASE("a comparison over overlapping intervals is open, element by element", "[oracle]") {
  Builder b;
  ValueId x = b.input(tensor(f32, {0.1, 0.1})), y = b.input(tensor(f32, {3, 3}));
  // The first is what the product rounds to, the second far away.
  ValueId limit = b.input(tensor(f32, {static_cast<double>(0.1f * 3.0f), 1}));
  ValueId product = b.add(Binary{BinaryKind::Mul}, {x, y});
  ValueId less = b.add(Compare{Predicate::Lt}, {product, limit});
  ValueId chosen = b.add(Select{}, {less, x, limit});
  b.returning({less, chosen});
  Tensor returned = tensor(f32, {static_cast<double>(0.1f), static_cast<double>(0.1f)});
  CHECK(b.accepts({tensor(i1, {0, 1}), returned}));
  CHECK(b.accepts({tensor(i1, {1, 1}), returned}));
  CHECK_FALSE(b.accepts({tensor(i1, {1, 0}), returned}));
  CHECK(b.compare({tensor(i1, {1, 1}), returned}).inconclusive >= 1);
  CHECK_FALSE(b.evaluate().tensor(less));
}

TEST_CASE("functions are exact at their fixed points and bounded elsewhere", "[oracle]") {
  CHECK(unaryOf(UnaryKind::Exp, tensor(f32, {0})).evaluate().isExact(1));
  CHECK(unaryOf(UnaryKind::Log, tensor(f16, {1})).evaluate().isExact(1));
  CHECK(unaryOf(UnaryKind::Sqrt, tensor(bf16, {16})).evaluate().isExact(1));
  Accuracy loose;
  loose.allowances = Allowances().with(Allowance::InexactAtZero);
  CHECK_FALSE(unaryOf(UnaryKind::Exp, tensor(f32, {0})).evaluate(loose).isExact(1));
  for (UnaryKind kind :
       {UnaryKind::Exp, UnaryKind::Exp2, UnaryKind::Expm1, UnaryKind::Log, UnaryKind::Log1p,
        UnaryKind::Rsqrt, UnaryKind::Sin, UnaryKind::Cos, UnaryKind::Tanh, UnaryKind::Erf}) {
    INFO(nameOf(kind));
    Evaluation evaluation = unaryOf(kind, tensor(f32, {0.7})).evaluate();
    const double value = evaluation.tensor(1)->real(0), bound = evaluation.bound(1, 0);
    CHECK(bound > 0);
    CHECK(bound < 16 * 0x1p-24 * std::fmax(std::fabs(value), 2));
    CHECK(unaryOf(kind, tensor(f32, {0.7})).accepts({tensor(f32, {value})}));
    CHECK_FALSE(unaryOf(kind, tensor(f32, {0.7})).accepts({tensor(f32, {value + 4 * bound})}));
    CHECK_FALSE(unaryOf(kind, tensor(f32, {0.7})).accepts({tensor(f32, {value - 4 * bound})}));
  }
}

static Accuracy granting(std::initializer_list<Allowance> all) {
  Accuracy accuracy;
  for (Allowance one : all)
    accuracy.allowances = accuracy.allowances.with(one);
  return accuracy;
}

TEST_CASE("expm1 is held to its own size, in the type that it is computed in", "[oracle]") {
  for (ElementType type : {f32, f16, bf16}) {
    for (double x : {0.5, -2.0, 0.01, 3.0}) {
      const Tensor operand = tensor(type, {x});
      const double value = std::expm1(operand.real(0)), unit = std::ldexp(1, -precision(type));
      const Builder b = unaryOf(UnaryKind::Expm1, operand);
      CHECK(b.evaluate().bound(1, 0) < (type == f32 ? 6 : 1.1) * unit * std::fabs(value));
      CHECK(b.accepts({tensor(type, {value})}));
      CHECK_FALSE(b.accepts({tensor(type, {value * 1.02})}));
    }
    // exp(x) - 1, which has few digits left of a small x.
    const Tensor small = tensor(type, {0.003});
    const Builder b = unaryOf(UnaryKind::Expm1, small);
    const double inFloat = static_cast<double>(static_cast<float>(std::exp(small.real(0)))) - 1;
    const double inType = roundTo(type, std::exp(small.real(0))) - 1;
    CHECK(b.accepts({tensor(type, {inFloat})}) == (type != f32));
    CHECK(b.accepts({tensor(type, {inFloat})}, granting({Allowance::Expm1ByExp})));
    CHECK(b.accepts({tensor(type, {inType})}, granting({Allowance::Expm1ByExp})) == (type == f32));
    CHECK(b.accepts({tensor(type, {inType})},
                    granting({Allowance::Expm1ByExp, Allowance::StepsInType})));
    CHECK_FALSE(b.accepts({tensor(type, {inType})}, granting({Allowance::StepsInType})));
  }
}

TEST_CASE("exp2 in steps loses what they do in their type", "[oracle]") {
  for (ElementType type : {f16, bf16}) {
    const Tensor operand = tensor(type, {-1.54296875});
    const double ln2 = roundTo(type, std::log(2.0));
    const double inType = std::exp(roundTo(type, operand.real(0) * ln2));
    const Builder b = unaryOf(UnaryKind::Exp2, operand);
    const Tensor result = tensor(type, {inType});
    CHECK_FALSE(b.accepts({result}));
    CHECK_FALSE(b.accepts({result}, granting({Allowance::Exp2ByExp})));
    CHECK(b.accepts({result}, granting({Allowance::Exp2ByExp, Allowance::StepsInType})));
    CHECK_FALSE(b.accepts({tensor(type, {inType * 0.98})},
                          granting({Allowance::Exp2ByExp, Allowance::StepsInType})));
  }
}

TEST_CASE("an allowance widens the bound of what it is about, and of nothing else", "[oracle]") {
  const auto bound = [](UnaryKind kind, double x, ElementType type, const Accuracy &accuracy) {
    return unaryOf(kind, tensor(type, {x})).evaluate(accuracy).bound(1, 0);
  };
  const std::pair<Allowance, UnaryKind> meant[] = {
      {Allowance::LooseTanh, UnaryKind::Tanh},     {Allowance::LooseErf, UnaryKind::Erf},
      {Allowance::LooseSqrt, UnaryKind::Sqrt},     {Allowance::Log1pByLog, UnaryKind::Log1p},
      {Allowance::Exp2ByExp, UnaryKind::Exp2},     {Allowance::Expm1ByExp, UnaryKind::Expm1},
      {Allowance::PeriodInOneStep, UnaryKind::Sin}};
  for (const auto &[allowance, function] : meant)
    for (const auto &[_, other] : meant) {
      INFO(nameOf(allowance));
      INFO(nameOf(other));
      const double without = bound(other, 0.3, f32, {});
      const double with = bound(other, 0.3, f32, granting({allowance}));
      CHECK((with > without) == (other == function));
    }
  // What is far outside of a period is not reduced to it in one step.
  const Accuracy inOneStep = granting({Allowance::PeriodInOneStep});
  CHECK(std::isinf(bound(UnaryKind::Sin, 0x1p20, f32, inOneStep)));
  CHECK(bound(UnaryKind::Sin, 0x1p19, f32, inOneStep) < 0.2);
  CHECK(bound(UnaryKind::Sin, 0x1p100, f32, {}) < 1e-6);
  // 5 units of the last place are what MLIR's tanh may lose, and no library's.
  const Builder tanh = unaryOf(UnaryKind::Tanh, tensor(f32, {0.9}));
  const double value = std::tanh(static_cast<double>(0.9f)), off = value + 5 * 0x1p-24;
  CHECK_FALSE(tanh.accepts({tensor(f32, {off})}));
  CHECK(tanh.accepts({tensor(f32, {off})}, granting({Allowance::LooseTanh})));
}

TEST_CASE("of several allowances the fewest that excuse are named", "[oracle]") {
  const Allowances none, all = Allowances::all();
  const auto excuse = [&](Allowances needed, Allowances granted = {}) {
    return leastExcuse(granted, [&](Allowances more) {
      return more.with(granted).with(needed) == more.with(granted);
    });
  };
  const Allowances one = none.with(Allowance::LooseErf);
  const Allowances two = one.with(Allowance::StepsInType);
  CHECK(excuse(one) == one);
  CHECK(excuse(two) == two);
  CHECK(excuse(two, one) == none.with(Allowance::StepsInType));
  CHECK(excuse(all) == all);
  CHECK(all.list().size() == names(Allowance()).size());
  CHECK(two.text() == "loose_erf, steps_in_type");
  CHECK(all.without(all) == none);
}

TEST_CASE("functions outside their domain and at poles", "[oracle]") {
  CHECK(unaryOf(UnaryKind::Log, tensor(f32, {-1, 0, inf}))
            .accepts({tensor(f32, {quietNan, -inf, inf})}));
  CHECK_FALSE(unaryOf(UnaryKind::Log, tensor(f32, {-1})).accepts({tensor(f32, {0})}));
  CHECK(unaryOf(UnaryKind::Sqrt, tensor(f32, {-1})).accepts({tensor(f32, {quietNan})}));
  CHECK(unaryOf(UnaryKind::Rsqrt, tensor(f32, {0})).accepts({tensor(f32, {-inf})}));
  CHECK(unaryOf(UnaryKind::Tanh, tensor(f32, {inf, -inf})).accepts({tensor(f32, {1, -1})}));
  CHECK(unaryOf(UnaryKind::Exp, tensor(f32, {-inf, 1000})).accepts({tensor(f32, {0, inf})}));
  CHECK(unaryOf(UnaryKind::Sin, tensor(f32, {inf})).accepts({tensor(f32, {quietNan})}));
}

TEST_CASE("floor of a bounded value is exact away from steps", "[oracle]") {
  Builder b;
  ValueId x = b.input(tensor(f32, {0.1, 0.1})), y = b.input(tensor(f32, {25, 30}));
  ValueId product = b.add(Binary{BinaryKind::Mul}, {x, y}); // 2.5 and 3 +- u
  ValueId whole = b.add(Unary{UnaryKind::Floor}, {product});
  b.returning({whole});
  Evaluation evaluation = b.evaluate();
  CHECK(evaluation.bound(whole, 0) == 0);
  CHECK(evaluation.tensor(whole)->real(0) == 2);
}

TEST_CASE("the sign that max(x, 0) and abs give is known to sqrt and log", "[oracle]") {
  Builder b;
  ValueId x = b.input(tensor(f32, {0.1})), y = b.input(tensor(f32, {3}));
  ValueId product = b.add(Binary{BinaryKind::Mul}, {x, y});
  ValueId zeroish = b.add(Binary{BinaryKind::Sub}, {product, product});
  ValueId root = b.add(Unary{UnaryKind::Sqrt}, {b.add(Unary{UnaryKind::Abs}, {zeroish})});
  b.returning({root});
  CHECK(b.evaluate().bound(root, 0) < 1e-2);
  CHECK(b.evaluate().tensor(root));
}

TEST_CASE("complex products are sums of two products", "[oracle]") {
  Builder b;
  ValueId x = b.input(tensor(f32, {3, 0.1})), y = b.input(tensor(f32, {-2, 0.7}));
  ValueId z = b.add(Binary{BinaryKind::Complex}, {x, y});
  ValueId square = b.add(Binary{BinaryKind::Mul}, {z, z});
  ValueId real = b.add(Unary{UnaryKind::Real}, {square});
  ValueId imaginary = b.add(Unary{UnaryKind::Imag}, {square});
  b.returning({real, imaginary});
  Evaluation evaluation = b.evaluate();
  CHECK(evaluation.bound(real, 0) == 0);
  CHECK(evaluation.tensor(real)->real(0) == 5); // 9 - 4
  CHECK(evaluation.tensor(imaginary)->real(0) == -12);
  CHECK(evaluation.bound(real, 1) > 0);
  CHECK(std::fabs(evaluation.tensor(real)->real(1) - (0.01 - 0.49)) < 1e-7);
}

TEST_CASE("a complex product of NaN is open: compilers fold 1 + 0i away", "[oracle]") {
  Builder b;
  ValueId x = b.input(tensor(f32, {quietNan})), y = b.input(tensor(f32, {0}));
  ValueId one = b.input(tensor(f32, {1}));
  ValueId z = b.add(Binary{BinaryKind::Complex}, {x, y});
  ValueId unit = b.add(Binary{BinaryKind::Complex}, {one, y});
  ValueId product = b.add(Binary{BinaryKind::Mul}, {z, unit});
  b.returning({b.add(Unary{UnaryKind::Real}, {product}), b.add(Unary{UnaryKind::Imag}, {product})});
  CHECK(b.accepts({tensor(f32, {quietNan}), tensor(f32, {0})}));
  CHECK(b.accepts({tensor(f32, {quietNan}), tensor(f32, {quietNan})}));
}

TEST_CASE("a subnormal operand is returned as it is, but may be flushed by arithmetic",
          "[oracle]") {
  const double tiny = 0x1p-140;
  Builder b;
  ValueId x = b.input(tensor(f32, {tiny})), y = b.input(tensor(f32, {0x1p100}));
  ValueId reversed = b.add(Reverse{{0}}, {x});
  ValueId product = b.add(Binary{BinaryKind::Mul}, {x, y});
  b.returning({reversed, product});
  const std::vector<Tensor> flushed{tensor(f32, {tiny}), tensor(f32, {0})};
  const std::vector<Tensor> kept{tensor(f32, {tiny}), tensor(f32, {0x1p-40})};
  Accuracy flushing;
  flushing.allowances = Allowances().with(Allowance::FlushesSubnormals);
  CHECK(b.accepts(flushed, flushing));
  CHECK(b.accepts(kept, flushing));
  CHECK_FALSE(b.accepts({tensor(f32, {0}), tensor(f32, {0x1p-40})}, flushing));
  CHECK_FALSE(b.accepts(flushed));
  CHECK(b.evaluate().bound(product, 0) == 0);
}

TEST_CASE("a sum or a product of one subnormal term may be flushed, and what a scan starts from",
          "[oracle]") {
  Accuracy flushing;
  flushing.allowances = Allowances().with(Allowance::FlushesSubnormals);
  const double tiny = minNormal(f32) / 4;
  for (ReduceKind function : {ReduceKind::Sum, ReduceKind::Product, ReduceKind::Min}) {
    Builder b;
    ValueId x = b.input(tensor(f32, {1}, {1})), start = b.input(tensor(f32, {}, {tiny}));
    b.add(Scan{function, 0, false, false, f32}, {x}, start);
    CHECK(b.accepts({tensor(f32, {tiny})}));
    CHECK_FALSE(b.accepts({tensor(f32, {0})}));
    CHECK(b.accepts({tensor(f32, {0})}, flushing));
  }
}

TEST_CASE("empty tensors and rank 0 pass through elementwise ops", "[oracle]") {
  Builder empty;
  ValueId x = empty.input(Tensor(f32, {0, 3}));
  empty.add(Unary{UnaryKind::Exp}, {x});
  CHECK(empty.accepts({Tensor(f32, {0, 3})}));
  CHECK_FALSE(empty.accepts({Tensor(f32, {3, 0})}));
  Builder scalar = unaryOf(UnaryKind::Neg, tensor(i32, {}, {INT32_MIN}));
  CHECK(scalar.accepts({tensor(i32, {}, {INT32_MIN})}));
}

TEST_CASE("NaN makes NaN of what is not known", "[oracle]") {
  // 300 * 300 is infinite in f16, but may have been kept in f32.
  auto withOpen = [](auto op, double other) {
    Builder b;
    ValueId x = b.input(tensor(f16, {300})), y = b.input(tensor(f16, {other}));
    ValueId open = b.add(Binary{BinaryKind::Mul}, {x, x});
    ValueId made = b.add(op, {open, y});
    b.returning({made});
    return b;
  };
  using enum BinaryKind;
  for (BinaryKind kind : {Add, Sub, Mul, Div, Max, Min}) {
    CHECK(withOpen(Binary{kind}, quietNan).accepts({tensor(f16, {quietNan})}));
    CHECK_FALSE(withOpen(Binary{kind}, quietNan).accepts({tensor(f16, {inf})}));
  }
  CHECK(withOpen(Binary{MaxNum}, quietNan).accepts({tensor(f16, {inf})}));
  CHECK_FALSE(withOpen(Compare{Predicate::Lt}, quietNan).accepts({tensor(i1, {1})}));
  CHECK_FALSE(withOpen(Compare{Predicate::Ne}, quietNan).accepts({tensor(i1, {0})}));
}

TEST_CASE("a number that wins over NaN may be flushed where subnormals are", "[oracle]") {
  Accuracy flushing;
  flushing.allowances = Allowances().with(Allowance::FlushesSubnormals);
  const double tiny = minNormal(f32) / 4;
  Builder b = binaryOf(BinaryKind::MaxNum, tensor(f32, {quietNan, 1}), tensor(f32, {tiny, 0}));
  CHECK(b.accepts({tensor(f32, {tiny, 1})}));
  CHECK_FALSE(b.accepts({tensor(f32, {0, 1})}));
  CHECK(b.accepts({tensor(f32, {0, 1})}, flushing));
  CHECK_FALSE(b.accepts({tensor(f32, {quietNan, 1})}, flushing));
}

TEST_CASE("where subnormals may count as zero, a maximum of two is either as it is", "[oracle]") {
  Accuracy flushing;
  flushing.allowances = Allowances().with(Allowance::FlushesSubnormals);
  const double tiny = minNormal(f32) / 4;
  Builder b = binaryOf(BinaryKind::Max, tensor(f32, {0, tiny}), tensor(f32, {-tiny, tiny / 2}));
  CHECK(b.accepts({tensor(f32, {0, tiny})}));
  CHECK_FALSE(b.accepts({tensor(f32, {-tiny, tiny})}));
  CHECK(b.accepts({tensor(f32, {-tiny, tiny / 2})}, flushing));
  CHECK_FALSE(b.accepts({tensor(f32, {-tiny, minNormal(f32)})}, flushing));
  Builder least;
  ValueId x = least.input(tensor(f32, {0, -tiny}));
  least.add(Reduce{ReduceKind::Max, {0}, f32}, {x});
  CHECK_FALSE(least.accepts({tensor(f32, {}, {-tiny})}));
  CHECK(least.accepts({tensor(f32, {}, {-tiny})}, flushing));
}

TEST_CASE("a maximum that loses NaN is seen", "[oracle]") {
  Tensor x = tensor(f32, {quietNan, 1, quietNan}), y = tensor(f32, {1, quietNan, quietNan});
  CHECK_FALSE(binaryOf(BinaryKind::Max, x, y).accepts({tensor(f32, {1, 1, quietNan})}));
  CHECK_FALSE(binaryOf(BinaryKind::Min, x, y).accepts({tensor(f32, {1, quietNan, quietNan})}));
  CHECK(binaryOf(BinaryKind::MaxNum, x, y).accepts({tensor(f32, {1, 1, quietNan})}));
  CHECK_FALSE(binaryOf(BinaryKind::MaxNum, x, y).accepts({tensor(f32, {1, quietNan, quietNan})}));
}

TEST_CASE("an exponential of a wide interval is no narrower than it", "[oracle]") {
  // Any of a row of equal keys may stand at either place, and with it -700, -1000 or 3.
  for (UnaryKind kind : {UnaryKind::Exp, UnaryKind::Exp2, UnaryKind::Expm1})
    for (double low : {-5.0, -600.0, -700.0, -1000.0}) {
      Builder b;
      ValueId keys = b.input(tensor(f64, {1, 1})), carried = b.input(tensor(f64, {low, 3}));
      ValueId sorted = b.add(Sort{}, {keys, carried}, {}, 2);
      b.returning({b.add(Unary{kind}, {b.add(Binary{BinaryKind::Add}, {sorted + 1, carried})})});
      auto at = [&](double x) {
        return kind == UnaryKind::Exp    ? std::exp(x)
               : kind == UnaryKind::Exp2 ? std::exp2(x)
                                         : std::expm1(x);
      };
      CHECK(b.accepts({tensor(f64, {at(2 * low), at(6)})}));
      CHECK(b.accepts({tensor(f64, {at(low + 3), at(3 + low)})}));
    }
}

TEST_CASE("what chooses between numbers may flush them, what moves them may not", "[oracle]") {
  const double tiny = 0x1p-140;
  Accuracy flushing;
  flushing.allowances = Allowances().with(Allowance::FlushesSubnormals);
  const auto zeroIsRight = [&](Op op, std::vector<ValueId> (*operands)(Builder &, double),
                               std::vector<Tensor> rest) {
    Builder b;
    const std::vector<ValueId> read = operands(b, tiny);
    b.add(std::move(op), read, std::nullopt, static_cast<int>(1 + rest.size()));
    std::vector<Tensor> returned{tensor(f32, {1}, {0})};
    returned.insert(returned.end(), rest.begin(), rest.end());
    return b.accepts(returned, flushing);
  };
  const auto one = [](Builder &b, double x) {
    return std::vector<ValueId>{b.input(tensor(f32, {1}, {x}))};
  };
  CHECK(zeroIsRight(Sort{0}, one, {}));
  CHECK(zeroIsRight(Topk{0, Dim(1)}, one, {tensor(ElementType::I64, {1}, {0})}));
  CHECK(zeroIsRight(Select{},
                    [](Builder &b, double x) {
                      return std::vector<ValueId>{b.input(tensor(ElementType::I1, {1}, {1})),
                                                  b.input(tensor(f32, {1}, {x})),
                                                  b.input(tensor(f32, {1}, {2}))};
                    },
                    {}));
  CHECK_FALSE(zeroIsRight(Reverse{{0}}, one, {}));
}

TEST_CASE("what a divisor is off by counts however small the quotient is", "[oracle]") {
  // 2^-950 and what 599 halves of its last place add to it, or do not.
  std::vector<double> terms(600, 0x1p-1003);
  terms[0] = 0x1p-950;
  Builder b;
  ValueId x = b.input(tensor(ElementType::F64, {1}, {0x1p-1030})),
          y = b.input(tensor(ElementType::F64, {1, 600}, terms));
  ValueId sum = b.add(Reduce{ReduceKind::Sum, {1}, ElementType::F64}, {y});
  b.returning({b.add(Binary{BinaryKind::Div}, {x, sum})});
  CHECK(b.accepts({tensor(ElementType::F64, {1}, {0x1p-80})}));
}

TEST_CASE("a period that is taken off in one step of f32 says nothing of f64", "[oracle]") {
  Accuracy accuracy;
  accuracy.allowances = Allowances().with(Allowance::PeriodInOneStep);
  CHECK(accuracy.error(UnaryKind::Sin, f32).perOperand >
        2 * accuracy.error(UnaryKind::Sin, ElementType::F64).perOperand);
}

TEST_CASE("a choice between a rounded number and itself is that", "[oracle]") {
  Builder b;
  ValueId x = b.input(tensor(f32, {0.7})), y = b.input(tensor(f32, {2.7}));
  ValueId power = b.add(Unary{UnaryKind::Exp}, {x});
  ValueId isEqual = b.add(Compare{Predicate::Eq}, {power, power});
  ValueId product = b.add(Binary{BinaryKind::Mul}, {x, y});
  b.returning({b.add(Select{}, {isEqual, product, product})});
  const float right = 0.7f * 2.7f;
  CHECK(b.accepts({tensor(f32, {right})}));
  CHECK_FALSE(b.accepts({tensor(f32, {std::nextafter(right, 0.0f)})}));
  CHECK_FALSE(b.accepts({tensor(f32, {std::nextafter(right, 9.0f)})}));
}
