#include "amdgpu/tests/unit/Reference.h"
#include "amdgpu/tests/unit/Sweep.h"

#include <functional>

namespace assay::amdgpu::test {
namespace {

using U = uint64_t;
constexpr auto nearest = llvm::RoundingMode::NearestTiesToEven;

U low(U x) { return x & 0xffff; }
U high(U x) { return x >> 16 & 0xffff; }
int64_t sign16(U x) { return int16_t(x); }

using Lane = std::function<U(U, U, U)>;

/// Both halves as they stand, and crossed over.
void halves(const std::string &name, const std::string &operands, const Lane &lane) {
  run({name, operands, [=](U a, U b, U c) {
         return low(lane(low(a), low(b), low(c))) | low(lane(high(a), high(b), high(c))) << 16;
       }});
  const bool isThree = operands.size() == 4;
  run({name, operands,
       [=](U a, U b, U c) {
         return low(lane(high(a), low(b), isThree ? low(c) : 0)) |
                low(lane(low(a), high(b), isThree ? high(c) : 0)) << 16;
       },
       isThree ? " op_sel:[1,0,0] op_sel_hi:[0,1,1]" : " op_sel:[1,0] op_sel_hi:[0,1]"});
}

U extreme(bool isMin, U a, U b) {
  const Number x = number('h', a), y = number('h', b);
  if (x.isSignaling() || y.isSignaling())
    return (x.isSignaling() ? a : b) | 0x200;
  if (x.isNaN() || y.isNaN())
    return x.isNaN() ? b : a;
  if (x.isZero() && y.isZero())
    return x.isNegative() == isMin ? a : b;
  return (x.compare(y) == Number::cmpLessThan) == isMin ? a : b;
}

U fma16(U a, U b, U c) {
  Number x = number('h', a);
  x.fusedMultiplyAdd(number('h', b), number('h', c), nearest);
  return withNaNs('h', {a, b, c}, x);
}

void sweepHalves() {
  halves("v_pk_add_f16", "ppp",
         [](U a, U b, U) { return withNaNs('h', {a, b}, number('h', a) + number('h', b)); });
  halves("v_pk_mul_f16", "ppp",
         [](U a, U b, U) { return withNaNs('h', {a, b}, number('h', a) * number('h', b)); });
  halves("v_pk_fma_f16", "pppp", fma16);
  halves("v_pk_min_f16", "ppp", [](U a, U b, U) { return extreme(true, a, b); });
  halves("v_pk_max_f16", "ppp", [](U a, U b, U) { return extreme(false, a, b); });
  run({"v_pk_fmac_f16", "ppp", [](U a, U b, U) {
         return fma16(low(a), low(b), 0x5a5a) | fma16(high(a), high(b), 0x5a5a) << 16;
       }});
  run({"v_pk_add_f16", "ppp",
       [](U a, U b, U) {
         auto sum = [](U x, U y) { return withNaNs('h', {x, y}, number('h', x) + number('h', y)); };
         return sum(low(a) ^ 0x8000, low(b)) | sum(high(a), high(b) ^ 0x8000) << 16;
       },
       " neg_lo:[1,0] neg_hi:[0,1]"});
  for (auto [name, isSub] : {std::pair("add", false), std::pair("sub", true)})
    for (bool clamp : {false, true})
      for (bool isSigned : {false, true}) {
        auto lane = [=](U a, U b) -> U {
          const int64_t x = isSigned ? sign16(a) : int64_t(a),
                        y = isSigned ? sign16(b) : int64_t(b);
          int64_t result = isSub ? x - y : x + y;
          if (clamp)
            result = std::max<int64_t>(isSigned ? -32768 : 0,
                                       std::min<int64_t>(isSigned ? 32767 : 65535, result));
          return U(result) & 0xffff;
        };
        run({std::string("v_pk_") + name + (isSigned ? "_i16" : "_u16"), "ppp",
             [=](U a, U b, U) { return lane(low(a), low(b)) | lane(high(a), high(b)) << 16; },
             clamp ? " clamp" : ""});
      }
  halves("v_pk_mad_u16", "pppp", [](U a, U b, U c) { return a * b + c; });
  halves("v_pk_mad_i16", "pppp", [](U a, U b, U c) { return a * b + c; });
  halves("v_pk_mul_lo_u16", "ppp", [](U a, U b, U) { return a * b; });
  halves("v_pk_min_u16", "ppp", [](U a, U b, U) { return std::min(a, b); });
  halves("v_pk_max_u16", "ppp", [](U a, U b, U) { return std::max(a, b); });
  halves("v_pk_min_i16", "ppp", [](U a, U b, U) { return sign16(a) < sign16(b) ? a : b; });
  halves("v_pk_max_i16", "ppp", [](U a, U b, U) { return sign16(a) > sign16(b) ? a : b; });
  halves("v_pk_lshlrev_b16", "ppp", [](U a, U b, U) { return b << (a & 15); });
  halves("v_pk_lshrrev_b16", "ppp", [](U a, U b, U) { return b >> (a & 15); });
  halves("v_pk_ashrrev_i16", "ppp", [](U a, U b, U) { return U(sign16(b) >> (a & 15)); });
}

/// Elements of `bits` bits, as integers.
int64_t dot(U a, U b, unsigned bits, bool isSigned) {
  int64_t sum = 0;
  for (unsigned at = 0; at < 32; at += bits) {
    auto element = [&](U x) {
      const auto field = int64_t(x >> at & ((U(1) << bits) - 1));
      return isSigned && field >> (bits - 1) ? field - (int64_t(1) << bits) : field;
    };
    sum += element(a) * element(b);
  }
  return sum;
}

void sweepDots() {
  const std::pair<const char *, unsigned> lines[] = {
      {"v_dot2_@32_@16", 16}, {"v_dot4_@32_@8", 8}, {"v_dot8_@32_@4", 4}};
  for (auto [pattern, bits] : lines)
    for (bool isSigned : {false, true})
      for (bool clamp : {false, true}) {
        std::string name = pattern;
        for (char &c : name)
          c = c == '@' ? (isSigned ? 'i' : 'u') : c;
        run({name, "iiii",
             [=, width = bits](U a, U b, U c) -> U {
               const int64_t sum =
                   dot(a, b, width, isSigned) + (isSigned ? int64_t(int32_t(c)) : int64_t(c));
               const int64_t least = isSigned ? INT32_MIN : 0;
               const int64_t most = isSigned ? INT32_MAX : int64_t(UINT32_MAX);
               return uint32_t(clamp ? std::max(least, std::min(most, sum)) : sum);
             },
             clamp ? " clamp" : ""});
      }
  for (auto [name, bits] : {std::pair("v_dot2c_i32_i16", 16), std::pair("v_dot4c_i32_i8", 8),
                            std::pair("v_dot8c_i32_i4", 4)})
    run({name, "iii", [width = unsigned(bits)](U a, U b, U) -> U {
           return uint32_t(dot(a, b, width, true) + 0x5a5a5a5a);
         }});
}

} // namespace

void sweepPacked() {
  sweepHalves();
  sweepDots();
}

} // namespace assay::amdgpu::test
