#include "Builder.h"

using namespace assay;

static constexpr ElementType f32 = ElementType::F32;

/// c + 2 - 2, as a sum of 2 and -2 comes out that starts from c: not c for most c.
static double throughTwo(float c) {
  volatile float partial = c + 2.0f;
  return partial - 2.0f;
}

static ValueId row(Builder &b, ValueId column) {
  ValueId transposed = b.add(Transpose{{1, 0}}, {column});
  return b.add(Collapse{{{0, 1}}}, {transposed});
}

static constexpr float addend = 1.3455061f;

TEST_CASE("what is added to a sum may be one of its terms", "[oracle]") {
  REQUIRE(throughTwo(addend) != addend);
  for (bool isFirst : {true, false}) {
    Builder b;
    ValueId x = b.input(tensor(f32, {2, 2}, {2, 2, 0, 0}));
    ValueId y = b.input(tensor(f32, {2, 1}, {1, -1}));
    ValueId c = b.input(tensor(f32, {2}, {addend, addend}));
    ValueId sum = row(b, b.add(Contraction{{0, 2}, {2, 1}, {0, 1}, f32}, {x, y}));
    ValueId z = b.add(Binary{BinaryKind::Add}, isFirst ? std::vector{sum, c} : std::vector{c, sum});
    b.returning({z});
    CHECK(b.accepts({tensor(f32, {addend, addend})}));
    CHECK(b.accepts({tensor(f32, {throughTwo(addend), addend})}));
    CHECK_FALSE(b.accepts({tensor(f32, {addend + 1e-5, addend})}));
    CHECK_FALSE(b.accepts({tensor(f32, {addend, throughTwo(addend)})})); // its sum has but zeros
  }
}

TEST_CASE("what is subtracted from a sum, or it from something, may be one of its terms",
          "[oracle]") {
  for (bool isFirst : {true, false}) {
    Builder b;
    ValueId x = b.input(tensor(f32, {3}, {2, 0, -2}));
    ValueId c = b.input(tensor(f32, {}, {addend}));
    ValueId sum = b.add(Reduce{ReduceKind::Sum, {0}, f32}, {x});
    ValueId z = b.add(Binary{BinaryKind::Sub}, isFirst ? std::vector{sum, c} : std::vector{c, sum});
    b.returning({z});
    const double sign = isFirst ? -1 : 1;
    CHECK(b.accepts({tensor(f32, {}, {sign * addend})}));
    CHECK(b.accepts({tensor(f32, {}, {sign * throughTwo(addend)})}));
    CHECK_FALSE(b.accepts({tensor(f32, {}, {sign * (addend + 1e-5)})}));
    CHECK_FALSE(b.accepts({tensor(f32, {}, {-sign * addend})}));
  }
}

TEST_CASE("sums over windows may start from what is added to them", "[oracle]") {
  Builder b;
  const Windows windows{{1}, {1}, {1}, {0}, {0}};
  ValueId x = b.input(tensor(f32, {1, 1, 2}, {2, -2}));
  ValueId kernel = b.input(tensor(f32, {1, 1, 2}, {1, 1}));
  ValueId line = b.input(tensor(f32, {2}, {2, -2}));
  ValueId c = b.input(tensor(f32, {1, 1, 1}, {addend}));
  ValueId d = b.input(tensor(f32, {1}, {addend}));
  Conv conv;
  conv.windows = windows;
  ReduceWindow sum;
  sum.window = {2};
  sum.windows = windows;
  ValueId y = b.add(conv, {x, kernel}), z = b.add(sum, {line});
  b.returning({b.add(Binary{BinaryKind::Add}, {y, c}), b.add(Binary{BinaryKind::Add}, {z, d})});
  CHECK(b.accepts({tensor(f32, {1, 1, 1}, {addend}), tensor(f32, {1}, {addend})}));
  CHECK(b.accepts(
      {tensor(f32, {1, 1, 1}, {throughTwo(addend)}), tensor(f32, {1}, {throughTwo(addend)})}));
}

TEST_CASE("a sum that stays exact with what is added to it is exact", "[oracle]") {
  Builder b;
  ValueId x = b.input(tensor(f32, {2, 2}, {2, 2, 0, 0}));
  ValueId y = b.input(tensor(f32, {2, 1}, {1, -1}));
  ValueId c = b.input(tensor(f32, {2, 1}, {3, 0.5}));
  ValueId sum = b.add(Contraction{{0, 2}, {2, 1}, {0, 1}, f32}, {x, y});
  ValueId z = b.add(Binary{BinaryKind::Add}, {sum, c});
  CHECK(b.evaluate().isExact(z));
}

TEST_CASE("a sum that starts from zeros of its program may start from what is added to it",
          "[oracle]") {
  const Tensor zeros = tensor(f32, {1}, {-0.0}), half = tensor(f32, {1}, {0.5});
  for (const Op &start : {Op(Fill{{1}, f32, 0}), Op(Constant{zeros}), Op(Constant{half})}) {
    Builder b;
    ValueId x = b.input(tensor(f32, {1, 2}, {2, 2}));
    ValueId y = b.input(tensor(f32, {2}, {1, -1}));
    ValueId c = b.input(tensor(f32, {1}, {addend}));
    ValueId from = b.add(start, {});
    ValueId product = b.add(Contraction{{0, 1}, {1}, {0}, f32}, {x, y}, from);
    ValueId sum = b.add(Reduce{ReduceKind::Sum, {1}, f32}, {x}, from);
    b.returning(
        {b.add(Binary{BinaryKind::Add}, {product, c}), b.add(Binary{BinaryKind::Sub}, {c, sum})});
    const bool isZero = kindOf(start) == OpKind::Fill || std::get<Constant>(start).value != half;
    const double first = isZero ? 0 : 0.5;
    const double apart = static_cast<float>(first + addend),
                 last = static_cast<float>(addend - (first + 4));
    const double between = static_cast<float>(throughTwo(addend));
    CHECK(b.accepts({tensor(f32, {1}, {apart}), tensor(f32, {1}, {last})}));
    CHECK(b.accepts({tensor(f32, {1}, {between}), tensor(f32, {1}, {last})}) == isZero);
    CHECK_FALSE(b.accepts({tensor(f32, {1}, {apart + 1e-5}), tensor(f32, {1}, {last})}));
  }
}

TEST_CASE("what is added to anything else is added as it is", "[oracle]") {
  // A sum that starts from something is no longer started from anything else, and a maximum is no
  // sum.
  Builder b;
  ValueId x = b.input(tensor(f32, {3}, {2, 0, -2}));
  ValueId start = b.input(tensor(f32, {}, {0}));
  ValueId c = b.input(tensor(f32, {}, {addend}));
  ValueId sum = b.add(Reduce{ReduceKind::Sum, {0}, f32}, {x}, start);
  ValueId most = b.add(Reduce{ReduceKind::Max, {0}, f32}, {x});
  ValueId ends = b.add(Binary{BinaryKind::Add}, {sum, c});
  ValueId other = b.add(Binary{BinaryKind::Add}, {most, c});
  b.returning({ends, other});
  const double right = static_cast<float>(addend + 2);
  CHECK(b.accepts({tensor(f32, {}, {addend}), tensor(f32, {}, {right})}));
  CHECK_FALSE(b.accepts({tensor(f32, {}, {throughTwo(addend)}), tensor(f32, {}, {right})}));
}
