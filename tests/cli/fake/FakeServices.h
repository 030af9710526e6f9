#pragma once

#include "campaign/workers/Services.h"

namespace assay::test {

/// A generator of short chains and targets without a compiler: the whole of assay but for what
/// makes it slow. Programs are chains of unary ops on f32[4]; about one in sixteen nodes is a
/// reverse, and each target does to programs with a reverse what its name says:
///
///   fake:ok        nothing: all agree
///   fake:mismatch  a mismatch at the reverse; a second kind if the program also has an exp
///   fake:mismatch-plain  a mismatch at the reverse, but in a program with an exp
///   fake:reject    a compile failure
///   fake:hostile   a compile failure, with markup, terminal escapes and lit's keywords
///   fake:bounds    writes out of bounds
///   fake:run-reject  a run failure
///   fake:listed    a compile failure, and a mismatch in a program that begins with neg; both known
///   fake:known-with-exp  a mismatch at the reverse, which is known of programs with an exp
///   fake:unexpected  a mismatch in a program that begins with neg, of which something else is
///   known fake:segv      reads through null in the compiler fake:overflow  runs out of stack in
///   the compiler fake:abort     "LLVM ERROR: ..." and abort fake:exit      exit(3) in a run
///   fake:hang      never comes back
///   fake:sleep     never comes back, and uses no CPU time
///   fake:eat       allocates without end
///   fake:flaky     a mismatch, but not in a worker's first check
///   fake:garbage   writes nonsense into the pipe to the supervisor
///   fake:chatty    prints megabytes, and agrees
///   fake:oracle    a bug in the reference
///   fake:minute    takes 50 seconds, and is wrong
///   fake:slow-first  a mismatch, in 15 seconds where it is a worker's first check
///   fake:various   a mismatch with a signature of its own for each program
///   fake:various-slow  the same, in 50 ms
///   fake:racing    another value each time, also without a reverse
///   fake:racing-reverse  another value of a reverse each time
///   fake:third-segv  as fake:segv, in one of three checks
///   fake:babble    a compile failure in other words each time
///   fake:slow      20 ms per check
///   fake:late      draws: with an odd seed it takes 50 seconds to be made
///   fake:dawdle    0.2 s per check, but for a mismatch in a program with exp that begins with neg
///   fake:missing   cannot be made
Services fakeServices();

} // namespace assay::test
