#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace assay::amdgpu {

/// Wider fields and longer precisions are cut to this, and the text as a whole to the other: a
/// kernel may ask for any.
constexpr int maxFieldWidth = 1 << 16;
constexpr size_t maxTextBytes = size_t(64) << 20;

/// What C's printf makes of a format and its arguments, as ROCm's device library sends them: the
/// format with a zero behind it, filled up to whole words; for each number or pointer a word,
/// integers by their low bits; for each string its bytes as the format's. Wide characters and
/// strings are taken for narrow ones, %n takes its argument and prints nothing. What C leaves
/// undefined is defined here: a conversion that is none, or that has no argument left, is printed
/// as it stands, and bytes that no zero ends are ended by the message.
std::string formatMessage(std::span<const uint64_t> message);

} // namespace assay::amdgpu
