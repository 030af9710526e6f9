#pragma once

#include "runners/amdgpu/isa/Floats.h"
#include "runners/amdgpu/isa/Modifiers.h"

/// Instructions that do the same in every lane: `lanes<F>` makes one of a function of one lane.
namespace assay::amdgpu::AMDGPU_LEVEL {

/// Rows of results to registers, in the lanes that EXEC holds active.
inline void storeRows(Wave &wave, uint32_t *to, const uint32_t *__restrict rows, unsigned dwords) {
  if (exec(wave) == ~uint64_t(0)) {
    std::memcpy(to, rows, dwords * lanesPerWave * sizeof *to);
    return;
  }
  const uint32_t *active = activeRow(wave);
  for (unsigned dword = 0; dword < dwords; ++dword)
    for (unsigned lane = 0; lane < lanesPerWave; ++lane)
      writeLane(to + dword * lanesPerWave, lane, rows[dword * lanesPerWave + lane], active[lane]);
}

/// What is computed of a result: without its mask, and without the word on NaNs.
template <class Result> inline auto valueOf(const Result &result) {
  if constexpr (hasCarry<Result> || isSettled<Result>)
    return result.value;
  else
    return result;
}
template <class Result> using ValueIn = decltype(valueOf(std::declval<Result>()));

/// Where an instruction's results go before they reach a register.
template <class Result> struct Results {
  static constexpr unsigned dwords = sizeof(ValueIn<Result>) == 8 ? 2 : 1;
  alignas(64) uint32_t rows[dwords * lanesPerWave];
  alignas(64) uint32_t carries[hasCarry<Result> ? lanesPerWave : 1];
};

template <class Source>
inline Source argument(const uint32_t *rows, unsigned lane, Control control) {
  if constexpr (std::is_same_v<Source, Lane>)
    return {lane};
  else if constexpr (std::is_same_v<Source, Control>)
    return control;
  else
    return Source(LaneReader<ValueOf<Source>>{rows}[lane]);
}

/// The first source that is a NaN of the result's type, quieted. Where none is, a NaN that another
/// type's NaN was converted to stays, and any other becomes the default.
template <class T, class... Sources>
[[gnu::noinline]] void settleNaNs(const uint32_t *const *sources, uint32_t *results) {
  for (unsigned lane = 0; lane < lanesPerWave; ++lane) {
    if (!isNaN(LaneReader<T>{results}[lane]))
      continue;
    bool isFound = false, isConverted = false;
    T found = nan<T>();
    unsigned i = 0;
    auto look = [&]<class Source>() {
      const uint32_t *rows = sources[i++];
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
      LaneWriter<T>{results}.set(lane, found);
  }
}

/// With FP16_OVFL, a result is infinite only if a source is.
template <class... Sources>
[[gnu::noinline]] void saturate(const uint32_t *const *sources, uint32_t *results) {
  for (unsigned lane = 0; lane < lanesPerWave; ++lane) {
    if ((results[lane] & 0x7fff) != 0x7c00)
      continue;
    bool isInfinite = false;
    unsigned i = 0;
    auto look = [&]<class Source>() {
      const uint32_t *rows = sources[i++];
      if constexpr (isFloat<Source>)
        isInfinite |= std::isinf(widen(LaneReader<Source>{rows}[lane]));
    };
    (look.template operator()<ValueOf<Sources>>(), ...);
    if (!isInfinite)
      --results[lane];
  }
}

/// The instruction itself: rows of sources to rows of results. F becomes a part of the loop however
/// large it is, or that would be no vector code.
template <auto F, class Result, class... Sources, size_t... I>
[[gnu::flatten]] inline void compute(const uint32_t *const *sources, Control control,
                                     Results<Result> &__restrict results,
                                     SignatureOf<Result, Sources...>, std::index_sequence<I...>) {
  using Value = ValueIn<Result>;
  uint32_t nans = 0;
  for (unsigned lane = 0; lane < lanesPerWave; ++lane) {
    const Result result = F(argument<Sources>(sources[I], lane, control)...);
    const Value value = valueOf(result);
    if constexpr (std::is_same_v<Result, bool>)
      results.rows[lane] = value;
    else if constexpr (isRaw<Value>)
      LaneWriter<BitsOf<Value>>{results.rows}.set(lane, value.bits);
    else
      LaneWriter<Value>{results.rows}.set(lane, value);
    if constexpr (hasCarry<Result>)
      results.carries[lane] = result.carry;
    if constexpr (isFloat<Result>)
      nans |= isNaN(value);
  }
  if constexpr (isFloat<Result>)
    if (nans != 0) [[unlikely]]
      settleNaNs<Result, Sources...>(sources, results.rows);
  if constexpr (std::is_same_v<Result, Half>)
    if (control.saturates) [[unlikely]]
      saturate<Sources...>(sources, results.rows);
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
    compute<F>(self.sources, self.control, *self.results, Signature(),
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
  Results<Result> results;
  const uint32_t *sources[4];
  for (unsigned slot = 0; slot < Signature::arity; ++slot)
    sources[slot] = sourceRows(wave, instruction.source[slot], slot);
  compute<F>(sources, controlOf(wave, false), results, Signature(),
             std::make_index_sequence<Signature::arity>());
  if constexpr (std::is_same_v<Result, bool>) {
    storeMask(wave, instruction.destination, results.rows, exec(wave));
  } else {
    storeRows(wave, rowOf(wave, instruction.destination), results.rows, Results<Result>::dwords);
    if constexpr (hasCarry<Result>)
      storeMask(wave, instruction.scalarDestination, results.carries, exec(wave));
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
