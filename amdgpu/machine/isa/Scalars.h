#pragma once

#include "amdgpu/machine/isa/Access.h"
#include "amdgpu/machine/isa/Signature.h"

/// Instructions on SGPRs: `scalars<F>` makes one of a function of its sources.
namespace assay::amdgpu::AMDGPU_LEVEL {

template <class Source>
inline Source scalarSource(const Wave &wave, const Instruction &instruction, unsigned index) {
  if constexpr (std::is_same_v<Source, Scc>)
    return {wave.scc};
  else if constexpr (std::is_same_v<Source, Simm16>)
    return {instruction.offset};
  else
    return Source(readUniform<ValueOf<Source>>(wave, instruction.source[index]));
}

template <auto F, class Result, class... Sources, size_t... I>
inline void runScalars(Wave &wave, const Instruction &instruction, SignatureOf<Result, Sources...>,
                       std::index_sequence<I...>) {
  const Result result = F(scalarSource<Sources>(wave, instruction, I)...);
  if constexpr (std::is_same_v<Result, bool>) {
    wave.scc = result;
  } else if constexpr (hasScc<Result>) {
    writeScalar(wave, instruction.destination.index, result.value);
    wave.scc = result.scc;
  } else {
    writeScalar(wave, instruction.destination.index, result);
  }
}

template <auto F> void runScalars(Wave &wave, const Instruction &instruction) {
  using Signature = typename SignatureFrom<decltype(F)>::Type;
  runScalars<F>(wave, instruction, Signature(), std::make_index_sequence<Signature::arity>());
}

/// SCC is the only result of a comparison, and no operand.
constexpr Shape scalarShape(Shape shape) {
  if (shape.result == Type::Mask)
    shape.result = Type::None;
  return shape;
}

/// F's parameters are integers, floats, Scc, Simm16, or Former<T> for what the destination held. It
/// returns a value, WithScc, or bool for SCC alone.
template <auto F> constexpr Semantics scalars = {runScalars<F>, nullptr, scalarShape(shapeOf<F>())};

} // namespace assay::amdgpu::AMDGPU_LEVEL
