#pragma once

#include <string>
#include <string_view>

namespace assay {

/// What a diagnostic says apart from the program at hand: its first line without place, with every
/// number, address, SSA name, path and shape replaced, at most 160 characters. Names of ops,
/// element types and rank-free types stay: "'linalg.generic' op expected tensor<#xf32>, found #".
/// A line that names no op gets the one that MLIR's note shows: "failed to bufferize op in
/// 'bufferization.alloc_tensor'".
std::string normaliseDiagnostic(std::string_view text);

/// The first op in quotes, 'math.erf', as a verifier names what it is about; empty for none.
std::string quotedOp(std::string_view diagnostic);

/// The op that the first line of a diagnostic names, if a module has others of its dialect and not
/// that one: what a pass made of others, or a name that is wrong. Empty for none.
std::string opAbsentFrom(std::string_view module, std::string_view diagnostic);

/// What two normalised diagnostics must have in common to be candidates for one cause: all but the
/// element types that they name.
std::string withoutElementTypes(std::string_view diagnostic);
/// The same apart from the ops that it quotes: a pass may trip over any op that it meets. What was
/// not lowered is another thing for each.
std::string withoutOps(std::string_view diagnostic);

} // namespace assay
