#pragma once

#include "program/TestCase.h"

namespace assay {

/// The TestCase as text for people, one value a line:
///
///   assay 1
///   d0 dynamic
///   d1 static
///   contract stable_sort
///   %0 = argument f32[d0,4]
///   %1 = argument f32[4,d1]
///   %2 = contraction(%0, %1) {lhs=[0,2], rhs=[2,1], out=[0,1]} : f32[d0,d1]
///   %3, %4 = topk(%2) {dim=1, k=d1-1} : f32[d0,d1-1], i64[d0,d1-1]
///   return %3, %4
///   function 0 .. 2
///   run d0=2 d1=3
///     %0 = normal {seed=7, low=0, high=1}
///     %1 = f32[4,3] [1,0,0,0,1,0,0,0,1,0,0,0]
///
/// "into %1" behind the operands names the destination, "as generic" the spelling if it is not the
/// op's first, "function" and "body" a group by its nodes (the first, and one past the last).
/// Attributes that have their default are left out; types behind the colon are for the reader.
std::string writeText(const TestCase &testCase);

/// Reads what writeText() writes; empty lines and those that begin with # do not count. A rejection
/// says where: "case.txt:12: ...".
Expected<TestCase> readText(std::string_view text, std::string_view source);

} // namespace assay
