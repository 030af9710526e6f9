#pragma once

#include <csignal>
#include <sys/types.h>

namespace assay {

/// Splits this process, which has no other threads yet. The call returns in a child with the same
/// files, which dies with this process and whose TMPDIR is a folder of its own. The process itself
/// stays behind as its keeper, in a session of its own:
/// - endChild, or the end of `parent`, has it kill the child; SIGABRT it passes on. SIGTERM ends
///   neither: clusters send it to all processes of a job, and `parent` decides;
/// - when the child has ended, however it did, all that it left behind is ended, its folder is
///   removed, and the keeper ends in the way in which the child did.
void continueWithKeeper(pid_t parent);

/// Asks a keeper to kill its child; a signal that nobody else has a reason to send.
inline constexpr int endChild = SIGUSR2;

} // namespace assay
