#pragma once

#include "check/Verdict.h"

namespace assay {

/// What a diagnostic says apart from the program at hand: its first line without place, with every
/// number, address, SSA name, path and shape replaced, at most 160 characters. Names of ops,
/// element types and rank-free types stay: "'linalg.generic' op expected tensor<#xf32>, found #".
/// A line that names no op gets the one that MLIR's note shows: "failed to bufferize op in
/// 'bufferization.alloc_tensor'".
std::string normaliseDiagnostic(std::string_view text);

/// The part of a signature that names a value: "topk.indices:f32->i64:named",
/// "binary(add):f32:generic", "argument:f32". Extents, ids, and numeric attributes do not occur in
/// it.
std::string valueLabel(const Program &program, ValueId value);

/// The op that makes a value, without types and spelling, which are chance where two runs differ:
/// "topk.indices", "argument".
std::string opLabel(const Program &program, ValueId value);

/// The verdict that a target's failure amounts to, with its signature.
Verdict failureVerdict(const TargetFailure &failure);

Verdict inconclusiveVerdict(std::string reason);

/// What a failure is that needs no report: a bug by the name of `id`, reported at `link` if at all.
Verdict knownVerdict(const std::string &id, std::string link = "");

/// How a wrong value shows itself.
enum class Visibility : uint8_t {
  Alone,    // also when it is the only value returned
  Together, // only among the values that the program returns
};
/// "mismatch:" and the label of the first wrong value, and whether it depends on what memory held
/// that nobody had written. `mismatch.firstWrong` is set.
Signature mismatchSignature(const Program &program, const Mismatch &mismatch, Visibility visibility,
                            bool readsUnwritten = false);
/// "accuracy:" and the same.
Signature accuracySignature(const Program &program, const Inaccurate &inaccurate,
                            Visibility visibility);

/// Whether it says so of a wrong value.
bool isTogether(const Signature &signature);
bool readsUnwritten(const Signature &signature);

/// The signature of a mismatch that is not the same each time. Which element of what type it shows
/// in is chance, so that only the op is left: "nondeterministic-mismatch:reduce(add)".
Signature nondeterministicSignature(const Program &program, const Mismatch &mismatch);
bool isNondeterministic(std::string_view signature);
/// The same of a target, whatever the op.
inline constexpr std::string_view nondeterministicTarget = "nondeterministic-mismatch";

/// The signature of a case that cannot be reduced further. Of a mismatch only what the failure
/// needs is left of the raw one: element types unless they are the plain f32, i32 or i64, the
/// spelling unless it is the op's first; and what is odd about the wrong element is added:
/// "mismatch:topk.indices", "mismatch:unary(exp):bf16:nan". Of other verdicts it is the raw one.
Signature finalSignature(const Program &program, const Verdict &verdict);
/// What two raw signatures of failures, not of mismatches, must have in common to be candidates for
/// one cause: the same diagnostic, whatever element types it names.
std::string withoutElementTypes(std::string_view signature);

} // namespace assay
