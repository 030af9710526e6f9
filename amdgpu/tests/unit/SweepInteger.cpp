#include "amdgpu/tests/unit/Sweep.h"

namespace assay::amdgpu::test {
namespace {

using Wide = __int128;

Wide sign(uint64_t value, unsigned bits) {
  return bits == 64 ? Wide(int64_t(value)) : Wide(int64_t(value << (64 - bits)) >> (64 - bits));
}
uint64_t field(Wide value, unsigned bits) {
  return bits == 64 ? uint64_t(value) : uint64_t(value) & ((uint64_t(1) << bits) - 1);
}
uint64_t saturated(Wide value, unsigned bits, bool isSigned) {
  const Wide one = 1, low = isSigned ? -(one << (bits - 1)) : 0;
  const Wide high = isSigned ? (one << (bits - 1)) - 1 : (one << bits) - 1;
  return field(value < low ? low : value > high ? high : value, bits);
}

using Exact = std::function<Wide(Wide, Wide, Wide)>;

/// Integers of `bits` bits: the exact result's low bits, or with clamp the nearest value.
void exact(const std::string &name, const std::string &operands, unsigned bits, bool isSigned,
           bool canClamp, const Exact &value, uint64_t upper = 0) {
  for (bool clamp : {false, true}) {
    if (clamp && !canClamp)
      continue;
    run({name, operands,
         [=](uint64_t a, uint64_t b, uint64_t c) {
           auto source = [&](uint64_t x, size_t i) {
             const unsigned width = operands.size() > i && operands[i] == 'w'   ? 16
                                    : operands.size() > i && operands[i] == 'l' ? 64
                                                                                : 32;
             return isSigned ? sign(x, width) : Wide(x);
           };
           const Wide result = value(source(a, 1), source(b, 2), source(c, 3));
           return (clamp ? saturated(result, bits, isSigned) : field(result, bits)) | upper;
         },
         clamp ? " clamp" : ""});
  }
}

uint64_t distance(uint64_t a, uint64_t b, unsigned bits, unsigned at) {
  const auto x = int64_t(field(a >> at, bits)), y = int64_t(field(b >> at, bits));
  return uint64_t(x > y ? x - y : y - x);
}
uint64_t byteDistances(uint64_t a, uint64_t b, bool masked) {
  uint64_t sum = 0;
  for (unsigned at : {0, 8, 16, 24})
    sum += masked && (b >> at & 0xff) == 0 ? 0 : distance(a, b, 8, at);
  return sum;
}

void sweepSums() {
  const uint64_t kept = 0x5a5a0000;
  exact("v_add_u32_e64", "iii", 32, false, true, [](Wide a, Wide b, Wide) { return a + b; });
  exact("v_sub_u32_e64", "iii", 32, false, true, [](Wide a, Wide b, Wide) { return a - b; });
  exact("v_subrev_u32_e64", "iii", 32, false, true, [](Wide a, Wide b, Wide) { return b - a; });
  exact("v_add_i32", "iii", 32, true, true, [](Wide a, Wide b, Wide) { return a + b; });
  exact("v_sub_i32", "iii", 32, true, true, [](Wide a, Wide b, Wide) { return a - b; });
  exact("v_add_u16_e64", "www", 16, false, true, [](Wide a, Wide b, Wide) { return a + b; });
  exact("v_sub_u16_e64", "www", 16, false, true, [](Wide a, Wide b, Wide) { return a - b; });
  exact("v_subrev_u16_e64", "www", 16, false, true, [](Wide a, Wide b, Wide) { return b - a; });
  exact("v_add_i16", "www", 16, true, true, [](Wide a, Wide b, Wide) { return a + b; }, kept);
  exact("v_sub_i16", "www", 16, true, true, [](Wide a, Wide b, Wide) { return a - b; }, kept);
  exact("v_mul_lo_u16", "www", 16, false, false, [](Wide a, Wide b, Wide) { return a * b; });
  auto productSum = [](Wide a, Wide b, Wide c) { return a * b + c; };
  exact("v_mad_u16", "wwww", 16, false, true, productSum, kept);
  exact("v_mad_i16", "wwww", 16, true, true, productSum, kept);
  exact("v_mad_legacy_u16", "wwww", 16, false, true, productSum);
  exact("v_mad_legacy_i16", "wwww", 16, true, true, productSum);
  exact("v_mad_u32_u16", "iwwi", 32, false, true, productSum);
  exact("v_mad_i32_i16", "iwwi", 32, true, true, productSum);
  exact("v_mad_u32_u24", "iiii", 32, false, true,
        [](Wide a, Wide b, Wide c) { return Wide(field(a, 24)) * Wide(field(b, 24)) + c; });
  exact("v_mad_i32_i24", "iiii", 32, true, true,
        [](Wide a, Wide b, Wide c) { return sign(uint64_t(a), 24) * sign(uint64_t(b), 24) + c; });
  exact("v_mul_lo_u32", "iii", 32, false, false, [](Wide a, Wide b, Wide) { return a * b; });
  exact("v_mul_hi_u32", "iii", 32, false, false, [](Wide a, Wide b, Wide) { return a * b >> 32; });
  exact("v_mul_hi_i32", "iii", 32, true, false, [](Wide a, Wide b, Wide) { return a * b >> 32; });
  exact("v_mul_u32_u24", "iii", 32, false, false,
        [](Wide a, Wide b, Wide) { return Wide(field(a, 24)) * Wide(field(b, 24)); });
  exact("v_mul_hi_u32_u24", "iii", 32, false, false,
        [](Wide a, Wide b, Wide) { return Wide(field(a, 24)) * Wide(field(b, 24)) >> 32; });
  exact("v_mul_i32_i24", "iii", 32, true, false,
        [](Wide a, Wide b, Wide) { return sign(uint64_t(a), 24) * sign(uint64_t(b), 24); });
  exact("v_mul_hi_i32_i24", "iii", 32, true, false,
        [](Wide a, Wide b, Wide) { return sign(uint64_t(a), 24) * sign(uint64_t(b), 24) >> 32; });
  exact("v_add3_u32", "iiii", 32, false, false, [](Wide a, Wide b, Wide c) { return a + b + c; });
}

/// Instructions with two results, each of which is swept by itself: the rest of the line, which the
/// sweep would write with one result only, becomes a comment.
void sweepCarries() {
  auto both = [](const std::string &line, const std::string &sources, const Exact &value,
                 unsigned bits) {
    const std::string result(1, bits == 64 ? 'l' : 'i');
    run({line + " ;", result + sources, [=](uint64_t a, uint64_t b, uint64_t c) {
           return field(value(Wide(a), Wide(b), Wide(c)), bits);
         }});
    run({line + " ;", "m" + sources, [=](uint64_t a, uint64_t b, uint64_t c) {
           return uint64_t(value(Wide(a), Wide(b), Wide(c)) >> bits) & 1;
         }});
  };
  auto sum = [](Wide a, Wide b, Wide) { return a + b; };
  auto difference = [](Wide a, Wide b, Wide) { return a - b; };
  auto reversed = [](Wide a, Wide b, Wide) { return b - a; };
  both("v_add_co_u32_e64 v6, s[4:5], v0, v2", "ii", sum, 32);
  both("v_sub_co_u32_e64 v6, s[4:5], v0, v2", "ii", difference, 32);
  both("v_subrev_co_u32_e64 v6, s[4:5], v0, v2", "ii", reversed, 32);
  both(
      "v_mad_u64_u32 v[6:7], s[4:5], v0, v2, v[4:5]", "iil",
      [](Wide a, Wide b, Wide c) { return a * b + c; }, 64);
  run({"v_mad_i64_i32 v[6:7], s[4:5], v0, v2, v[4:5] ;", "liil",
       [](uint64_t a, uint64_t b, uint64_t c) {
         return field(sign(a, 32) * sign(b, 32) + sign(c, 64), 64);
       }});
}

void sweepOrder() {
  struct Line {
    const char *suffix;
    char letter;
    unsigned bits;
    bool isSigned;
  };
  for (auto [suffix, letter, bits, isSigned] : {Line{"i16", 'w', 16, true},
                                                {"u16", 'w', 16, false},
                                                {"i32", 'i', 32, true},
                                                {"u32", 'i', 32, false}}) {
    auto min = [](Wide a, Wide b) { return a < b ? a : b; };
    auto max = [](Wide a, Wide b) { return a > b ? a : b; };
    const std::string two(3, letter), three(4, letter);
    const uint64_t kept = bits == 16 ? 0x5a5a0000 : 0;
    const std::string type = suffix;
    exact("v_min_" + type, two, bits, isSigned, false,
          [=](Wide a, Wide b, Wide) { return min(a, b); });
    exact("v_max_" + type, two, bits, isSigned, false,
          [=](Wide a, Wide b, Wide) { return max(a, b); });
    exact(
        "v_min3_" + type, three, bits, isSigned, false,
        [=](Wide a, Wide b, Wide c) { return min(min(a, b), c); }, kept);
    exact(
        "v_max3_" + type, three, bits, isSigned, false,
        [=](Wide a, Wide b, Wide c) { return max(max(a, b), c); }, kept);
    exact(
        "v_med3_" + type, three, bits, isSigned, false,
        [=](Wide a, Wide b, Wide c) { return a + b + c - min(min(a, b), c) - max(max(a, b), c); },
        kept);
  }
}

void sweepBits() {
  using U = uint64_t;
  run({"v_not_b32", "ii", [](U a, U, U) { return field(~a, 32); }});
  run({"v_and_b32", "iii", [](U a, U b, U) { return a & b; }});
  run({"v_or_b32", "iii", [](U a, U b, U) { return a | b; }});
  run({"v_xor_b32", "iii", [](U a, U b, U) { return a ^ b; }});
  run({"v_xnor_b32", "iii", [](U a, U b, U) { return field(~(a ^ b), 32); }});
  run({"v_or3_b32", "iiii", [](U a, U b, U c) { return a | b | c; }});
  run({"v_and_or_b32", "iiii", [](U a, U b, U c) { return (a & b) | c; }});
  run({"v_xad_u32", "iiii", [](U a, U b, U c) { return field((a ^ b) + c, 32); }});
  run({"v_lshlrev_b16", "wsw", [](U a, U b, U) { return field(b << (a % 16), 16); }});
  run({"v_lshrrev_b16", "wsw", [](U a, U b, U) { return b >> (a % 16); }});
  run({"v_ashrrev_i16", "wsw", [](U a, U b, U) { return field(sign(b, 16) >> (a % 16), 16); }});
  run({"v_lshlrev_b32", "isi", [](U a, U b, U) { return field(b << (a % 32), 32); }});
  run({"v_lshrrev_b32", "isi", [](U a, U b, U) { return b >> (a % 32); }});
  run({"v_ashrrev_i32", "isi", [](U a, U b, U) { return field(sign(b, 32) >> (a % 32), 32); }});
  run({"v_lshlrev_b64", "lsl", [](U a, U b, U) { return b << (a % 64); }});
  run({"v_lshrrev_b64", "lsl", [](U a, U b, U) { return b >> (a % 64); }});
  run({"v_ashrrev_i64", "lsl", [](U a, U b, U) { return U(int64_t(b) >> (a % 64)); }});
  run({"v_lshl_add_u32", "iisi", [](U a, U b, U c) { return field((a << (b % 32)) + c, 32); }});
  run({"v_add_lshl_u32", "iiis", [](U a, U b, U c) { return field((a + b) << (c % 32), 32); }});
  run({"v_lshl_or_b32", "iisi", [](U a, U b, U c) { return field(a << (b % 32), 32) | c; }});
  // Of the shift three bits count.
  run({"v_lshl_add_u64", "llsl", [](U a, U b, U c) { return (a << (b % 8)) + c; }});
  run({"v_bfe_u32", "iiss", [](U a, U b, U c) { return field(a >> (b % 32), c % 32); }});
  run({"v_bfe_i32", "iiss", [](U a, U b, U c) -> U {
         const unsigned width = c % 32;
         return width == 0 ? 0 : field(sign(uint64_t(sign(a, 32) >> (b % 32)), width), 32);
       }});
  run({"v_bfi_b32", "iiii", [](U a, U b, U c) { return (a & b) | (field(~a, 32) & c); }});
  run({"v_bfm_b32", "iss",
       [](U a, U b, U) { return field(((U(1) << (a % 32)) - 1) << (b % 32), 32); }});
  run({"v_alignbit_b32", "iiis",
       [](U a, U b, U c) { return field((a << 32 | b) >> (c % 32), 32); }});
  run({"v_alignbyte_b32", "iiis",
       [](U a, U b, U c) { return field((a << 32 | b) >> (8 * (c % 4)), 32); }});
  run({"v_bfrev_b32", "ii", [](U a, U, U) {
         U result = 0;
         for (unsigned i = 0; i < 32; ++i)
           result |= (a >> i & 1) << (31 - i);
         return result;
       }});
  run({"v_bcnt_u32_b32", "iii", [](U a, U b, U) {
         U count = b;
         for (; a != 0; a >>= 1)
           count += a & 1;
         return field(count, 32);
       }});
  run({"v_ffbl_b32", "ii", [](U a, U, U) -> U {
         for (unsigned i = 0; i < 32; ++i)
           if (a >> i & 1)
             return i;
         return 0xffffffff;
       }});
  run({"v_ffbh_u32", "ii", [](U a, U, U) -> U {
         for (unsigned i = 0; i < 32; ++i)
           if (a >> (31 - i) & 1)
             return i;
         return 0xffffffff;
       }});
  run({"v_ffbh_i32", "ii", [](U a, U, U) -> U {
         for (unsigned i = 1; i < 32; ++i)
           if ((a >> (31 - i) & 1) != (a >> 31))
             return i;
         return 0xffffffff;
       }});
  run({"v_perm_b32", "iiii", [](U a, U b, U c) {
         const U data = a << 32 | b;
         U result = 0;
         for (unsigned i = 0; i < 4; ++i) {
           const U select = c >> (8 * i) & 0xff;
           U byte = 0xff;
           if (select <= 7)
             byte = data >> (8 * select) & 0xff;
           if (select >= 8 && select <= 11)
             byte = (data >> (16 * (select - 7) - 1) & 1) * 0xff;
           if (select == 12)
             byte = 0;
           result |= byte << (8 * i);
         }
         return result;
       }});
  run({"v_pack_b32_f16", "ihh", [](U a, U b, U) { return a | b << 16; }});
  run({"v_sat_pk_u8_i16", "ii", [](U a, U, U) {
         return saturated(sign(a, 16), 8, false) | saturated(sign(a >> 16, 16), 8, false) << 8;
       }});
}

void sweepBytes() {
  using U = uint64_t;
  for (bool clamp : {false, true}) {
    const std::string suffix = clamp ? " clamp" : "";
    auto fit = [=](U sum, unsigned bits) {
      return clamp ? saturated(Wide(sum), bits, false) : field(Wide(sum), bits);
    };
    run({"v_sad_u8", "iiii", [=](U a, U b, U c) { return fit(c + byteDistances(a, b, false), 32); },
         suffix});
    run({"v_sad_hi_u8", "iiii",
         [=](U a, U b, U c) { return fit(c + (byteDistances(a, b, false) << 16), 32); }, suffix});
    run({"v_msad_u8", "iiii", [=](U a, U b, U c) { return fit(c + byteDistances(a, b, true), 32); },
         suffix});
    run({"v_sad_u16", "iiii",
         [=](U a, U b, U c) { return fit(c + distance(a, b, 16, 0) + distance(a, b, 16, 16), 32); },
         suffix});
    run({"v_sad_u32", "iiii", [=](U a, U b, U c) { return fit(c + distance(a, b, 32, 0), 32); },
         suffix});
  }
  run({"v_lerp_u8", "iiii", [](U a, U b, U c) {
         U result = 0;
         for (unsigned at : {0, 8, 16, 24})
           result |= ((a >> at & 0xff) + (b >> at & 0xff) + (c >> at & 1)) / 2 << at;
         return result;
       }});
}

} // namespace

void sweepIntegers() {
  sweepSums();
  sweepCarries();
  sweepOrder();
  sweepBits();
  sweepBytes();
}

void sweepComparisons() {
  const std::pair<const char *, std::function<bool(Wide, Wide)>> tests[] = {
      {"f", [](Wide, Wide) { return false; }},       {"lt", [](Wide a, Wide b) { return a < b; }},
      {"eq", [](Wide a, Wide b) { return a == b; }}, {"le", [](Wide a, Wide b) { return a <= b; }},
      {"gt", [](Wide a, Wide b) { return a > b; }},  {"ne", [](Wide a, Wide b) { return a != b; }},
      {"ge", [](Wide a, Wide b) { return a >= b; }}, {"t", [](Wide, Wide) { return true; }}};
  for (const auto &[name, test] : tests)
    for (unsigned bits : {16, 32, 64})
      for (bool isSigned : {false, true}) {
        const char letter = bits == 16 ? 'w' : bits == 32 ? 'i' : 'l';
        auto expected = [=](uint64_t a, uint64_t b, uint64_t) -> uint64_t {
          return isSigned ? test(sign(a, bits), sign(b, bits)) : test(Wide(a), Wide(b));
        };
        const std::string rest =
            name + std::string(isSigned ? "_i" : "_u") + std::to_string(bits) + "_e64";
        run({"v_cmp_" + rest, {'m', letter, letter}, expected});
      }
  const std::pair<const char *, std::function<bool(double, double)>> floats[] = {
      {"f", [](double, double) { return false; }},
      {"lt", [](double a, double b) { return a < b; }},
      {"eq", [](double a, double b) { return a == b; }},
      {"le", [](double a, double b) { return a <= b; }},
      {"gt", [](double a, double b) { return a > b; }},
      {"lg", [](double a, double b) { return a < b || a > b; }},
      {"ge", [](double a, double b) { return a >= b; }},
      {"o", [](double a, double b) { return !__builtin_isunordered(a, b); }},
      {"u", [](double a, double b) { return __builtin_isunordered(a, b); }},
      {"nge", [](double a, double b) { return !(a >= b); }},
      {"nlg", [](double a, double b) { return a == b || __builtin_isunordered(a, b); }},
      {"ngt", [](double a, double b) { return !(a > b); }},
      {"nle", [](double a, double b) { return !(a <= b); }},
      {"neq", [](double a, double b) { return a != b; }},
      {"nlt", [](double a, double b) { return !(a < b); }},
      {"tru", [](double, double) { return true; }}};
  for (const auto &[name, test] : floats)
    for (char letter : {'h', 'f', 'd'}) {
      auto value = [=](uint64_t bits) {
        if (letter == 'h')
          return double(__builtin_bit_cast(_Float16, uint16_t(bits)));
        return letter == 'f' ? double(__builtin_bit_cast(float, uint32_t(bits)))
                             : __builtin_bit_cast(double, bits);
      };
      run({std::string("v_cmp_") + name +
               (letter == 'h'   ? "_f16_e64"
                : letter == 'f' ? "_f32_e64"
                                : "_f64_e64"),
           {'m', letter, letter},
           [=](uint64_t a, uint64_t b, uint64_t) -> uint64_t { return test(value(a), value(b)); }});
    }
}

} // namespace assay::amdgpu::test
