#pragma once

#include "runners/amdgpu/isa/Level.h"

#include <cstdint>
#include <tuple>
#include <type_traits>

/// From the C++ signature of an instruction's meaning to its Shape.
namespace assay::amdgpu::AMDGPU_LEVEL {

/// The bits of an f16.
struct Half {
  uint16_t bits;
};

template <class T> struct Former {
  T value;
};
template <class T> struct Literal {
  T value;
};
/// SIMM16, sign-extended.
struct Simm16 {
  int32_t value;
};
/// A vector result with one bit per lane beside it.
template <class T> struct WithCarry {
  T value;
  bool carry;
};
/// A scalar result that also sets SCC.
template <class T> struct WithScc {
  T value;
  bool scc;
};
/// The state of SCC as a parameter.
struct Scc {
  bool value;
};

template <class T> constexpr bool isFloat = std::is_floating_point_v<T> || std::is_same_v<T, Half>;

template <class T> constexpr bool hasCarry = false;
template <class T> constexpr bool hasCarry<WithCarry<T>> = true;
template <class T> constexpr bool hasScc = false;
template <class T> constexpr bool hasScc<WithScc<T>> = true;

// clang-format off
template <class T> using BitsOf = std::conditional_t<sizeof(T) == 8, uint64_t,
                                  std::conditional_t<sizeof(T) == 4, uint32_t, uint16_t>>;
// clang-format on

/// What a parameter holds, without its role.
template <class T> struct Unwrapped {
  using Type = T;
  static constexpr Role role = Role::Field;
};
template <class T> struct Unwrapped<Former<T>> {
  using Type = T;
  static constexpr Role role = Role::Former;
};
template <class T> struct Unwrapped<Literal<T>> {
  using Type = T;
  static constexpr Role role = Role::Literal;
};
template <> struct Unwrapped<Simm16> {
  using Type = int32_t;
  static constexpr Role role = Role::Simm16;
};
template <> struct Unwrapped<Scc> {
  using Type = bool;
  static constexpr Role role = Role::None;
};
template <class T> using ValueOf = typename Unwrapped<T>::Type;

template <class T> constexpr Type typeFrom() {
  if constexpr (hasCarry<T> || hasScc<T>)
    return typeFrom<decltype(T::value)>();
  else if constexpr (std::is_same_v<T, bool>)
    return Type::Mask;
  else if constexpr (std::is_same_v<T, Half>)
    return Type::F16;
  else if constexpr (std::is_same_v<T, float>)
    return Type::F32;
  else if constexpr (std::is_same_v<T, double>)
    return Type::F64;
  else if constexpr (std::is_same_v<T, int64_t>)
    return Type::I64;
  else if constexpr (std::is_void_v<T>)
    return Type::None;
  else
    return sizeof(T) == 8 ? Type::B64 : sizeof(T) == 4 ? Type::B32 : Type::B16;
}

template <class R, class... S> struct SignatureOf {
  static constexpr size_t arity = sizeof...(S);
  using Result = R;
};
template <class T> struct SignatureFrom : SignatureFrom<decltype(&T::operator())> {};
template <class C, class R, class... S> struct SignatureFrom<R (C::*)(S...) const> {
  using Type = SignatureOf<R, S...>;
};
template <class R, class... S> struct SignatureFrom<R (*)(S...)> {
  using Type = SignatureOf<R, S...>;
};

template <class R, class... S> constexpr Shape shapeFrom(SignatureOf<R, S...>) {
  static_assert(sizeof...(S) <= 4);
  Shape shape;
  size_t i = 0;
  ((shape.source[i++] = {Unwrapped<S>::role, typeFrom<ValueOf<S>>()}), ...);
  shape.result = typeFrom<R>();
  shape.scalarResult = hasCarry<R> ? Type::Mask : Type::None;
  return shape;
}
template <auto F> constexpr Shape shapeOf() {
  return shapeFrom(typename SignatureFrom<decltype(F)>::Type());
}

} // namespace assay::amdgpu::AMDGPU_LEVEL
