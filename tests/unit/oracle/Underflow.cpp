#include "Builder.h"
#include "oracle/EvaluationState.h"

#include <limits>
#include <random>

using namespace assay;

static constexpr ElementType f16 = ElementType::F16, f32 = ElementType::F32, i1 = ElementType::I1;

/// What a value of one element may be as the only one that is returned, and what not.
static void checkOne(Builder &b, ValueId value, std::initializer_list<double> right,
                     std::initializer_list<double> wrong) {
  const Shape shape = b.evaluate().detail().values[static_cast<size_t>(value)].shape;
  b.returning({value});
  const ElementType type = b.testCase().program().type(value).element;
  for (double number : right)
    CHECK(b.accepts({tensor(type, shape, {number})}));
  for (double number : wrong)
    CHECK_FALSE(b.accepts({tensor(type, shape, {number})}));
}

/// What softmax of the line is in f32 arithmetic, with exp correctly rounded.
static std::vector<double> softmaxInFloat(const std::vector<double> &x) {
  std::vector<double> powers;
  float sum = 0;
  for (double number : x) {
    powers.push_back(static_cast<float>(std::exp(number)));
    sum += static_cast<float>(powers.back());
  }
  for (double &power : powers)
    power = static_cast<float>(power) / sum;
  return powers;
}

TEST_CASE("a weight of softmax may be rounded up twice below the normal numbers", "[oracle]") {
  // exp(-103.9695) is just above half the least subnormal, and its quotient by the sum just below.
  const std::vector<double> line = {0, -5, static_cast<float>(-103.9695)};
  const std::vector<double> weights = softmaxInFloat(line);
  REQUIRE(weights[2] == 0x1p-149);
  Builder b;
  b.add(Softmax{0}, {b.input(tensor(ElementType::F32, line))});
  CHECK(b.accepts({tensor(ElementType::F32, weights)}));
  CHECK(b.accepts({tensor(ElementType::F32, {weights[0], weights[1], 0})}));
  CHECK_FALSE(b.accepts({tensor(ElementType::F32, {weights[0], weights[1], 0x1p-140})}));
}

TEST_CASE("a function's ulps are those of the subnormal numbers where its result is one",
          "[oracle]") {
  Builder b;
  b.add(Unary{UnaryKind::Exp}, {b.input(tensor(ElementType::F32, {-103.96, 0}))});
  CHECK(b.accepts({tensor(ElementType::F32, {0x1p-148, 1})}));
  CHECK_FALSE(b.accepts({tensor(ElementType::F32, {0x1p-140, 1})}));
}

TEST_CASE("the root of a great number is off by what the number is", "[oracle]") {
  Builder b;
  const ValueId root = b.input(tensor(ElementType::F32, {0.3})),
                great = b.input(tensor(ElementType::F64, {1e276})),
                rounded = b.add(Unary{UnaryKind::Erf}, {root}),
                wide = b.add(Cast{ElementType::F64}, {rounded}),
                product = b.add(Binary{BinaryKind::Mul}, {wide, great});
  b.returning({b.add(Unary{UnaryKind::Rsqrt}, {product})});
  const auto erf = static_cast<float>(std::erf(static_cast<float>(0.3)));
  for (const float seen : {erf, std::nextafter(erf, 0.0F), std::nextafter(erf, 1.0F)})
    CHECK(
        b.accepts({tensor(ElementType::F64, {1 / std::sqrt(static_cast<double>(seen) * 1e276)})}));
  CHECK_FALSE(b.accepts({tensor(ElementType::F64, {1 / std::sqrt(erf * 1.00001 * 1e276)})}));
}

TEST_CASE("a product that is subnormal in the oracle's own arithmetic is inside its bound",
          "[oracle]") {
  // What rounding to f32 loses of the factor is known, so that the product is at the end of the
  // bound.
  std::mt19937_64 engine(7);
  std::uniform_real_distribution<double> number(1, 2);
  for (int i = 0; i < 500; ++i) {
    const double x = number(engine), y = std::ldexp(number(engine), -1030);
    const double product = static_cast<float>(x) * y;
    INFO(x << " " << y);
    for (bool isSum : {false, true}) {
      Builder b;
      const ValueId given = b.input(tensor(ElementType::F64, {x})),
                    other = b.input(tensor(ElementType::F64, {y})),
                    narrowed = b.add(Cast{ElementType::F32}, {given}),
                    factor = b.add(Cast{ElementType::F64}, {narrowed});
      const ValueId last = isSum
                               ? b.add(Contraction{{0}, {0}, {}, ElementType::F64}, {factor, other})
                               : b.add(Binary{BinaryKind::Mul}, {factor, other});
      b.returning({last});
      const Tensor result = tensor(ElementType::F64, isSum ? Shape{} : Shape{1}, {product});
      CHECK(b.accepts({result}));
    }
  }
}

static constexpr double quietNan = std::numeric_limits<double>::quiet_NaN();

TEST_CASE("a product that underflows has its sign, or is 0", "[oracle]") {
  for (double sign : {1, -1}) {
    Builder b;
    ValueId x = b.input(tensor(f16, {1e-4})), y = b.input(tensor(f16, {sign * 1e-4}));
    ValueId zero = b.input(tensor(f16, {0}));
    ValueId product = b.add(Binary{BinaryKind::Mul}, {x, y});
    ValueId doubled = b.add(Binary{BinaryKind::Add}, {product, product});
    ValueId cubed = b.add(Binary{BinaryKind::Mul}, {doubled, x});
    for (ValueId value : {product, doubled, cubed}) {
      checkOne(b, b.add(Compare{sign > 0 ? Predicate::Ge : Predicate::Le}, {value, zero}), {1},
               {0});
      checkOne(b, b.add(Compare{sign > 0 ? Predicate::Gt : Predicate::Lt}, {value, zero}), {0, 1},
               {});
    }
    ValueId root = b.add(Unary{UnaryKind::Sqrt}, {product});
    if (sign > 0)
      checkOne(b, root, {0, 1e-4}, {-1e-4, 2e-4, quietNan});
    else
      checkOne(b, root, {0, quietNan}, {});
  }
}

TEST_CASE("the root of a sum of squares that underflow is one, or 0", "[oracle]") {
  Builder b;
  ValueId x = b.input(tensor(f32, {-1e-30, 2e-30, 0}));
  ValueId squares = b.add(Binary{BinaryKind::Mul}, {x, x});
  ValueId sum = b.add(Reduce{ReduceKind::Sum, {0}, f32}, {squares});
  ValueId fused = b.add(Contraction{{0}, {0}, {}, f32}, {x, x});
  ValueId product = b.add(Reduce{ReduceKind::Product, {0}, f32}, {squares});
  const double norm = std::sqrt(5e-60);
  checkOne(b, b.add(Unary{UnaryKind::Sqrt}, {sum}), {0, norm}, {-norm, 1e-20, quietNan});
  checkOne(b, b.add(Unary{UnaryKind::Sqrt}, {fused}), {0, norm}, {-norm, 1e-20, quietNan});
  checkOne(b, b.add(Unary{UnaryKind::Sqrt}, {product}), {0}, {-norm, 1e-20, quietNan});
}

TEST_CASE("the root of a subnormal number that may be flushed is 0, or off by what a root may be",
          "[oracle]") {
  const Accuracy flushing = Accuracy{}.with(Allowances().with(Allowance::FlushesSubnormals)),
                 both = flushing.with(Allowances().with(Allowance::LooseSqrt));
  Builder b;
  b.add(Unary{UnaryKind::Sqrt}, {b.input(tensor(f16, {3 * 0x1p-24}))});
  const Tensor root = tensor(f16, {std::sqrt(3 * 0x1p-24)}),
               twice = tensor(f16, {root.real(0) * 2}),
               above = tensor(f16, {root.real(0) + 0x1p-22});
  REQUIRE(above.real(0) > root.real(0));
  for (const Accuracy &accuracy : {flushing, both}) {
    CHECK(b.accepts({tensor(f16, {0})}, accuracy));
    CHECK(b.accepts({root}, accuracy));
    CHECK_FALSE(b.accepts({twice}, accuracy));
  }
  CHECK(b.accepts({above}, both));
}

TEST_CASE("the root of a sum of what underflows to either side is open", "[oracle]") {
  Builder b;
  ValueId x = b.input(tensor(f32, {1e-30, 1e-30})), y = b.input(tensor(f32, {1e-30, -2e-30}));
  ValueId sum = b.add(Contraction{{0}, {0}, {}, f32}, {x, y});
  checkOne(b, b.add(Unary{UnaryKind::Sqrt}, {sum}), {0, quietNan}, {});
}

TEST_CASE("a power that underflows is not less than 0", "[oracle]") {
  for (UnaryKind kind : {UnaryKind::Exp, UnaryKind::Exp2}) {
    Builder b;
    ValueId x = b.input(tensor(f32, {-200})), zero = b.input(tensor(f32, {0}));
    ValueId power = b.add(Unary{kind}, {x});
    checkOne(b, power, {0, 0x1p-149}, {-0x1p-149, 1e-40});
    checkOne(b, b.add(Compare{Predicate::Lt}, {power, zero}), {0}, {1});
    checkOne(b, b.add(Compare{Predicate::Gt}, {power, zero}), {0, 1}, {});
    ValueId root = b.add(Unary{UnaryKind::Sqrt}, {power});
    checkOne(b, root, {0, std::sqrt(0x1p-149)}, {-1e-30, 1e-20, quietNan});
    Accuracy absolute;
    absolute.functionAbsolute = 1e-6;
    b.returning({root});
    CHECK(b.accepts({tensor(f32, {quietNan})}, absolute));
  }
}

TEST_CASE("a weight of softmax that underflows is not less than 0", "[oracle]") {
  Builder b;
  ValueId x = b.input(tensor(f32, {0, -200, -1})), zero = b.input(tensor(f32, {0, 0, 0}));
  ValueId less = b.add(Compare{Predicate::Lt}, {b.add(Softmax{0}, {x}), zero});
  b.returning({less});
  CHECK(b.accepts({tensor(i1, {0, 0, 0})}));
  CHECK_FALSE(b.accepts({tensor(i1, {0, 1, 0})}));
}

TEST_CASE("a weight of softmax whose power is zero in every type is zero", "[oracle]") {
  for (ElementType type : {f16, f32}) {
    Builder b;
    ValueId weights = b.add(Softmax{0}, {b.input(tensor(type, {0, -900, -1, -120}))});
    ValueId sign = b.add(Unary{UnaryKind::Sign}, {weights});
    b.returning({sign});
    CHECK(b.accepts({tensor(type, {1, 0, 1, 0})}));
    // A wider type than f16 or f32 has a number for exp(-120).
    CHECK(b.accepts({tensor(type, {1, 0, 1, 1})}));
    CHECK_FALSE(b.accepts({tensor(type, {1, 1, 1, 0})}));
    Accuracy absolute;
    absolute.functionAbsolute = 1e-6;
    CHECK(b.accepts({tensor(type, {1, 1, 1, 0})}, absolute));
  }
}

TEST_CASE("a score far below one that is hardly known may be the greatest", "[oracle]") {
  Builder b;
  // 1e30 + 1 - 1e30 is anything up to some 1e23.
  ValueId large = b.input(tensor(f32, {1e30, 0})), one = b.input(tensor(f32, {1e20, 0}));
  ValueId sum =
      b.add(Binary{BinaryKind::Sub}, {b.add(Binary{BinaryKind::Add}, {large, one}), large});
  ValueId weights = b.add(Softmax{0}, {sum});
  b.returning({b.add(Unary{UnaryKind::Sign}, {weights})});
  CHECK(b.accepts({tensor(f32, {1, 0})}));
  CHECK(b.accepts({tensor(f32, {1, 1})}));
}

TEST_CASE("one of several indices is an integer as a float", "[oracle]") {
  Builder b;
  ValueId equal = b.input(tensor(f32, {1, 1, 0}));
  ValueId values = b.add(ArgReduce{false, 0, false, ElementType::I64}, {equal}, {}, 2);
  ValueId index = b.add(Cast{f16}, {values + 1});
  checkOne(b, index, {0, 1}, {-1, 0.5, 2});
  checkOne(b, b.add(Unary{UnaryKind::Sqrt}, {index}), {0, 1}, {-1, 2, quietNan});
}
