#include "Builder.h"

using namespace assay;

TEST_CASE("iota converts its position: wrapping, or rounding to nearest", "[oracle]") {
  Builder b;
  b.add(Iota{{Dim(2), Dim(3)}, 1, ElementType::I32}, {});
  b.add(Iota{{Dim(2), Dim(2)}, 0, ElementType::F16}, {});
  b.add(Iota{{Dim(258)}, 0, ElementType::I8}, {});
  b.add(Iota{{Dim(260)}, 0, ElementType::BF16}, {});
  Evaluation evaluation = b.evaluate();
  CHECK(elementsOf(*evaluation.tensor(0)) == std::vector<double>{0, 1, 2, 0, 1, 2});
  CHECK(elementsOf(*evaluation.tensor(1)) == std::vector<double>{0, 0, 1, 1});
  CHECK(evaluation.tensor(2)->integer(129) == -127);
  CHECK(evaluation.tensor(2)->integer(257) == 1);
  CHECK(evaluation.tensor(3)->real(257) == 256); // a tie, to even
  CHECK(evaluation.tensor(3)->real(259) == 260);
  CHECK(evaluation.bound(3, 259) >= 1);
  CHECK(evaluation.bound(3, 256) == 0);
}

TEST_CASE("fills and constants are what they say", "[oracle]") {
  Builder b;
  b.add(Fill{{Dim(2)}, ElementType::I8, -128}, {});
  b.add(Fill{{}, ElementType::F32, -HUGE_VAL}, {});
  b.add(Fill{{Dim(0)}, ElementType::F32, 1}, {});
  b.add(Fill{{Dim(1)}, ElementType::I1, 1}, {});
  b.add(Constant{tensor(ElementType::F16, {0.1, 7})}, {});
  CHECK(b.accepts({tensor(ElementType::I8, {-128, -128}), tensor(ElementType::F32, {}, {-HUGE_VAL}),
                   Tensor(ElementType::F32, {0}), tensor(ElementType::I1, {1}),
                   tensor(ElementType::F16, {0.1, 7})}));
  CHECK_FALSE(b.accepts({tensor(ElementType::I8, {-128, -127}),
                         tensor(ElementType::F32, {}, {-HUGE_VAL}), Tensor(ElementType::F32, {0}),
                         tensor(ElementType::I1, {1}), tensor(ElementType::F16, {0.1, 7})}));
}
