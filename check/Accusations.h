#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace assay {

/// A kind of verdict that lays wrong code on a compiler, in the words of those who read of it.
struct Accusation {
  std::string_view verdict;  // Verdict::name()
  std::string_view title;    // over several
  std::string_view sentence; // about one
};

/// The worst first: all verdicts that are findings but for missed optimisations, whose code is only
/// slow.
inline constexpr std::array<Accusation, 7> accusations{{
    {"mismatch", "Wrong results", "Compiled code gives a wrong result"},
    {"accuracy", "Results less accurate than granted",
     "A result is right only with a tolerance that the compiler was not granted"},
    {"sanitizer", "Out of bounds and races",
     "Compiled code touches memory that is not its own, or races"},
    {"crash", "Crashes", "The compiler or its code crashes"},
    {"timeout", "Time-outs",
     "The compiler or its code does not come to an end, or takes too much memory"},
    {"run_failure", "Run failures", "Compiled code does not run"},
    {"compile_failure", "Compile failures", "A program is not compiled"},
}};

/// The place of a verdict among these, by its name: less for what is worse, and most for what is
/// none of them.
constexpr size_t rankOf(std::string_view verdict) {
  return static_cast<size_t>(std::ranges::find(accusations, verdict, &Accusation::verdict) -
                             accusations.begin());
}

} // namespace assay
