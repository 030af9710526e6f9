#pragma once

#include "amdgpu/machine/isa/Level.h"

#include <cstdint>
#include <tuple>
#include <type_traits>

/// From the C++ signature of an instruction's meaning to its Shape.
namespace assay::amdgpu::AMDGPU_LEVEL {

/// The bits of an f16.
struct Half {
  uint16_t bits;
};

/// A float's bits that are moved or looked at, not computed with: neg and abs apply, MODE does not.
template <class T> struct Raw;
template <> struct Raw<Half> {
  uint16_t bits;
};
template <> struct Raw<float> {
  uint32_t bits;
};
template <> struct Raw<double> {
  uint64_t bits;
};
/// A float result with a NaN of the instruction's own choice. Others get the first source that is a
/// NaN, quieted, and defaultNaN where none is.
template <class T> struct Settled {
  T value;
};

/// What an instruction's meaning depends on beside its operands, as a parameter.
struct Control {
  /// The IEEE bit of MODE, on in every compute kernel that LLVM makes: signalling NaNs are quieted
  /// and win over numbers.
  bool ieee;
  bool clamp;
  /// FP16_OVFL of MODE: what is too large for an f16, an fp8 or a bf8 becomes the largest number.
  bool saturates = false;
};
/// The lane's own number, as a parameter.
struct Lane {
  uint32_t value;
};
/// The lane's bit of VCC where there is no field for it, as a parameter.
struct Vcc {
  bool value;
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
template <class T> constexpr bool isRaw = false;
template <class T> constexpr bool isRaw<Raw<T>> = true;
template <class T> constexpr bool isSettled = false;
template <class T> constexpr bool isSettled<Settled<T>> = true;

// clang-format off
template <class T> using BitsOf = std::conditional_t<sizeof(T) == 8, uint64_t,
                                  std::conditional_t<sizeof(T) == 4, uint32_t,
                                  std::conditional_t<sizeof(T) == 2, uint16_t, uint8_t>>>;
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
template <> struct Unwrapped<Vcc> {
  using Type = bool;
  static constexpr Role role = Role::Vcc;
};
template <> struct Unwrapped<Control> {
  using Type = void;
  static constexpr Role role = Role::None;
};
template <> struct Unwrapped<Lane> {
  using Type = void;
  static constexpr Role role = Role::None;
};
template <class T> using ValueOf = typename Unwrapped<T>::Type;

template <class T, class Float>
constexpr bool isOf = std::is_same_v<T, Float> || std::is_same_v<T, Raw<Float>>;

template <class T> constexpr Type typeFrom() {
  if constexpr (hasCarry<T> || hasScc<T> || isSettled<T>)
    return typeFrom<decltype(T::value)>();
  else if constexpr (std::is_same_v<T, bool>)
    return Type::Mask;
  else if constexpr (isOf<T, Half>)
    return Type::F16;
  else if constexpr (isOf<T, float>)
    return Type::F32;
  else if constexpr (isOf<T, double>)
    return Type::F64;
  else if constexpr (std::is_same_v<T, int64_t>)
    return Type::I64;
  else if constexpr (std::is_void_v<T>)
    return Type::None;
  else
    return sizeof(T) == 8   ? Type::B64
           : sizeof(T) == 4 ? Type::B32
           : sizeof(T) == 2 ? Type::B16
                            : Type::B8;
}

constexpr bool isFloatType(Type type) {
  return type == Type::F16 || type == Type::F32 || type == Type::F64;
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
  shape.canClamp = isFloatType(shape.result) || (std::is_same_v<S, Control> || ...);
  return shape;
}
template <auto F> constexpr Shape shapeOf() {
  return shapeFrom(typename SignatureFrom<decltype(F)>::Type());
}

} // namespace assay::amdgpu::AMDGPU_LEVEL
