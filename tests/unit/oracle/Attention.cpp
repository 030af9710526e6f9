#include "Builder.h"

#include <limits>

using namespace assay;

static constexpr ElementType f16 = ElementType::F16, f32 = ElementType::F32, i1 = ElementType::I1;
static constexpr double inf = std::numeric_limits<double>::infinity();

/// q [1, K], k [N, K], v [N, 1]; a mask [1, N] if it is not empty.
static Builder attention(const std::vector<double> &q, const std::vector<double> &k,
                         const std::vector<double> &v, const std::vector<double> &mask,
                         Attention op, ElementType type = f32) {
  const auto keys = static_cast<int64_t>(v.size()), inner = static_cast<int64_t>(q.size());
  Builder b;
  std::vector<ValueId> operands = {b.input(tensor(type, {1, inner}, q)),
                                   b.input(tensor(type, {keys, inner}, k)),
                                   b.input(tensor(type, {keys, 1}, v))};
  if (!mask.empty())
    operands.push_back(b.input(tensor(op.mask == MaskKind::Boolean ? i1 : type, {1, keys}, mask)));
  b.add(op, operands);
  return b;
}

TEST_CASE("attention over one kept key is that key's value", "[oracle]") {
  for (ElementType type : {f32, f16}) {
    Builder b = attention({0.3, 2}, {1, 2, 0.7, 4, 5, 6}, {10, 20, 30}, {0, 1, 0},
                          {0.1, MaskKind::Boolean}, type);
    CHECK(b.accepts({tensor(type, {1, 1}, {20})}));
    CHECK_FALSE(b.accepts({tensor(type, {1, 1}, {20.5})}));
    Builder additive = attention({0.3, 2}, {1, 2, 0.7, 4, 5, 6}, {10, 20, 30}, {-inf, -inf, 0.5},
                                 {0.1, MaskKind::Additive}, type);
    CHECK(additive.accepts({tensor(type, {1, 1}, {30})}));
    CHECK_FALSE(additive.accepts({tensor(type, {1, 1}, {20})}));
  }
}

TEST_CASE("attention over 2^k equal scores is exactly their mean", "[oracle]") {
  Builder b = attention({0}, {1, 2, 3, 4}, {1, 2, 3, 5}, {}, {1});
  CHECK(b.accepts({tensor(f32, {1, 1}, {2.75})}));
  CHECK_FALSE(b.accepts({tensor(f32, {1, 1}, {2.7500002})}));
  // Three of them are not.
  Builder three = attention({0}, {1, 2, 3}, {1, 2, 4}, {}, {1});
  CHECK(three.evaluate().bound(3, 0) > 0);
  CHECK(three.accepts({tensor(f32, {1, 1}, {7.0 / 3})}));
  CHECK_FALSE(three.accepts({tensor(f32, {1, 1}, {2.34})}));
}

TEST_CASE("a row without keys is NaN or 0", "[oracle]") {
  for (const auto &[mask, kind] :
       {std::pair(std::vector<double>{0, 0}, MaskKind::Boolean),
        std::pair(std::vector<double>{-inf, -inf}, MaskKind::Additive)}) {
    Builder b = attention({1}, {1, 2}, {3, 4}, mask, {1, kind});
    CHECK(b.accepts({tensor(f32, {1, 1}, {0})}));
    CHECK(b.accepts({tensor(f32, {1, 1}, {std::nan("")})}));
    CHECK_FALSE(b.accepts({tensor(f32, {1, 1}, {3.5})}));
  }
}

TEST_CASE("causal attention is aligned top-left", "[oracle]") {
  Builder b;
  // Two queries, three keys: the first query sees key 0, the second keys 0 and 1, nobody key 2.
  ValueId q = b.input(tensor(f32, {2, 1}, {0, 0})), k = b.input(tensor(f32, {3, 1}, {1, 2, 3}));
  ValueId v = b.input(tensor(f32, {3, 1}, {8, 16, 1024}));
  Attention op;
  op.causal = true;
  b.add(op, {q, k, v});
  CHECK(b.accepts({tensor(f32, {2, 1}, {8, 12})}));
  CHECK_FALSE(b.accepts({tensor(f32, {2, 1}, {12, 349})}));
}

TEST_CASE("query head h reads head h / group", "[oracle]") {
  Builder b;
  ValueId q = b.input(tensor(f32, {4, 1, 1}, {1, 1, 1, 1})),
          k = b.input(tensor(f32, {2, 1, 1}, {1, 1}));
  ValueId v = b.input(tensor(f32, {2, 1, 1}, {5, 7}));
  Attention op;
  op.group = 2;
  b.add(op, {q, k, v});
  CHECK(b.accepts({tensor(f32, {4, 1, 1}, {5, 5, 7, 7})}));
  CHECK_FALSE(b.accepts({tensor(f32, {4, 1, 1}, {5, 7, 5, 7})}));
}

TEST_CASE("attention with values computed by hand", "[oracle]") {
  // Scores ln 1, ln 3 with weights 1/4, 3/4.
  Builder b = attention({1}, {0, std::log(3.0)}, {4, 8}, {}, {1});
  CHECK(b.accepts({tensor(f32, {1, 1}, {7})}));
  CHECK_FALSE(b.accepts({tensor(f32, {1, 1}, {6.9999})}));
  CHECK_FALSE(b.accepts({tensor(f32, {1, 1}, {5})})); // the weights the other way round
  Builder scaled = attention({2}, {0, std::log(3.0)}, {4, 8}, {}, {0.5});
  CHECK(scaled.accepts({tensor(f32, {1, 1}, {7})}));
  Builder masked = attention({0}, {0, 0}, {4, 8}, {0, std::log(3.0)}, {1, MaskKind::Additive});
  CHECK(masked.accepts({tensor(f32, {1, 1}, {7})}));
}

TEST_CASE("attention over dims of 0 and 1", "[oracle]") {
  Builder b;
  ValueId q = b.input(Tensor(f32, {1, 0})), k = b.input(Tensor(f32, {2, 0}));
  ValueId v = b.input(tensor(f32, {2, 1}, {1, 3}));
  b.add(Attention{}, {q, k, v});
  CHECK(b.accepts({tensor(f32, {1, 1}, {2})}));
  Builder none;
  q = none.input(Tensor(f32, {0, 3}));
  k = none.input(Tensor(f32, {2, 3}));
  v = none.input(Tensor(f32, {2, 5}));
  none.add(Attention{}, {q, k, v});
  CHECK(none.accepts({Tensor(f32, {0, 5})}));
}

TEST_CASE("an infinity or NaN among the values leaves attention open", "[oracle]") {
  Builder b = attention({1}, {1, 2}, {std::nan(""), 4}, {0, 1}, {1, MaskKind::Boolean});
  CHECK(b.accepts({tensor(f32, {1, 1}, {4})}));
  CHECK(b.accepts({tensor(f32, {1, 1}, {std::nan("")})}));
}

TEST_CASE("attention in f16 is held to f32 and one rounding, unless a flash form was sampled",
          "[oracle]") {
  // Two keys whose scores differ by 1: the weights are 0.731 and 0.269.
  Builder b = attention({1}, {1, 0}, {1, -1}, {}, {1}, f16);
  const double value = std::tanh(0.5);
  Accuracy flash;
  flash.allowances = Allowances().with(Allowance::FlashAttention);
  CHECK(b.accepts({tensor(f16, {1, 1}, {value})}));
  CHECK_FALSE(b.accepts({tensor(f16, {1, 1}, {value * 1.003})}));
  CHECK_FALSE(b.accepts({tensor(f16, {1, 1}, {value * 1.01})}));
  CHECK(b.accepts({tensor(f16, {1, 1}, {value * 1.003})}, flash));
  // An exp that is off by 12 % is wrong even then.
  const double weight = std::exp(-1.0) * 1.12;
  CHECK_FALSE(b.accepts({tensor(f16, {1, 1}, {(1 - weight) / (1 + weight)})}, flash));
  // Great scores that nearly tie: what a flash form rounds away decides.
  Builder ties = attention({20}, {20, 19.5}, {1, -1}, {}, {0.1}, f16);
  CHECK(ties.evaluate().bound(3, 0) < 1e-3);
  CHECK(ties.evaluate(flash).bound(3, 0) > 1e-2);
}

TEST_CASE("what is summed for attention may leave the type on the way", "[oracle]") {
  const double huge = 3e38;
  // The score's two products cancel; either overflows if it is added first.
  Builder scores = attention({huge, huge}, {2, -2, 1, 0}, {3, 4}, {}, {1e-38});
  CHECK(scores.accepts({tensor(f32, {1, 1}, {std::nan("")})}));
  // The same for a key that -Inf is added to.
  Builder removed = attention({1e38, 1e38}, {0, 0, 4, 4}, {3, 4}, {1, 0}, {1, MaskKind::Boolean});
  CHECK(removed.accepts({tensor(f32, {1, 1}, {3})}));
  CHECK(removed.accepts({tensor(f32, {1, 1}, {std::nan("")})}));
  // Values may be summed before they are divided by the sum of the weights, equal ones as well.
  for (const std::vector<double> &keys : {std::vector<double>{1, 1}, std::vector<double>{1, 1.5}}) {
    Builder values = attention({0.5}, keys, {-huge, -huge}, {}, {1});
    CHECK(values.accepts({tensor(f32, {1, 1}, {-inf})}));
    CHECK(values.accepts({tensor(f32, {1, 1}, {-huge})}));
    Builder fits = attention({0.5}, keys, {-huge / 4, -huge / 4}, {}, {1});
    CHECK(fits.accepts({tensor(f32, {1, 1}, {-huge / 4})}));
    CHECK_FALSE(fits.accepts({tensor(f32, {1, 1}, {-inf})}));
  }
  // What has become Inf on the way meets the -Inf of another key.
  for (const std::vector<double> &keys :
       {std::vector<double>{1, 1, 1, 1}, std::vector<double>{1, 1, 1.5, 1}}) {
    const double nan = std::nan("");
    Builder values = attention({0.5}, keys, {huge, huge, -inf, 1}, {}, {1});
    CHECK(values.accepts({tensor(f32, {1, 1}, {-inf})}));
    CHECK(values.accepts({tensor(f32, {1, 1}, {nan})}));
    Builder fits = attention({0.5}, keys, {huge / 8, huge / 8, -inf, 1}, {}, {1});
    CHECK(fits.accepts({tensor(f32, {1, 1}, {-inf})}));
    CHECK_FALSE(fits.accepts({tensor(f32, {1, 1}, {nan})}));
    // NaN, whatever else is there.
    Builder both = attention({0.5}, keys, {huge, inf, -inf, huge}, {}, {1});
    CHECK(both.accepts({tensor(f32, {1, 1}, {nan})}));
    CHECK_FALSE(both.accepts({tensor(f32, {1, 1}, {inf})}));
  }
}

TEST_CASE("equal weights round values of which they make subnormal ones", "[oracle]") {
  const double odd = 0x1.52c9a6p-126, even = 0x1.52c9a4p-126; // half of the odd one is rounded
  Builder rounded = attention({0}, {1, 2}, {odd, odd}, {}, {1});
  CHECK(rounded.accepts({tensor(f32, {1, 1}, {odd})}));
  CHECK(rounded.accepts({tensor(f32, {1, 1}, {2 * double(float(odd / 2))})}));
  CHECK_FALSE(rounded.accepts({tensor(f32, {1, 1}, {odd * 1.0001})}));
  Builder exact = attention({0}, {1, 2}, {even, even}, {}, {1});
  CHECK(exact.evaluate().bound(3, 0) == 0);
}

TEST_CASE("a weight that is subnormal is known to within the least number", "[oracle]") {
  const double great = 0x1p500, weight = std::exp(-720.75);
  Builder b = attention({0}, {1, 1, 1}, {0, great, 0}, {0, -720.75, 0}, {1, MaskKind::Additive},
                        ElementType::F64);
  for (const double apart : {-0x1p-1074, 0.0, 0x1p-1074})
    CHECK(b.accepts({tensor(ElementType::F64, {1, 1}, {(weight + apart) * great / 2})}));
  CHECK_FALSE(b.accepts({tensor(ElementType::F64, {1, 1}, {(weight + 0x1p-1066) * great / 2})}));
}

TEST_CASE("a score of NaN or Inf makes NaN of its row, whatever else is in it", "[oracle]") {
  const double nan = std::nan("");
  const Attention plain{1};
  for (const Builder &b :
       {attention({1}, {1, nan}, {3, 4}, {}, plain), attention({nan}, {1, 2}, {3, 4}, {}, plain),
        attention({1}, {1, inf}, {3, 4}, {}, plain), attention({-1}, {1, -inf}, {3, 4}, {}, plain),
        attention({1}, {1, 2}, {3, 4}, {0, nan}, {1, MaskKind::Additive}),
        attention({1}, {1, 2}, {3, 4}, {0, inf}, {1, MaskKind::Additive}),
        attention({0}, {1, inf}, {3, 4}, {}, plain)}) {
    CHECK(b.accepts({tensor(f32, {1, 1}, {nan})}));
    CHECK_FALSE(b.accepts({tensor(f32, {1, 1}, {3})}));
    CHECK_FALSE(b.accepts({tensor(f32, {1, 1}, {4})}));
  }
}

TEST_CASE("NaN of a removed key may stay or go", "[oracle]") {
  const double nan = std::nan("");
  Attention causal{1};
  causal.causal = true; // of two keys the only query sees the first
  for (const Builder &b : {attention({1}, {nan, 2}, {3, 4}, {0, 1}, {1, MaskKind::Boolean}),
                           attention({1}, {inf, 2}, {3, 4}, {-inf, 0}, {1, MaskKind::Additive}),
                           attention({1}, {2, nan}, {4, 3}, {}, causal),
                           attention({1}, {2, 1}, {4, inf}, {}, causal)}) {
    CHECK(b.accepts({tensor(f32, {1, 1}, {nan})}));
    CHECK(b.accepts({tensor(f32, {1, 1}, {4})}));
  }
  // A NaN that a causal mask has at a key that it removes anyway is not looked at.
  causal.mask = MaskKind::Additive;
  CHECK_FALSE(
      attention({1}, {2, 1}, {4, 3}, {0, nan}, causal).accepts({tensor(f32, {1, 1}, {nan})}));
}

TEST_CASE("values of NaN and Inf spoil their column alone", "[oracle]") {
  const double nan = std::nan("");
  Builder b;
  ValueId q = b.input(tensor(f32, {1, 1}, {1})), k = b.input(tensor(f32, {2, 1}, {1, 1.5}));
  ValueId v = b.input(tensor(f32, {2, 4}, {nan, inf, inf, 2, 1, 1, -inf, 2}));
  b.add(Attention{}, {q, k, v});
  CHECK(b.accepts({tensor(f32, {1, 4}, {nan, inf, nan, 2})}));
  CHECK_FALSE(b.accepts({tensor(f32, {1, 4}, {1, inf, nan, 2})}));
  CHECK_FALSE(b.accepts({tensor(f32, {1, 4}, {nan, -inf, nan, 2})}));
  CHECK_FALSE(b.accepts({tensor(f32, {1, 4}, {nan, inf, 0, 2})}));
  CHECK_FALSE(b.accepts({tensor(f32, {1, 4}, {nan, inf, nan, nan})}));
}

TEST_CASE("scores that exp alone cannot take are held to their softmax", "[oracle]") {
  for (ElementType type : {f32, f16}) {
    Builder b = attention({0.5}, {1, 1}, {4, 8}, {100, 100}, {1, MaskKind::Additive}, type);
    CHECK(b.accepts({tensor(type, {1, 1}, {6})}));
    CHECK_FALSE(b.accepts({tensor(type, {1, 1}, {std::nan("")})}));
    CHECK_FALSE(b.accepts({tensor(type, {1, 1}, {0})}));
  }
}

TEST_CASE("products of queries and keys that are lost are scaled", "[oracle]") {
  // 2^-75 * 2^-75 is half of the least number, and rounds to 0; the score is 2^-23 in truth.
  const double x = 0x1p-75;
  Builder b = attention({x}, {x, -x}, {1, -1}, {}, {0x1p127});
  CHECK(b.accepts({tensor(f32, {1, 1}, {0})}));
}

TEST_CASE("flash attention may lose products with values, where subnormal numbers are flushed",
          "[oracle]") {
  Accuracy flushing;
  flushing.allowances =
      Allowances().with(Allowance::FlushesSubnormals).with(Allowance::FlashAttention);
  // Weights are 1 and exp(-4) of 31 keys, over 1 + 31 exp(-4).
  std::vector<double> keys(32, 0), values(32, 0x1p-124);
  keys[0] = 4;
  values[0] = 0x1p-125;
  Builder b = attention({1}, keys, values, {}, {1});
  const double kept = 0x1p-125 / (1 + 31 * std::exp(-4.0));
  CHECK(b.accepts({tensor(f32, {1, 1}, {static_cast<float>(kept)})}, flushing));
}
