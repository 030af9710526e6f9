#include "amdgpu/machine/isa/Atomics.h"
#include "amdgpu/machine/isa/LdsAddresses.h"

namespace assay::amdgpu::AMDGPU_LEVEL {

template <class T, auto F> static void modify(Wave &wave, const Instruction &instruction) {
  Modify<T, F>::run(wave, instruction, Space::Lds, singleAddress(wave, instruction));
}

/// F(old, DATA0, DATA1).
template <class T, auto F> static void modifyByTwo(Wave &wave, const Instruction &instruction) {
  const uint32_t *data0 = rowOf(wave, instruction.source[1]);
  const uint32_t *data1 = rowOf(wave, instruction.source[2]);
  changeLanes<T>(wave, instruction, Space::Lds, singleAddress(wave, instruction),
                 [&](T old, unsigned lane) {
                   return F(old, laneData<T>(data0, lane), laneData<T>(data1, lane));
                 });
}

/// As f32 sums in the LDS are rounded: MODE decides about denormals (bits 4 in, 5 out).
static void addF32(Wave &wave, const Instruction &instruction) {
  const bool flushesIn = !(wave.mode >> 4 & 1), flushesOut = !(wave.mode >> 5 & 1);
  const uint32_t *data = rowOf(wave, instruction.source[1]);
  changeLanes<float>(wave, instruction, Space::Lds, singleAddress(wave, instruction),
                     [&](float old, unsigned lane) {
                       auto addend = laneData<float>(data, lane);
                       if (flushesIn) {
                         old = withoutDenormal(old);
                         addend = withoutDenormal(addend);
                       }
                       return flushesOut ? withoutDenormal(old + addend) : old + addend;
                     });
}

/// The old values at two places, in units of `stride`, and what is put there.
template <class T, unsigned stride>
static void exchangeTwo(Wave &wave, const Instruction &instruction) {
  const Addresses first = ldsAddresses(wave, instruction, stride * uint32_t(instruction.offset));
  const Addresses second = ldsAddresses(wave, instruction, stride * uint32_t(instruction.offset1));
  const uint32_t *data0 = rowOf(wave, instruction.source[1]);
  // The result may be in the registers of the second value.
  constexpr unsigned dwords = sizeof(T) / 4;
  alignas(64) uint32_t data1[dwords * lanesPerWave];
  std::memcpy(data1, rowOf(wave, instruction.source[2]), sizeof data1);
  Instruction half = instruction;
  half.destination.type = dataType(dwords);
  changeLanes<T>(wave, half, Space::Lds, first,
                 [&](T, unsigned lane) { return laneData<T>(data0, lane); });
  half.destination.index += dwords;
  changeLanes<T>(wave, half, Space::Lds, second,
                 [&](T, unsigned lane) { return laneData<T>(data1, lane); });
}

constexpr Shape dsShape(unsigned data0, unsigned data1, unsigned result) {
  Shape shape = storeShape(Type::B32, data0);
  shape.source[2] = {Role::Field, dataType(data1)};
  shape.result = dataType(result);
  return shape;
}

template <class T, auto F, bool returns>
static constexpr Semantics modifies = {modify<T, F>, nullptr,
                                       dsShape(sizeof(T) / 4, 0, returns ? sizeof(T) / 4 : 0)};
template <class T, auto F, bool returns>
static constexpr Semantics modifiesByTwo = {
    modifyByTwo<T, F>, nullptr, dsShape(sizeof(T) / 4, sizeof(T) / 4, returns ? sizeof(T) / 4 : 0)};
template <class T, unsigned stride>
static constexpr Semantics exchangesTwo = {exchangeTwo<T, stride>, nullptr,
                                           dsShape(sizeof(T) / 4, sizeof(T) / 4, sizeof(T) / 2)};

/// DATA0 is what is compared with. Floats compare as such: -0 is 0, a NaN is nothing's equal.
template <class T> static T compareStore(T old, T compare, T value) {
  return old == compare ? value : old;
}
/// DATA0 are bits to clear, DATA1 bits to set.
template <class T> static T maskOr(T old, T mask, T value) { return (old & ~mask) | value; }
template <class T> static T wrap(T old, T limit, T back) {
  return old >= limit ? old - limit : old + back;
}

template <bool returns> constexpr Shape f32Shape = dsShape(1, 0, returns);

// NAME_TYPE without a result and NAME_rtn_TYPE with the old value.
#define AMDGPU_DS(NAME, TYPE, T, F)                                                                \
  {"ds_" NAME "_" TYPE, modifies<T, F<T>, false>}, {                                               \
    "ds_" NAME "_rtn_" TYPE, modifies<T, F<T>, true>                                               \
  }
#define AMDGPU_DS_BY_TWO(NAME, TYPE, T, F)                                                         \
  {"ds_" NAME "_" TYPE, modifiesByTwo<T, F<T>, false>}, {                                          \
    "ds_" NAME "_rtn_" TYPE, modifiesByTwo<T, F<T>, true>                                          \
  }

static constexpr Entry entries[] = {
    AMDGPU_DS("add", "u32", uint32_t, atomicAdd),
    AMDGPU_DS("add", "u64", uint64_t, atomicAdd),
    AMDGPU_DS("sub", "u32", uint32_t, atomicSub),
    AMDGPU_DS("sub", "u64", uint64_t, atomicSub),
    AMDGPU_DS("rsub", "u32", uint32_t, atomicRsub),
    AMDGPU_DS("rsub", "u64", uint64_t, atomicRsub),
    AMDGPU_DS("inc", "u32", uint32_t, atomicInc),
    AMDGPU_DS("inc", "u64", uint64_t, atomicInc),
    AMDGPU_DS("dec", "u32", uint32_t, atomicDec),
    AMDGPU_DS("dec", "u64", uint64_t, atomicDec),
    AMDGPU_DS("min", "i32", int32_t, atomicMin),
    AMDGPU_DS("min", "i64", int64_t, atomicMin),
    AMDGPU_DS("max", "i32", int32_t, atomicMax),
    AMDGPU_DS("max", "i64", int64_t, atomicMax),
    AMDGPU_DS("min", "u32", uint32_t, atomicMin),
    AMDGPU_DS("min", "u64", uint64_t, atomicMin),
    AMDGPU_DS("max", "u32", uint32_t, atomicMax),
    AMDGPU_DS("max", "u64", uint64_t, atomicMax),
    AMDGPU_DS("and", "b32", uint32_t, atomicAnd),
    AMDGPU_DS("and", "b64", uint64_t, atomicAnd),
    AMDGPU_DS("or", "b32", uint32_t, atomicOr),
    AMDGPU_DS("or", "b64", uint64_t, atomicOr),
    AMDGPU_DS("xor", "b32", uint32_t, atomicXor),
    AMDGPU_DS("xor", "b64", uint64_t, atomicXor),
    AMDGPU_DS("min", "f32", float, minNumber),
    AMDGPU_DS("max", "f32", float, maxNumber),
    AMDGPU_DS("min", "f64", double, minNumber),
    AMDGPU_DS("max", "f64", double, maxNumber),
    AMDGPU_DS("add", "f64", double, atomicAdd),
    AMDGPU_DS_BY_TWO("cmpst", "b32", uint32_t, compareStore),
    AMDGPU_DS_BY_TWO("cmpst", "b64", uint64_t, compareStore),
    AMDGPU_DS_BY_TWO("cmpst", "f32", float, compareStore),
    AMDGPU_DS_BY_TWO("cmpst", "f64", double, compareStore),
    AMDGPU_DS_BY_TWO("mskor", "b32", uint32_t, maskOr),
    AMDGPU_DS_BY_TWO("mskor", "b64", uint64_t, maskOr),
    {"ds_add_f32", {addF32, nullptr, f32Shape<false>}},
    {"ds_add_rtn_f32", {addF32, nullptr, f32Shape<true>}},
    {"ds_pk_add_f16", modifies<uint32_t, addHalves, false>},
    {"ds_pk_add_rtn_f16", modifies<uint32_t, addHalves, true>},
    {"ds_pk_add_bf16", modifies<uint32_t, addBrainFloats, false>},
    {"ds_pk_add_rtn_bf16", modifies<uint32_t, addBrainFloats, true>},
    {"ds_wrxchg_rtn_b32", modifies<uint32_t, atomicSwap<uint32_t>, true>},
    {"ds_wrxchg_rtn_b64", modifies<uint64_t, atomicSwap<uint64_t>, true>},
    {"ds_wrxchg2_rtn_b32", exchangesTwo<uint32_t, 4>},
    {"ds_wrxchg2_rtn_b64", exchangesTwo<uint64_t, 8>},
    {"ds_wrxchg2st64_rtn_b32", exchangesTwo<uint32_t, 256>},
    {"ds_wrxchg2st64_rtn_b64", exchangesTwo<uint64_t, 512>},
    {"ds_wrap_rtn_b32", modifiesByTwo<uint32_t, wrap<uint32_t>, true>},
    {"ds_condxchg32_rtn_b64", refused("LLVM never makes it")},
};
const Table dsAtomicTable(entries);

} // namespace assay::amdgpu::AMDGPU_LEVEL
