#include "oracle/Integer.h"
#include "Builder.h"
#include "support/NameOf.h"

#include <random>

using namespace assay;
using oracle::Range;

static constexpr ElementType f32 = ElementType::F32, i8 = ElementType::I8, i1 = ElementType::I1;

static constexpr BinaryKind kinds[] = {
    BinaryKind::Add, BinaryKind::Sub, BinaryKind::Mul, BinaryKind::Div, BinaryKind::FloorDiv,
    BinaryKind::Rem, BinaryKind::Max, BinaryKind::Min, BinaryKind::And, BinaryKind::Or,
    BinaryKind::Xor, BinaryKind::Shl, BinaryKind::Shr};

/// The least range of all results on members, which are single numbers; none if one is undefined.
static std::optional<Range> leastRange(BinaryKind kind, bool isUnsigned, Range a, Range b) {
  std::optional<Range> all;
  for (int64_t x = a.low; x <= a.high; ++x)
    for (int64_t y = b.low; y <= b.high; ++y) {
      const char *undefined = nullptr;
      const Range one = oracle::binary(kind, isUnsigned, i8, {x, x}, {y, y}, undefined);
      if (undefined)
        return std::nullopt;
      REQUIRE(one.isExact());
      all = all ? Range{std::min(all->low, one.low), std::max(all->high, one.high)} : one;
    }
  return all;
}

TEST_CASE("functions of ranges hold all results, and no others where there are few", "[oracle]") {
  std::mt19937 engine(3);
  for (BinaryKind kind : kinds)
    for (bool isUnsigned : {false, true})
      for (int i = 0; i < 1000; ++i) {
        if (isUnsigned && kind == BinaryKind::FloorDiv)
          continue;
        const bool isShift = kind == BinaryKind::Shl || kind == BinaryKind::Shr;
        auto range = [&](int low, int size) -> Range { return {low, std::min(low + size, 127)}; };
        const Range a = range(static_cast<int>(engine() % 256) - 128, engine() % (i % 8 ? 4 : 64)),
                    b = range(isShift ? static_cast<int>(engine() % 8)
                                      : static_cast<int>(engine() % 256) - 128,
                              engine() % 4);
        const char *undefined = nullptr;
        const Range found = oracle::binary(kind, isUnsigned, i8, a, b, undefined);
        const std::optional<Range> least = leastRange(kind, isUnsigned, a, b);
        INFO(nameOf(kind) << (isUnsigned ? " unsigned " : " ") << a.low << ".." << a.high << " "
                          << b.low << ".." << b.high << ": " << found.low << ".." << found.high);
        CHECK((undefined == nullptr) == least.has_value());
        if (undefined || !least)
          continue;
        CHECK(found.low <= least->low);
        CHECK(found.high >= least->high);
        if ((a.high - a.low + 1) * (b.high - b.low + 1) <= 64)
          CHECK(found == *least);
      }
}

TEST_CASE("a range of which all wrap is one still", "[oracle]") {
  const Range greatest{INT64_MAX - 1, INT64_MAX};
  const char *undefined = nullptr;
  CHECK(oracle::binary(BinaryKind::Xor, false, ElementType::I64, greatest, {1, 1}, undefined) ==
        greatest);
  CHECK(oracle::fit(i8, 200, 210) == Range{-56, -46});
  CHECK(oracle::fit(i8, -300, -290) == Range{-44, -34});
  CHECK(oracle::fit(i8, 127, 128) == oracle::everything(i8));
  CHECK(oracle::fit(i8, 0, 256) == oracle::everything(i8));
  CHECK(oracle::fit(i1, 2, 3) == Range{0, 1});
  CHECK(oracle::fit(i1, 3, 3) == Range{1, 1});
  const __int128 whole = static_cast<__int128>(1) << 64;
  CHECK(oracle::fit(ElementType::I64, whole + 5, whole + 6) == Range{5, 6});
}

/// 0 or 1, of type `type`.
static ValueId zeroOrOne(Builder &b, ElementType type) {
  ValueId equal = b.input(tensor(f32, {1, 1}));
  Tensor zero(type, {1});
  ValueId none = b.input(zero);
  ValueId values = b.add(ArgReduce{false, 0, false, type}, {equal}, {}, 2);
  ValueId index = b.add(Expand{{}, 1}, {values + 1});
  return b.add(Binary{BinaryKind::Add}, {index, none});
}

TEST_CASE("a sum of integers wraps at its end", "[oracle]") {
  Builder b;
  ValueId others = b.input(tensor(i8, {100, 27, -100, -27}));
  ValueId ones = b.input(tensor(i8, {1, 1, 1, 1, 1}));
  ValueId index = zeroOrOne(b, i8);
  ValueId all = b.add(Concat{0}, {index, others});
  ValueId sum = b.add(Reduce{ReduceKind::Sum, {0}, i8}, {all});
  ValueId product = b.add(Contraction{{0}, {0}, {}, i8}, {all, ones});
  for (ValueId value : {sum, product}) {
    b.returning({value});
    for (int number : {-1, 0, 1, 2})
      CHECK(b.accepts({tensor(i8, {}, {static_cast<double>(number)})}) ==
            (number == 0 || number == 1));
  }
}
