#include "Check.h"

// As in Check.h: the headers of HIP 5.2 take them from what clang no longer has.
typedef _Float16 TwoHalves __attribute__((ext_vector_type(2)));
static __device__ _Float16 __llvm_amdgcn_rcp_f16(_Float16 x) { return __builtin_amdgcn_rcph(x); }
static __device__ TwoHalves __llvm_amdgcn_rcp_2f16(TwoHalves x) {
  return {__llvm_amdgcn_rcp_f16(x.x), __llvm_amdgcn_rcp_f16(x.y)};
}
#include <hip/hip_fp16.h>

#include <bit>
#include <cmath>

// What a lane asks the hardware for: votes, shuffles, bits, atomics, halves.

__global__ void votes(unsigned long long *masks, int *counts) {
  const int i = threadIdx.x;
  const unsigned long long odd = __ballot(i % 3 == 1);
  if (i % 5 == 0) { // only some lanes take part
    const unsigned long long here = __ballot(1);
    if (i == 0)
      masks[1] = here;
    counts[i / 5] = __all(i < 64) + 2 * __any(i == 60) + 4 * __any(i == 61);
  }
  if (i == 0)
    masks[0] = odd;
}

void testVotes() {
  auto *masks = onDevice(std::vector<unsigned long long>(2, 0));
  int *counts = onDevice(std::vector<int>(13, 0));
  votes<<<1, 64>>>(masks, counts);
  unsigned long long wanted[2] = {};
  for (int i = 0; i < 64; ++i) {
    wanted[0] |= (unsigned long long)(i % 3 == 1) << i;
    wanted[1] |= (unsigned long long)(i % 5 == 0) << i;
  }
  const auto got = fromDevice(masks, 2);
  CHECK(got[0] == wanted[0] && got[1] == wanted[1]);
  CHECK(fromDevice(counts, 13) == std::vector<int>(13, 3));
}

__global__ void shuffles(int *out, double *wide) {
  const int i = threadIdx.x;
  out[i] = __shfl_xor(i, 5);
  out[64 + i] = __shfl(i * 3, (i + 9) % 64);
  out[128 + i] = __shfl_down(i, 3, 16);
  out[192 + i] = __shfl_up(i, 2, 8);
  wide[i] = __shfl_xor(i + 0.25, 33);
}

void testShuffles() {
  int *out = onDevice(std::vector<int>(256, -1));
  double *wide = onDevice(std::vector<double>(64, 0));
  shuffles<<<1, 64>>>(out, wide);
  const auto got = fromDevice(out, 256);
  const auto doubles = fromDevice(wide, 64);
  int wrong = 0;
  for (int i = 0; i < 64; ++i) {
    wrong += got[i] != (i ^ 5);
    wrong += got[64 + i] != (i + 9) % 64 * 3;
    wrong += got[128 + i] != (i % 16 + 3 < 16 ? i + 3 : i);
    wrong += got[192 + i] != (i % 8 >= 2 ? i - 2 : i);
    wrong += doubles[i] != (i ^ 33) + 0.25;
  }
  CHECK(wrong == 0);
}

struct Bits {
  int population, leading, first, population64, leading64, first64;
  unsigned reversed, high, byPermutation, absoluteDifferences, funnel;
  unsigned long long reversed64, high64;
  int product24, highSigned;
};

__global__ void bits(const unsigned long long *values, Bits *out) {
  const unsigned long long x = values[threadIdx.x];
  const unsigned a = unsigned(x), b = unsigned(x >> 32);
  Bits &r = out[threadIdx.x];
  r.population = __popc(a);
  r.leading = __clz(int(a));
  r.first = __ffs(a);
  r.population64 = __popcll(x);
  r.leading64 = __clzll(x);
  r.first64 = __ffsll(x);
  r.reversed = __brev(a);
  r.high = __umulhi(a, b);
  r.byPermutation = __byte_perm(a, b, 0x3715);
  r.absoluteDifferences = __usad(a, b, 7);
  r.funnel = __funnelshift_l(a, b, 13);
  r.reversed64 = __brevll(x);
  r.high64 = __umul64hi(x, ~x);
  r.product24 = __mul24(int(a << 8) >> 8, int(b << 8) >> 8);
  r.highSigned = __mulhi(int(a), int(b));
}

void testBits() {
  const std::vector<unsigned long long> values = {0,
                                                  1,
                                                  0x8000000000000000,
                                                  0xffffffffffffffff,
                                                  0x0123456789abcdef,
                                                  0x00000000ffffffff,
                                                  0xfedcba9800000000,
                                                  0x00ff00ff12345678};
  auto *device = onDevice(values);
  Bits *out = onDevice(std::vector<Bits>(values.size()));
  bits<<<1, int(values.size())>>>(device, out);
  const auto got = fromDevice(out, values.size());
  int wrong = 0;
  for (size_t i = 0; i < values.size(); ++i) {
    const unsigned long long x = values[i];
    const unsigned a = unsigned(x), b = unsigned(x >> 32);
    const Bits &r = got[i];
    wrong += r.population != std::popcount(a) || r.leading != std::countl_zero(a);
    wrong += r.first != (a ? std::countr_zero(a) + 1 : 0);
    wrong += r.population64 != std::popcount(x) || r.leading64 != std::countl_zero(x);
    wrong += r.first64 != (x ? std::countr_zero(x) + 1 : 0);
    wrong += r.reversed != __builtin_bitreverse32(a) || r.reversed64 != __builtin_bitreverse64(x);
    wrong += r.high != unsigned((unsigned long long)a * b >> 32);
    const auto byte = [&](unsigned k) { return unsigned((k < 4 ? a : b) >> k % 4 * 8) & 0xff; };
    wrong += r.byPermutation != (byte(5) | byte(1) << 8 | byte(7) << 16 | byte(3) << 24);
    wrong += r.absoluteDifferences != (a > b ? a - b : b - a) + 7;
    wrong += r.funnel != unsigned((((unsigned long long)b << 32 | a) << 13) >> 32);
    wrong += r.high64 != (unsigned long long)((unsigned __int128)x * ~x >> 64);
    wrong += r.product24 != int((long long)(int(a << 8) >> 8) * (int(b << 8) >> 8));
    wrong += r.highSigned != int((long long)int(a) * int(b) >> 32);
  }
  CHECK(wrong == 0);
}

/// A lock-free maximum of floats, and a product, as programs without such atomics write them.
__device__ void atomicMaximum(float *address, float value) {
  int *bits = reinterpret_cast<int *>(address);
  int old = *bits;
  while (__int_as_float(old) < value) {
    const int assumed = old;
    old = atomicCAS(bits, assumed, __float_as_int(value));
    if (old == assumed)
      return;
  }
}
__device__ void atomicMultiply(unsigned long long *address, unsigned long long value) {
  unsigned long long old = *address, assumed;
  do {
    assumed = old;
    old = atomicCAS(address, assumed, assumed * value);
  } while (old != assumed);
}

__global__ void atomics(float *floats, double *doubles, unsigned long long *longs, int *ints) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicMaximum(&floats[0], float(i * 37 % 1000));
  atomicAdd(&floats[1], 0.5f);
  unsafeAtomicAdd(&floats[2], 0.25f);
  atomicAdd(&doubles[0], 0.125);
  atomicMultiply(&longs[0], 3);
  atomicAdd(&longs[1], 1ull << 31);
  atomicMax(&longs[2], (unsigned long long)i << 33);
  atomicXor(&longs[3], 1ull << i % 64);
  atomicMin(&ints[0], 500 - i);
  // atomicInc and atomicDec, for which the headers of HIP 5.2 ask LLVM in a way that it forgot.
  __builtin_amdgcn_atomic_inc32(reinterpret_cast<unsigned *>(&ints[1]), 99, __ATOMIC_RELAXED,
                                "agent");
  __builtin_amdgcn_atomic_dec32(reinterpret_cast<unsigned *>(&ints[2]), 99, __ATOMIC_RELAXED,
                                "agent");
  atomicAnd(&ints[3], ~(1 << i % 20));
  atomicSub(&ints[4], 3);
  atomicExch(&ints[5], 77);
}

void testAtomics() {
  const int count = 512;
  float *floats = onDevice(std::vector<float>{-1, 0, 0});
  double *doubles = onDevice(std::vector<double>{0});
  auto *longs = onDevice(std::vector<unsigned long long>{1, 0, 0, 0});
  int *ints = onDevice(std::vector<int>{1000, 0, 0, -1, 0, 0});
  atomics<<<4, count / 4>>>(floats, doubles, longs, ints);
  unsigned long long power = 1;
  float most = 0;
  for (int i = 0; i < count; ++i) {
    power *= 3;
    most = std::fmax(most, float(i * 37 % 1000));
  }
  CHECK(fromDevice(floats, 3) == std::vector<float>{most, count * 0.5f, count * 0.25f});
  CHECK(fromDevice(doubles, 1)[0] == count * 0.125);
  CHECK(fromDevice(longs, 4) ==
        std::vector<unsigned long long>{power, (unsigned long long)count << 31,
                                        (unsigned long long)(count - 1) << 33, 0});
  // 512 counts from 0 with 100 values, up and down.
  CHECK(fromDevice(ints, 6) == std::vector<int>{500 - (count - 1), count % 100,
                                                (100 - count % 100) % 100, -1 << 20, -3 * count,
                                                77});
}

__global__ void halves(const __half2 *a, const __half2 *b, __half2 *out, __half *sums) {
  const int i = threadIdx.x;
  out[4 * i] = __hfma2(a[i], b[i], __float2half2_rn(0.5f));
  out[4 * i + 1] = __hadd2(a[i], __hneg2(b[i]));
  out[4 * i + 2] = __lowhigh2highlow(__hmul2(a[i], b[i]));
  out[4 * i + 3] = h2sqrt(__habs2(a[i]));
  sums[i] = __hadd(__low2half(a[i]), __high2half(b[i]));
}

void testHalves() {
  const int count = 64;
  std::vector<_Float16> a(2 * count), b(2 * count);
  for (int i = 0; i < 2 * count; ++i) {
    a[i] = _Float16(i * 0.37f - 20);
    b[i] = _Float16(7.3f - i * 0.11f);
  }
  auto *da = onDevice(a), *db = onDevice(b);
  auto *out = onDevice(std::vector<_Float16>(8 * count)),
       *sums = onDevice(std::vector<_Float16>(count));
  halves<<<1, count>>>(reinterpret_cast<__half2 *>(da), reinterpret_cast<__half2 *>(db),
                       reinterpret_cast<__half2 *>(out), reinterpret_cast<__half *>(sums));
  const auto got = fromDevice(out, 8 * count), gotSums = fromDevice(sums, count);
  int wrong = 0;
  for (int i = 0; i < count; ++i) {
    for (int part = 0; part < 2; ++part) {
      const float x = a[2 * i + part], y = b[2 * i + part];
      // The product of two halves is exact in f32, and f64 holds the sum.
      wrong += got[8 * i + part] != _Float16(double(x) * y + 0.5);
      wrong += got[8 * i + 2 + part] != _Float16(x - y);
      wrong += got[8 * i + 5 - part] != _Float16(x * y);
      const float root = std::sqrt(std::fabs(x));
      wrong += !(std::fabs(float(got[8 * i + 6 + part]) - root) <= root * 0x1p-10f);
    }
    wrong += gotSums[i] != _Float16(float(a[2 * i]) + float(b[2 * i + 1]));
  }
  CHECK(wrong == 0);
}

int main() {
  testVotes();
  testShuffles();
  testBits();
  testAtomics();
  testHalves();
  return failures != 0;
}
