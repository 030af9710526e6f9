#pragma once

#include <cstddef>
#include <sys/types.h>
#include <vector>

namespace assay {

/// Makes this process the one that its descendants fall to when their parents end (a child
/// subreaper), whatever sessions they begin: from now on all below it is its own, to be ended by
/// endDescendants().
void adoptDescendants();
/// Whether this process has done so.
bool adoptsDescendants();

/// Processes below this one that have not ended.
std::vector<pid_t> liveDescendants();

/// Processes below this one, those that have ended as well. Where the kernel tells each process's
/// children, and everywhere, by asking every process for its parent. Both may miss what is born
/// meanwhile.
std::vector<pid_t> descendantsByChildren();
std::vector<pid_t> descendantsByParents();

/// Ends all below this process, which adopts it: what runs is stopped until nothing does, since
/// what is only killed may fork faster, and then killed. Waits until it is gone; what belongs to
/// another user, or hangs in the kernel, is given up after some seconds.
void endDescendants();

} // namespace assay
