#pragma once

#include "check/Verdict.h"

namespace assay {

/// The op that makes a value, and which of its results that is, without types and spelling, which
/// are chance where two runs differ: "topk.indices", "binary(add)", "argument".
std::string opLabel(const Program &program, ValueId value);
/// The same with types and spelling: "topk.indices:f32->i64:named", "argument:f32". No extents, ids
/// or numeric attributes.
std::string valueLabel(const Program &program, ValueId value);

/// What valueLabel() says of an op.
struct ValueLabel {
  std::string op;            // with its result and without its function: "topk.indices", "reduce"
  std::string function;      // "(max)"; empty for none
  bool isPrimitives = false; // it is made of other ops
};
ValueLabel parseValueLabel(std::string_view label);

/// How a wrong value shows itself.
enum class Visibility : uint8_t {
  Alone,    // also when it is the only value returned, or nobody can tell
  Together, // only among the values that the program returns
};

/// Of a Mismatch or Inaccurate whose `firstWrong` is set, by the kind, with the label of that
/// value: "mismatch:topk.indices:f32->i64:named", "accuracy:binary(add):f32:generic:together".
Signature rawSignature(Signature::Kind kind, const Program &program, const Mismatch &mismatch,
                       Visibility visibility);

/// Of a mismatch that is not the same each time. Which element of what type it shows in is chance,
/// so that only the op is left: "nondeterministic-mismatch:reduce(add)".
Signature nondeterministicSignature(const Program &program, const Mismatch &mismatch);

/// The signature of a case that cannot be reduced further. Of a mismatch only what the failure
/// needs is left of the raw one: element types unless they are the plain f32, i32 or i64, the
/// spelling unless it is the op's first; and what is odd about the wrong element is added:
/// "mismatch:topk.indices", "mismatch:unary(exp):bf16:nan". Of other verdicts it is the raw one.
Signature finalSignature(const Program &program, const Verdict &verdict);

} // namespace assay
