#pragma once

#include "amdgpu/machine/isa/Floats.h"
#include "amdgpu/machine/isa/Modifiers.h"

/// Instructions that do the same in every lane: `lanes<F>` makes one of a function of one lane.
namespace assay::amdgpu::AMDGPU_LEVEL {

/// Plain handlers take so many lanes at a time: what they compute stays in the host's registers
/// until it is known to be no NaN, and goes to the VGPR from there. AVX-512 has room for all.
#ifdef __AVX512F__
constexpr unsigned blockLanes = lanesPerWave;
#else
constexpr unsigned blockLanes = 32;
#endif

constexpr uint64_t blockMask = ~uint64_t(0) >> (lanesPerWave - blockLanes);

/// Calls visit(first lane) for each block that has an active lane.
template <class Visit> [[gnu::always_inline]] inline void forBlocks(const Wave &wave, Visit visit) {
#pragma clang loop unroll(disable)
  for (unsigned first = 0; first < lanesPerWave; first += blockLanes)
    if ((exec(wave) >> first & blockMask) != 0)
      visit(first);
}

/// What is computed of a result: without its mask, and without the word on NaNs.
template <class Result> inline auto valueOf(const Result &result) {
  if constexpr (hasCarry<Result> || isSettled<Result>)
    return result.value;
  else
    return result;
}
template <class Result> using ValueIn = decltype(valueOf(std::declval<Result>()));

/// Where the results of so many lanes go before they reach a register.
template <class Result, unsigned lanes = lanesPerWave> struct Results {
  static constexpr unsigned dwords = sizeof(ValueIn<Result>) == 8 ? 2 : 1;
  alignas(64) uint32_t rows[dwords * lanes];
  alignas(64) uint32_t carries[hasCarry<Result> ? lanes : 1];
};

/// `dwords` rows of a block to where a VGPR has it, in the lanes of `active`.
[[gnu::noinline]] inline void blendBlock(uint32_t *to, const uint32_t *__restrict rows,
                                         const uint32_t *__restrict active, unsigned dwords) {
  for (unsigned dword = 0; dword < dwords; ++dword)
    for (unsigned lane = 0; lane < blockLanes; ++lane)
      writeLane(to + dword * lanesPerWave, lane, rows[dword * blockLanes + lane], active[lane]);
}

/// A block of results to registers, in the lanes that EXEC holds active. `first` is its first lane.
template <class Result>
inline void storeBlock(Wave &wave, uint32_t *to, const Results<Result, blockLanes> &results,
                       unsigned first) {
  to += first;
  if ((exec(wave) >> first & blockMask) == blockMask) {
    for (unsigned dword = 0; dword < results.dwords; ++dword)
      std::memcpy(to + dword * lanesPerWave, results.rows + dword * blockLanes,
                  blockLanes * sizeof *to);
    return;
  }
  // A copy, for what is looked at through a pointer does not stay in registers.
  const Results<Result, blockLanes> copy = results;
  blendBlock(to, copy.rows, activeRow(wave) + first, results.dwords);
}

template <class Source>
inline Source argument(const uint32_t *rows, unsigned first, unsigned lane, Control control) {
  if constexpr (std::is_same_v<Source, Lane>)
    return {first + lane};
  else if constexpr (std::is_same_v<Source, Control>)
    return control;
  else
    return Source(LaneReader<ValueOf<Source>>{rows + first}[lane]);
}

/// The first source that is a NaN of the result's type, quieted. Where none is, a NaN that another
/// type's NaN was converted to stays, and any other becomes the default.
template <class T, unsigned lanes, class... Sources>
[[gnu::noinline]] void settleNaNs(const uint32_t *const *sources, unsigned first,
                                  uint32_t *results) {
  for (unsigned i = 0; i < lanes; ++i) {
    if (!isNaN(LaneReader<T, lanes>{results}[i]))
      continue;
    const unsigned lane = first + i;
    bool isFound = false, isConverted = false;
    T found = nan<T>();
    unsigned slot = 0;
    auto look = [&]<class Source>() {
      const uint32_t *rows = sources[slot++];
      if constexpr (std::is_same_v<Source, T>) {
        const T value = LaneReader<T>{rows}[lane];
        if (!isFound && isNaN(value)) {
          isFound = true;
          found = quieted(value);
        }
      } else if constexpr (isFloat<Source>) {
        isConverted |= isNaN(LaneReader<Source>{rows}[lane]);
      }
    };
    (look.template operator()<ValueOf<Sources>>(), ...);
    if (isFound || !isConverted)
      LaneWriter<T, lanes>{results}.set(i, found);
  }
}

/// With FP16_OVFL, a result is infinite only if a source is.
template <unsigned lanes, class... Sources>
[[gnu::noinline]] void saturate(const uint32_t *const *sources, unsigned first, uint32_t *results) {
  for (unsigned i = 0; i < lanes; ++i) {
    if ((results[i] & 0x7fff) != 0x7c00)
      continue;
    bool isInfinite = false;
    unsigned slot = 0;
    auto look = [&]<class Source>() {
      const uint32_t *rows = sources[slot++];
      if constexpr (isFloat<Source>)
        isInfinite |= std::isinf(widen(LaneReader<Source>{rows}[first + i]));
    };
    (look.template operator()<ValueOf<Sources>>(), ...);
    if (!isInfinite)
      --results[i];
  }
}

/// The instruction itself, for the lanes from `first` on: rows of sources to results. F becomes a
/// part of the loop however large it is, or that would be no vector code.
template <auto F, unsigned lanes, class Result, class... Sources, size_t... I>
[[gnu::flatten]] inline void compute(const uint32_t *const *sources, unsigned first,
                                     Control control, Results<Result, lanes> &__restrict results,
                                     SignatureOf<Result, Sources...>, std::index_sequence<I...>) {
  using Value = ValueIn<Result>;
  uint32_t nans = 0;
  for (unsigned i = 0; i < lanes; ++i) {
    const Result result = F(argument<Sources>(sources[I], first, i, control)...);
    const Value value = valueOf(result);
    if constexpr (std::is_same_v<Result, bool>)
      results.rows[i] = value;
    else if constexpr (isRaw<Value>)
      LaneWriter<BitsOf<Value>, lanes>{results.rows}.set(i, value.bits);
    else
      LaneWriter<Value, lanes>{results.rows}.set(i, value);
    if constexpr (hasCarry<Result>)
      results.carries[i] = result.carry;
    if constexpr (isFloat<Result>)
      nans |= isNaN(value);
  }
  if constexpr (isFloat<Result>)
    if (nans != 0) [[unlikely]] {
      // A copy, for the same reason.
      Results<Result, lanes> settled = results;
      settleNaNs<Result, lanes, Sources...>(sources, first, settled.rows);
      results = settled;
    }
  if constexpr (std::is_same_v<Result, Half>)
    if (control.saturates) [[unlikely]] {
      Results<Result, lanes> saturated = results;
      saturate<lanes, Sources...>(sources, first, saturated.rows);
      results = saturated;
    }
}

template <class Result, class... Sources>
constexpr bool computesFloats(SignatureOf<Result, Sources...>) {
  return isFloat<ValueIn<Result>> || (isFloat<ValueOf<Sources>> || ...);
}

/// `compute` behind a call that the compiler does not see through, so that the host's rounding is
/// what it was set to.
template <auto F, class Signature> struct Call {
  const uint32_t *sources[4];
  Control control;
  Results<typename Signature::Result> *results;
  [[gnu::noinline]] static void run(void *call) {
    auto &self = *static_cast<Call *>(call);
    compute<F, lanesPerWave>(self.sources, 0, self.control, *self.results, Signature(),
                             std::make_index_sequence<Signature::arity>());
  }
};

/// A mask of lanes to its SGPRs. Inactive lanes are 0.
inline void storeMask(Wave &wave, const Operand &destination, const uint32_t *row, uint64_t mask) {
  writeScalar<uint64_t>(wave, destination.index, compressMask(row) & mask);
}

template <auto F> void runModified(Wave &wave, const Instruction &instruction) {
  using Signature = typename SignatureFrom<decltype(F)>::Type;
  using Result = typename Signature::Result;
  constexpr bool isArithmetic = computesFloats(Signature());
  Results<Result> results;
  Call<F, Signature> call{{}, controlOf(wave, instruction.modifiers.clamp), &results};
  for (unsigned slot = 0; slot < Signature::arity; ++slot)
    call.sources[slot] = modifiedRows(wave, instruction, slot, isArithmetic);
  const Type type = instruction.destination.type;
  const uint64_t mask = writtenLanes(wave, instruction);
  computeRounded(wave, type, Call<F, Signature>::run, &call);
  if constexpr (std::is_same_v<Result, bool>) {
    storeMask(wave, instruction.destination, results.rows, mask);
  } else {
    if constexpr (isArithmetic)
      modifyResult(wave, instruction.modifiers, type, results.rows);
    storeModified(wave, instruction, results.rows, Results<Result>::dwords, mask);
    if constexpr (hasCarry<Result>)
      storeMask(wave, instruction.scalarDestination, results.carries, mask);
  }
}

template <auto F> void runLanes(Wave &wave, const Instruction &instruction) {
  using Signature = typename SignatureFrom<decltype(F)>::Type;
  using Result = typename Signature::Result;
  if constexpr (computesFloats(Signature()))
    if (!isPlainMode(wave)) [[unlikely]]
      return runModified<F>(wave, instruction);
  const uint32_t *sources[4];
  for (unsigned slot = 0; slot < Signature::arity; ++slot)
    sources[slot] = sourceRows(wave, instruction.source[slot], slot);
  // Of a comparison the result itself is the mask.
  constexpr bool isMask = std::is_same_v<Result, bool>;
  const Control control = controlOf(wave, false);
  uint64_t mask = 0;
  forBlocks(wave, [&](unsigned first) __attribute__((always_inline)) {
    Results<Result, blockLanes> results;
    compute<F, blockLanes>(sources, first, control, results, Signature(),
                           std::make_index_sequence<Signature::arity>());
    if constexpr (isMask)
      mask |= compressMask<blockLanes>(results.rows) << first;
    else
      storeBlock(wave, rowOf(wave, instruction.destination), results, first);
    if constexpr (hasCarry<Result>)
      mask |= compressMask<blockLanes>(results.carries) << first;
  });
  if constexpr (isMask || hasCarry<Result>) {
    const Operand &to = isMask ? instruction.destination : instruction.scalarDestination;
    writeScalar<uint64_t>(wave, to.index, mask & exec(wave));
  }
}

/// F is a function of one lane. Its parameter and result types say what the operands are:
/// float, double, Half, integers; bool for a mask; Former<T> for what the destination held;
/// Literal<T> for the K of v_fmaak_f32. It returns a value, WithCarry, or bool for a comparison.
template <auto F> constexpr Semantics lanes = {runLanes<F>, runModified<F>, shapeOf<F>()};

/// The same, with a result of 16 bits that leaves the upper half of its register alone.
constexpr Semantics preservingHigh(Semantics semantics) {
  semantics.shape.preservesHigh = true;
  return semantics;
}

} // namespace assay::amdgpu::AMDGPU_LEVEL
