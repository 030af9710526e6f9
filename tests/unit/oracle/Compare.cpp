#include "Builder.h"

using namespace assay;

static constexpr ElementType f32 = ElementType::F32, f64 = ElementType::F64, i32 = ElementType::I32;

TEST_CASE("a result of another shape or type is a difference of shapes", "[oracle]") {
  Builder b;
  ValueId x = b.input(tensor(f32, {1, 2}));
  b.add(Unary{UnaryKind::Neg}, {x});
  Difference shape = b.compare({tensor(f32, {1, 2}, {-1, -2})}).differences.at(0);
  CHECK(shape.expected == "f32[2]");
  CHECK(shape.actual == "f32[1,2]");
  CHECK(b.compare({tensor(f64, {-1, -2})}).differences.at(0).actual == "f64[2]");
}

TEST_CASE("a difference names the first wrong element and counts them all", "[oracle]") {
  Builder b;
  ValueId x = b.input(tensor(i32, {2, 3}, {1, 2, 3, 4, 5, 6}));
  b.add(Unary{UnaryKind::Neg}, {x});
  b.returning({x, 1, x});
  Tensor good = tensor(i32, {2, 3}, {1, 2, 3, 4, 5, 6});
  Comparison comparison = b.compare({good, tensor(i32, {2, 3}, {-1, -2, -3, -4, 5, 6}), good});
  REQUIRE(comparison.differences.size() == 1);
  CHECK(comparison.differences[0].returned == 1);
  CHECK(comparison.differences[0].value == 1);
  CHECK(comparison.differences[0].index == Shape{1, 1});
  CHECK(comparison.differences[0].shape == Shape{2, 3});
  CHECK(comparison.differences[0].places == std::vector<int64_t>{4, 5});
  CHECK(comparison.differences[0].expected == "-5");
  CHECK(comparison.differences[0].actual == "5");
  CHECK(comparison.differences[0].wrong == 2);
  CHECK(comparison.differences[0].elements == 6);
  CHECK(comparison.exact == 18);
}

TEST_CASE("an element whose bound reaches an eighth of value and spread is inconclusive",
          "[oracle]") {
  Builder b;
  // Cancellation: 0.1 * 3 - 0.3 in f32 is all rounding error.
  ValueId x = b.input(tensor(f32, {0.1})), y = b.input(tensor(f32, {3}));
  ValueId product = b.add(Binary{BinaryKind::Mul}, {x, y});
  ValueId zeroish = b.add(Binary{BinaryKind::Sub}, {product, product});
  b.returning({zeroish});
  const Comparison comparison = b.compare({tensor(f32, {1e-8})});
  CHECK(comparison.inconclusive == 1);
  CHECK(comparison.differences.empty());
  // That what is in it says nothing does not excuse what is not.
  CHECK_FALSE(b.accepts({tensor(f32, {5})}));
  CHECK_FALSE(b.accepts({tensor(f32, {std::nan("")})}));
  // Beside an element of size 1 it is told apart.
  Builder wide;
  x = wide.input(tensor(f32, {0.1, 1}));
  y = wide.input(tensor(f32, {3, 1}));
  ValueId z = wide.input(tensor(f32, {0.3, 0.3}));
  product = wide.add(Binary{BinaryKind::Mul}, {x, y});
  ValueId difference = wide.add(Binary{BinaryKind::Sub}, {product, z});
  wide.returning({difference});
  CHECK(wide.accepts({tensor(f32, {0, 1 - static_cast<double>(0.3f)})}));
  CHECK_FALSE(wide.accepts({tensor(f32, {1e-3, 1 - static_cast<double>(0.3f)})}));
}

TEST_CASE("an integer of a range says something if the range is narrower than that", "[oracle]") {
  Builder b;
  // Either of the last two keys may go first, with what it carries.
  ValueId keys = b.input(tensor(f32, {4}, {1, 2, 3, 3}));
  ValueId near = b.input(tensor(i32, {4}, {0, 100, 50, 51}));
  ValueId far = b.input(tensor(i32, {4}, {0, 100, 50, 90}));
  const Sort sort;
  std::vector<ValueId> negated;
  for (ValueId carried : {near, far})
    negated.push_back(b.add(Unary{UnaryKind::Neg}, {b.add(sort, {keys, carried}, {}, 2) + 1}));
  b.returning({negated[0]});
  Comparison comparison = b.compare({tensor(i32, {4}, {0, -100, -50, -51})});
  CHECK(comparison.differences.empty());
  CHECK(comparison.exact == 2);
  CHECK(comparison.bounded == 2);
  b.returning({negated[1]});
  comparison = b.compare({tensor(i32, {4}, {0, -100, -50, -90})});
  CHECK(comparison.differences.empty());
  CHECK(comparison.exact == 2);
  CHECK(comparison.inconclusive == 2);
}

TEST_CASE("an element is described with its bound", "[oracle]") {
  Builder b;
  ValueId x = b.input(tensor(f32, {0.5, 3}));
  ValueId y = b.add(Unary{UnaryKind::Exp}, {x});
  b.add(Cast{i32}, {x});
  Evaluation evaluation = b.evaluate();
  CHECK(evaluation.describe(x, 0) == "0.5");
  CHECK(evaluation.describe(y, 0).substr(0, 13) == "1.6487212 +- ");
  CHECK(evaluation.describe(2, 1) == "3");
}
