#include "amdgpu/tests/unit/MfmaSetup.h"
#include "amdgpu/tests/unit/Reference.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>

namespace assay::amdgpu::test {
namespace {

struct FloatFields {
  unsigned exponentBits, fractionBits;
};
FloatFields fieldsOf(char type) {
  switch (type) {
  case 'd':
    return {11, 52};
  case 'h':
    return {5, 10};
  case 'b':
    return {8, 7};
  case '8':
    return {4, 3};
  case '5':
    return {5, 2};
  default:
    return {8, 23};
  }
}
bool isEight(char type) { return type == '8' || type == '5'; }

const llvm::fltSemantics &semanticsOf(char type) {
  switch (type) {
  case 'd':
    return Number::IEEEdouble();
  case 'h':
    return Number::IEEEhalf();
  case 'b':
    return Number::BFloat();
  case '8':
    return Number::Float8E4M3FNUZ();
  case '5':
    return Number::Float8E5M2FNUZ();
  default:
    return Number::IEEEsingle();
  }
}

Number numberOf(char type, uint64_t bits) {
  return {semanticsOf(type), llvm::APInt(widthOf(type), bits, false, true)};
}

/// An element in the type of the sums.
Number widened(char type, uint64_t bits) {
  Number number = numberOf(type, bits);
  bool isInexact = false;
  if (type == 'x')
    number.convert(Number::FloatTF32(), Number::rmNearestTiesToEven, &isInexact);
  number.convert(type == 'd' ? Number::IEEEdouble() : Number::IEEEsingle(),
                 Number::rmNearestTiesToEven, &isInexact);
  return number;
}

Number withoutDenormal(Number number) {
  if (number.isDenormal())
    return Number::getZero(number.getSemantics(), number.isNegative());
  return number;
}

uint64_t draw64(std::mt19937 &random) { return random() | uint64_t(random()) << 32; }

/// With an exponent from `middle` - spread to `middle` + spread.
uint64_t drawAround(char type, int middle, int spread, std::mt19937 &random) {
  const auto [exponentBits, fractionBits] = fieldsOf(type);
  const int exponent = middle - spread + int(random() % (2 * unsigned(spread) + 1));
  const uint64_t fraction = draw64(random) & ((uint64_t(1) << fractionBits) - 1);
  const uint64_t sign = random() & 1;
  return sign << (exponentBits + fractionBits) | uint64_t(exponent) << fractionBits | fraction;
}
int biasOf(char type) { return (1 << (fieldsOf(type).exponentBits - 1)) - 1; }

} // namespace

uint64_t drawWhole(char type, std::mt19937 &random) {
  const int value = int(random() % 7) - 3;
  if (type == 'i')
    return uint32_t(value);
  Number number(semanticsOf(type), std::abs(value));
  if (value < 0)
    number.changeSign();
  return bitsOf(number);
}

uint64_t drawNumber(char type, std::mt19937 &random) {
  if (type == 'i')
    return random();
  if (!isEight(type))
    return drawAround(type, biasOf(type), 6, random);
  const uint64_t byte = random() & 0xff;
  return byte == 0x80 ? 0x7f : byte;
}

uint64_t drawTiny(char type, std::mt19937 &random) {
  if (type == 'i')
    return random();
  const bool isNarrow = type == 'h' || isEight(type);
  const uint64_t tiny = random() % 4 == 0 || isNarrow
                            ? drawAround(type, 1, 1, random)
                            : drawAround(type, biasOf(type) / 2, 4, random);
  return isEight(type) && tiny == 0x80 ? 0 : tiny;
}

uint64_t drawSpecial(char type, std::mt19937 &random) {
  if (type == 'i' || random() % 48 != 0)
    return drawNumber(type, random);
  if (isEight(type))
    return 0x80;
  const auto [exponentBits, fractionBits] = fieldsOf(type);
  const uint64_t infinity = ((uint64_t(1) << exponentBits) - 1) << fractionBits;
  const uint64_t payloads[] = {0, 0, 1, uint64_t(1) << (fractionBits - 1) | 3};
  const uint64_t sign = random() & 1;
  return sign << (exponentBits + fractionBits) | infinity | payloads[random() % 4];
}

MatrixSetup::MatrixSetup(const MatrixLine &line, Machine &machine, const Draw &draw, bool isSparse)
    : line(line), random(line.m * 1000 + line.k),
      isStored(line.m, std::vector<bool>(line.k, !isSparse)) {
  auto zeros = [&](unsigned rows, unsigned columns) {
    return Matrix(line.blocks, std::vector(rows, std::vector(columns, uint64_t(0))));
  };
  a = zeros(line.m, line.k);
  b = zeros(line.k, line.n);
  c = zeros(line.m, line.n);
  const unsigned ofA = line.m * line.k * line.blocks / 64, ofB = line.n * line.k * line.blocks / 64;
  for (unsigned lane = 0; lane < 64; ++lane) {
    if (isSparse)
      giveSparse(machine, lane, draw);
    else
      for (unsigned e = 0; e < ofA; ++e) {
        auto [block, i, k] = inputAt(line, line.m, ofA, lane, e);
        a[block][i][k] = draw(line.a, random);
        setElement(machine, registerOfA, lane, e, widthOf(line.a), a[block][i][k]);
      }
    for (unsigned e = 0; e < ofB; ++e) {
      auto [block, j, k] = inputAt(line, line.n, ofB, lane, e);
      b[block][k][j] = draw(line.b, random);
      setElement(machine, registerOfB, lane, e, widthOf(line.b), b[block][k][j]);
    }
    for (unsigned e = 0; e < results(); ++e) {
      auto [block, i, j] = resultAt(line, lane, e);
      c[block][i][j] = draw(sumType(), random);
      setElement(machine, registerOfC, lane, e, sumType() == 'd' ? 64 : 32, c[block][i][j]);
    }
  }
}

/// Two of four elements, the first before the second, for each four of a lane's.
void MatrixSetup::giveSparse(Machine &machine, unsigned lane, const Draw &draw) {
  const unsigned perLane = line.m * line.k / 2 / 64;
  uint32_t index = 0;
  for (unsigned e = 0; e < perLane; e += 2) {
    const unsigned first = random() % 3, second = first + 1 + random() % (3 - first);
    for (unsigned part : {0U, 1U}) {
      const unsigned offset = part == 0 ? first : second;
      const unsigned i = lane % line.m, k = lane / line.m * 2 * perLane + e / 2 * 4 + offset;
      a[0][i][k] = draw(line.a, random);
      isStored[i][k] = true;
      setElement(machine, registerOfA, lane, e + part, widthOf(line.a), a[0][i][k]);
      index |= offset << (2 * (e + part));
    }
  }
  machine.set(fmt::format("v{}", registerOfIndex), index, lane);
}

uint64_t MatrixSetup::expected(unsigned block, unsigned i, unsigned j) const {
  if (line.a == 'i') {
    auto sum = uint32_t(c[block][i][j]);
    for (unsigned k = 0; k < line.k; ++k)
      if (isStored[i][k])
        sum += uint32_t(int32_t(int8_t(a[block][i][k])) * int8_t(b[block][k][j]));
    return sum;
  }
  const bool flushes = line.chip == Chip::Gfx90a && (line.a == 'h' || line.a == 'b');
  auto without = [&](Number number) {
    return flushes ? withoutDenormal(std::move(number)) : number;
  };
  auto input = [&](char type, uint64_t bits) {
    // Before an f16's denormal becomes an f32 that is none.
    if (flushes && numberOf(type, bits).isDenormal())
      return Number::getZero(Number::IEEEsingle(), numberOf(type, bits).isNegative());
    return widened(type, bits);
  };
  Number sum = without(numberOf(sumType(), c[block][i][j]));
  for (unsigned k = 0; k < line.k; ++k)
    if (isStored[i][k]) {
      Number product = input(line.a, a[block][i][k]);
      product.fusedMultiplyAdd(input(line.b, b[block][k][j]), sum, Number::rmNearestTiesToEven);
      sum = product;
    }
  return sum.isNaN() ? defaultNaN(sumType()) : bitsOf(without(sum));
}

void MatrixSetup::check(const Machine &machine, unsigned from) const {
  size_t wrong = 0;
  std::string first;
  for (unsigned lane = 0; lane < 64; ++lane)
    for (unsigned e = 0; e < results(); ++e) {
      auto [block, i, j] = resultAt(line, lane, e);
      const uint64_t wanted = expected(block, i, j);
      const uint64_t got = getElement(machine, from, lane, e, sumType() == 'd' ? 64 : 32);
      if (got != wanted && wrong++ == 0)
        first = fmt::format("{}: lane {} element {} is D[{}][{}] of block {}: {:#x}, wanted {:#x}",
                            line.name, lane, e, i, j, block, got, wanted);
    }
  INFO(first);
  CHECK(wrong == 0);
}

} // namespace assay::amdgpu::test
