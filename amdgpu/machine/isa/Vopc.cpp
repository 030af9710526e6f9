#include "amdgpu/machine/isa/Lanes.h"

namespace assay::amdgpu::AMDGPU_LEVEL {

// A comparison with a NaN is false, and those named n... are true.
template <class T> static bool never(T, T) { return false; }
template <class T> static bool less(T s0, T s1) { return widen(s0) < widen(s1); }
template <class T> static bool equal(T s0, T s1) { return widen(s0) == widen(s1); }
template <class T> static bool lessEqual(T s0, T s1) { return widen(s0) <= widen(s1); }
template <class T> static bool greater(T s0, T s1) { return widen(s0) > widen(s1); }
template <class T> static bool lessGreater(T s0, T s1) { return less(s0, s1) || greater(s0, s1); }
template <class T> static bool greaterEqual(T s0, T s1) { return widen(s0) >= widen(s1); }
template <class T> static bool ordered(T s0, T s1) { return !isNaN(s0) && !isNaN(s1); }
template <class T> static bool always(T, T) { return true; }

template <auto F> struct NotOf;
template <class T, bool (*F)(T, T)> struct NotOf<F> {
  static bool test(T s0, T s1) { return !F(s0, s1); }
};
template <auto F> static constexpr auto negated = &NotOf<F>::test;

template <class T> static bool lessInt(T s0, T s1) { return s0 < s1; }
template <class T> static bool equalInt(T s0, T s1) { return s0 == s1; }
template <class T> static bool lessEqualInt(T s0, T s1) { return s0 <= s1; }

/// v_cmpx writes EXEC beside the mask that v_cmp writes.
template <auto F> static void comparisonToExec(Wave &wave, const Instruction &instruction) {
  lanes<F>.run(wave, instruction);
  writeScalar(wave, scalar::exec, readScalar<uint64_t>(wave, instruction.destination.index));
}
template <auto F> static void modifiedToExec(Wave &wave, const Instruction &instruction) {
  lanes<F>.runModified(wave, instruction);
  writeScalar(wave, scalar::exec, readScalar<uint64_t>(wave, instruction.destination.index));
}
template <auto F>
static constexpr Semantics toExec = {comparisonToExec<F>, modifiedToExec<F>, shapeOf<F>()};

// One type's comparisons, in the order of their opcodes.
#define FLOAT_COMPARISONS(NAME, SUFFIX, SEMANTICS, T)                                              \
  {NAME "f_" SUFFIX, SEMANTICS<never<T>>}, {NAME "lt_" SUFFIX, SEMANTICS<less<T>>},                \
      {NAME "eq_" SUFFIX, SEMANTICS<equal<T>>}, {NAME "le_" SUFFIX, SEMANTICS<lessEqual<T>>},      \
      {NAME "gt_" SUFFIX, SEMANTICS<greater<T>>}, {NAME "lg_" SUFFIX, SEMANTICS<lessGreater<T>>},  \
      {NAME "ge_" SUFFIX, SEMANTICS<greaterEqual<T>>}, {NAME "o_" SUFFIX, SEMANTICS<ordered<T>>},  \
      {NAME "u_" SUFFIX, SEMANTICS<negated<ordered<T>>>},                                          \
      {NAME "nge_" SUFFIX, SEMANTICS<negated<greaterEqual<T>>>},                                   \
      {NAME "nlg_" SUFFIX, SEMANTICS<negated<lessGreater<T>>>},                                    \
      {NAME "ngt_" SUFFIX, SEMANTICS<negated<greater<T>>>},                                        \
      {NAME "nle_" SUFFIX, SEMANTICS<negated<lessEqual<T>>>},                                      \
      {NAME "neq_" SUFFIX, SEMANTICS<negated<equal<T>>>},                                          \
      {NAME "nlt_" SUFFIX, SEMANTICS<negated<less<T>>>}, {                                         \
    NAME "tru_" SUFFIX, SEMANTICS<always<T>>                                                       \
  }

#define INTEGER_COMPARISONS(NAME, SUFFIX, SEMANTICS, T)                                            \
  {NAME "f_" SUFFIX, SEMANTICS<never<T>>}, {NAME "lt_" SUFFIX, SEMANTICS<lessInt<T>>},             \
      {NAME "eq_" SUFFIX, SEMANTICS<equalInt<T>>},                                                 \
      {NAME "le_" SUFFIX, SEMANTICS<lessEqualInt<T>>},                                             \
      {NAME "gt_" SUFFIX, SEMANTICS<negated<lessEqualInt<T>>>},                                    \
      {NAME "ne_" SUFFIX, SEMANTICS<negated<equalInt<T>>>},                                        \
      {NAME "ge_" SUFFIX, SEMANTICS<negated<lessInt<T>>>}, {                                       \
    NAME "t_" SUFFIX, SEMANTICS<always<T>>                                                         \
  }

static constexpr Entry entries[] = {
    FLOAT_COMPARISONS("v_cmp_", "f16", lanes, Half),
    FLOAT_COMPARISONS("v_cmp_", "f32", lanes, float),
    FLOAT_COMPARISONS("v_cmp_", "f64", lanes, double),
    INTEGER_COMPARISONS("v_cmp_", "i16", lanes, int16_t),
    INTEGER_COMPARISONS("v_cmp_", "u16", lanes, uint16_t),
    INTEGER_COMPARISONS("v_cmp_", "i32", lanes, int32_t),
    INTEGER_COMPARISONS("v_cmp_", "u32", lanes, uint32_t),
    INTEGER_COMPARISONS("v_cmp_", "i64", lanes, int64_t),
    INTEGER_COMPARISONS("v_cmp_", "u64", lanes, uint64_t),
    FLOAT_COMPARISONS("v_cmpx_", "f16", toExec, Half),
    FLOAT_COMPARISONS("v_cmpx_", "f32", toExec, float),
    FLOAT_COMPARISONS("v_cmpx_", "f64", toExec, double),
    INTEGER_COMPARISONS("v_cmpx_", "i16", toExec, int16_t),
    INTEGER_COMPARISONS("v_cmpx_", "u16", toExec, uint16_t),
    INTEGER_COMPARISONS("v_cmpx_", "i32", toExec, int32_t),
    INTEGER_COMPARISONS("v_cmpx_", "u32", toExec, uint32_t),
    INTEGER_COMPARISONS("v_cmpx_", "i64", toExec, int64_t),
    INTEGER_COMPARISONS("v_cmpx_", "u64", toExec, uint64_t),
};
const Table vopcTable(entries);

} // namespace assay::amdgpu::AMDGPU_LEVEL
