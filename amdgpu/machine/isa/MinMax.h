#pragma once

#include "amdgpu/machine/isa/Rounding.h"

namespace assay::amdgpu::AMDGPU_LEVEL {

/// The manual's V_MIN and V_MAX: a NaN loses against a number unless it signals in IEEE mode, and
/// -0 is below +0.
template <bool isMin, class T> inline T extreme(T a, T b, Control control) {
  const auto x = widen(a), y = widen(b);
  const bool isFirst = isMin ? x < y || (x == y && signOf(a)) : x > y || (x == y && !signOf(a));
  const T number = isNaN(a) ? b : isNaN(b) || isFirst ? a : b;
  if (!control.ieee)
    return number;
  return isSignalling(a) ? quieted(a) : isSignalling(b) ? quieted(b) : number;
}
template <class T> inline Settled<T> minimum(T s0, T s1, Control control) {
  return {extreme<true>(s0, s1, control)};
}
template <class T> inline Settled<T> maximum(T s0, T s1, Control control) {
  return {extreme<false>(s0, s1, control)};
}

template <class T> inline Settled<T> minimum3(T s0, T s1, T s2, Control control) {
  return {extreme<true>(extreme<true>(s0, s1, control), s2, control)};
}
template <class T> inline Settled<T> maximum3(T s0, T s1, T s2, Control control) {
  return {extreme<false>(extreme<false>(s0, s1, control), s2, control)};
}
template <class T> inline Settled<T> median3(T s0, T s1, T s2, Control control) {
  const auto x = widen(s0), y = widen(s1), z = widen(s2);
  if (x != x || y != y || z != z)
    return minimum3(s0, s1, s2, control);
  const auto largest = widen(maximum3(s0, s1, s2, control).value);
  return {largest == x   ? extreme<false>(s1, s2, control)
          : largest == y ? extreme<false>(s0, s2, control)
                         : extreme<false>(s0, s1, control)};
}

template <class Int> inline Int smaller(Int s0, Int s1) { return s0 < s1 ? s0 : s1; }
template <class Int> inline Int larger(Int s0, Int s1) { return s0 > s1 ? s0 : s1; }
template <class Int> inline Int smallest(Int s0, Int s1, Int s2) {
  return smaller(smaller(s0, s1), s2);
}
template <class Int> inline Int largest(Int s0, Int s1, Int s2) {
  return larger(larger(s0, s1), s2);
}
template <class Int> inline Int middle(Int s0, Int s1, Int s2) {
  return larger(smaller(s0, s1), smaller(larger(s0, s1), s2));
}

} // namespace assay::amdgpu::AMDGPU_LEVEL
