#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <sys/types.h>

namespace assay {

/// Bytes of memory that processes have together, but for files that they read: what several of them
/// share counts once if the sum is beyond `most`, and is not looked into otherwise.
int64_t memoryOf(std::span<const pid_t> processes, int64_t most);

/// The CPU time that processes have had, in ticks of the clock, if all of their threads rest: none
/// has a processor, or waits for one or for a disk. Else nothing.
std::optional<int64_t> ticksAtRest(std::span<const pid_t> processes);

/// Bytes on the disk that a folder takes, folders and names included. Stops counting beyond `most`.
int64_t bytesBelow(const std::filesystem::path &folder, int64_t most);

/// Bytes of files that processes have open and that have no name any more, each once; those in
/// memory as well (memfd_create(2)).
int64_t unnamedBytesOf(std::span<const pid_t> processes);

} // namespace assay
