#include "Builder.h"

#include <limits>

using namespace assay;

static constexpr ElementType f32 = ElementType::F32, i8 = ElementType::I8, i1 = ElementType::I1,
                             i32 = ElementType::I32, i64 = ElementType::I64;
static constexpr double quietNan = std::numeric_limits<double>::quiet_NaN();

static Builder topkOf(Tensor x, int64_t k, bool largest = true, bool sorted = true) {
  Builder b;
  ValueId operand = b.input(std::move(x));
  Topk op;
  op.dim = b.inputs[0].rank() - 1;
  op.k = k;
  op.largest = largest;
  op.sorted = sorted;
  b.add(op, {operand}, {}, 2);
  return b;
}

TEST_CASE("topk of distinct elements has one answer", "[oracle]") {
  Builder b = topkOf(tensor(f32, {2, 4}, {3, 1, 4, 2, -1, -5, -2, -3}), 2);
  CHECK(b.accepts({tensor(f32, {2, 2}, {4, 3, -1, -2}), tensor(i64, {2, 2}, {2, 0, 0, 2})}));
  CHECK_FALSE(b.accepts({tensor(f32, {2, 2}, {3, 4, -1, -2}), tensor(i64, {2, 2}, {0, 2, 0, 2})}));
  Builder least = topkOf(tensor(i8, {3, -128, 127}), 2, false);
  CHECK(least.accepts({tensor(i8, {-128, 3}), tensor(i64, {1, 0})}));
}

TEST_CASE("a run of ties in topk is a set, the last run any members of the tie", "[oracle]") {
  Builder b = topkOf(tensor(f32, {7, 5, 7, 5, 5}), 3);
  Tensor values = tensor(f32, {7, 7, 5});
  CHECK(b.accepts({values, tensor(i64, {0, 2, 1})}));
  CHECK(b.accepts({values, tensor(i64, {2, 0, 4})}));
  CHECK_FALSE(b.accepts({values, tensor(i64, {0, 0, 1})})); // not distinct
  CHECK_FALSE(b.accepts({values, tensor(i64, {0, 1, 2})})); // across runs
  CHECK_FALSE(b.accepts({values, tensor(i64, {0, 2, 5})})); // out of range
  CHECK_FALSE(b.accepts({tensor(f32, {7, 5, 5}), tensor(i64, {0, 1, 3})}));
  Difference difference = b.compare({values, tensor(i64, {0, 2, 0})}).differences[0];
  CHECK(difference.returned == 1);
  CHECK(difference.index == Shape{2});
  CHECK(difference.expected == "one of 1, 3, 4");
  CHECK(difference.actual == "0");
  CHECK(b.with(Contract::LowestIndexFirst).accepts({values, tensor(i64, {0, 2, 1})}));
  CHECK_FALSE(b.accepts({values, tensor(i64, {2, 0, 1})}));
}

TEST_CASE("topk indices are checked when the values are not returned", "[oracle]") {
  Builder b = topkOf(tensor(f32, {7, 5, 7}), 2);
  b.returning({2});
  CHECK(b.accepts({tensor(i64, {2, 0})}));
  CHECK_FALSE(b.accepts({tensor(i64, {2, 1})}));
  CHECK_FALSE(b.accepts({tensor(i64, {2, 2})}));
}

TEST_CASE("topk that need not be sorted is a multiset of pairs", "[oracle]") {
  Builder b = topkOf(tensor(f32, {3, 9, 5, 9}), 3, true, false);
  CHECK(b.accepts({tensor(f32, {5, 9, 9}), tensor(i64, {2, 3, 1})}));
  CHECK_FALSE(b.accepts({tensor(f32, {5, 9, 9}), tensor(i64, {3, 2, 1})})); // pairs broken up
  CHECK_FALSE(b.accepts({tensor(f32, {5, 5, 9}), tensor(i64, {2, 2, 1})}));
  CHECK_FALSE(b.accepts({tensor(f32, {9, 9, 3}), tensor(i64, {1, 3, 0})})); // 5 was left out
  CHECK_FALSE(b.accepts({tensor(f32, {5, 9, quietNan}), tensor(i64, {2, 3, 1})}));
}

TEST_CASE("topk of nothing, and of everything", "[oracle]") {
  CHECK(topkOf(Tensor(f32, {2, 0}), 0).accepts({Tensor(f32, {2, 0}), Tensor(i64, {2, 0})}));
  CHECK(topkOf(tensor(f32, {1, 1}, {4}), 0).accepts({Tensor(f32, {1, 0}), Tensor(i64, {1, 0})}));
  CHECK(topkOf(tensor(f32, {4}), 1).accepts({tensor(f32, {4}), tensor(i64, {0})}));
}

TEST_CASE("topk of bounded values: order statistics and overlapping candidates", "[oracle]") {
  Builder b;
  ValueId x = b.input(tensor(f32, {0.1, 0.3, 2})), y = b.input(tensor(f32, {3, 1, 1}));
  ValueId product = b.add(Binary{BinaryKind::Mul}, {x, y});
  Topk op;
  op.k = 3;
  ValueId values = b.add(op, {product}, {}, 2);
  b.returning({values, values + 1});
  const double kept = static_cast<double>(0.1f * 3.0f), third = static_cast<double>(0.3f);
  REQUIRE(kept == third); // but the product is a little less before it is rounded
  CHECK(b.accepts({tensor(f32, {2, kept, third}), tensor(i64, {2, 0, 1})}));
  CHECK(b.accepts({tensor(f32, {2, kept, third}), tensor(i64, {2, 1, 0})}));
  CHECK_FALSE(b.accepts({tensor(f32, {2, kept, third}), tensor(i64, {0, 2, 1})}));
  CHECK_FALSE(b.accepts({tensor(f32, {2, 0.31, third}), tensor(i64, {2, 0, 1})}));
}

TEST_CASE("a NaN leaves its line of topk open, and only that", "[oracle]") {
  Builder b = topkOf(tensor(f32, {2, 2}, {quietNan, 1, 3, 4}), 1);
  CHECK(b.accepts({tensor(f32, {2, 1}, {1, 4}), tensor(i64, {2, 1}, {1, 1})}));
  CHECK_FALSE(b.accepts({tensor(f32, {2, 1}, {1, 3}), tensor(i64, {2, 1}, {1, 0})}));
  b.with(Contract::NanOrder);
  CHECK(b.accepts({tensor(f32, {2, 1}, {quietNan, 4}), tensor(i64, {2, 1}, {0, 1})}));
  CHECK_FALSE(b.accepts({tensor(f32, {2, 1}, {1, 4}), tensor(i64, {2, 1}, {1, 1})}));
}

static Builder sortOf(std::vector<Tensor> operands, bool stable = false, bool descending = false) {
  Builder b;
  std::vector<ValueId> values;
  for (Tensor &operand : operands)
    values.push_back(b.input(std::move(operand)));
  b.add(Sort{b.inputs[0].rank() - 1, descending, stable}, values, {},
        static_cast<int>(values.size()));
  return b;
}

TEST_CASE("a sort carries its other operands along", "[oracle]") {
  Builder b = sortOf({tensor(i32, {3, 1, 2}), tensor(f32, {30, 10, 20}), tensor(i1, {1, 0, 0})});
  CHECK(b.accepts({tensor(i32, {1, 2, 3}), tensor(f32, {10, 20, 30}), tensor(i1, {0, 0, 1})}));
  CHECK_FALSE(
      b.accepts({tensor(i32, {1, 2, 3}), tensor(f32, {30, 10, 20}), tensor(i1, {1, 0, 0})}));
}

TEST_CASE("runs of equal keys are sets, the operands following together", "[oracle]") {
  Builder b =
      sortOf({tensor(i32, {1, 0, 1, 1}), tensor(f32, {5, 6, 7, 5}), tensor(i32, {8, 9, 8, 8})});
  Tensor keys = tensor(i32, {0, 1, 1, 1});
  CHECK(b.accepts({keys, tensor(f32, {6, 5, 7, 5}), tensor(i32, {9, 8, 8, 8})}));
  CHECK(b.accepts({keys, tensor(f32, {6, 7, 5, 5}), tensor(i32, {9, 8, 8, 8})}));
  CHECK_FALSE(b.accepts({keys, tensor(f32, {6, 7, 7, 5}), tensor(i32, {9, 8, 8, 8})})); // 7 twice
  CHECK_FALSE(b.accepts({keys, tensor(f32, {5, 6, 7, 5}), tensor(i32, {9, 8, 8, 8})}));
  // Pairs are kept: (2, 20) and (3, 30) are not (2, 30) and (3, 20).
  Builder pairs = sortOf({tensor(i32, {1, 1}), tensor(i32, {2, 3}), tensor(i32, {20, 30})});
  CHECK(pairs.accepts({tensor(i32, {1, 1}), tensor(i32, {3, 2}), tensor(i32, {30, 20})}));
  CHECK_FALSE(pairs.accepts({tensor(i32, {1, 1}), tensor(i32, {3, 2}), tensor(i32, {20, 30})}));
}

TEST_CASE("a stable sort has one answer under its contract bit alone", "[oracle]") {
  std::vector<Tensor> operands = {tensor(i32, {1, 1}), tensor(i32, {2, 3})};
  std::vector<Tensor> swapped = {tensor(i32, {1, 1}), tensor(i32, {3, 2})};
  CHECK(sortOf(operands, true).accepts(swapped));
  CHECK(sortOf(operands, false).with(Contract::StableSort).accepts(swapped));
  CHECK_FALSE(sortOf(operands, true).with(Contract::StableSort).accepts(swapped));
  CHECK(sortOf(operands, true).with(Contract::StableSort).accepts(operands));
}

TEST_CASE("a descending sort along the first dim", "[oracle]") {
  Builder b;
  ValueId x = b.input(tensor(f32, {3, 2}, {1, -6, 3, 5, 2, 4}));
  b.add(Sort{0, true, false}, {x});
  CHECK(b.accepts({tensor(f32, {3, 2}, {3, 5, 2, 4, 1, -6})}));
}

TEST_CASE("a sort by bounded keys keeps its carried operand a permutation", "[oracle]") {
  Builder b;
  ValueId x = b.input(tensor(f32, {0.1, 0.3, 2})), y = b.input(tensor(f32, {3, 1, 1}));
  ValueId carried = b.input(tensor(i32, {10, 11, 12}));
  ValueId product = b.add(Binary{BinaryKind::Mul}, {x, y});
  ValueId sorted = b.add(Sort{}, {product, carried}, {}, 2);
  b.returning({sorted + 1});
  CHECK(b.accepts({tensor(i32, {11, 10, 12})}));
  CHECK_FALSE(b.accepts({tensor(i32, {10, 12, 11})}));
  CHECK_FALSE(b.accepts({tensor(i32, {11, 11, 12})}));
}

TEST_CASE("what ties leave open is narrowed again by a clamp, and guards a gather", "[oracle]") {
  Builder b = topkOf(tensor(f32, {7, 7, 7}), 1);
  ValueId table = 0;
  ValueId gathered = b.add(Gather{0}, {table, 2});
  b.returning({gathered});
  CHECK(b.accepts({tensor(f32, {7})}));
  CHECK(b.evaluate().isExact(gathered));
}

TEST_CASE("equal keys carry each of several computed values once", "[oracle]") {
  Builder b;
  ValueId keys = b.input(tensor(f32, {1, 1, 1, 1})), x = b.input(tensor(f32, {0.5, 1, 2, 3}));
  ValueId powers = b.add(Unary{UnaryKind::Exp}, {x});
  ValueId sorted = b.add(Sort{0}, {keys, powers}, std::nullopt, 2);
  b.returning({sorted, sorted + 1});
  const double e = std::exp(1.0);
  const Tensor same = tensor(f32, {1, 1, 1, 1});
  CHECK(b.accepts({same, tensor(f32, {e, e * e * e, std::exp(0.5), e * e})}));
  CHECK_FALSE(b.accepts({same, tensor(f32, {e, e, e, e})}));
  CHECK_FALSE(b.accepts({same, tensor(f32, {e, e * e, e * e, std::exp(0.5)})}));
}
