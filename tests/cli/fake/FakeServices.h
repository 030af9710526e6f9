#pragma once

#include "campaign/Services.h"

namespace assay::test {

/// A generator of short chains and targets without a compiler: the whole of assay but for what
/// makes it slow. Programs are chains of unary ops on f32[4]; about one in sixteen nodes is a
/// reverse, and each target does to programs with a reverse what its name says:
///
///   fake:ok        nothing: all agree
///   fake:mismatch  a mismatch at the reverse; a second kind if the program also has an exp
///   fake:mismatch-plain  a mismatch at the reverse, but in a program with an exp
///   fake:reject    a compile failure
///   fake:segv      reads through null in the compiler
///   fake:overflow  runs out of stack in the compiler
///   fake:abort     "LLVM ERROR: ..." and abort
///   fake:exit      exit(3) in a run
///   fake:hang      never comes back
///   fake:sleep     never comes back, and uses no CPU time
///   fake:eat       allocates without end
///   fake:flaky     a mismatch, but not in a worker's first check
///   fake:garbage   writes nonsense into the pipe to the supervisor
///   fake:chatty    prints megabytes, and agrees
///   fake:oracle    a bug in the reference
///   fake:slow      20 ms per check
///   fake:missing   cannot be made
Services fakeServices();

} // namespace assay::test
