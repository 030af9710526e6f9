#pragma once

#include <cstdint>

namespace assay {

/// Programs of one turn. What programs have in common is within a turn: the module that they are
/// compiled in, what a target draws, and the batch that they are counted in.
inline constexpr int64_t programsPerTurn = 64;

/// One machine's part of a campaign: of `count` parts, to which turns are dealt one by one, that of
/// this index.
struct Shard {
  int64_t index = 0;
  int64_t count = 1;

  bool isWhole() const { return count == 1; }
  /// The first of its programs from that one on.
  int64_t firstFrom(int64_t program) const {
    const int64_t turn = program / programsPerTurn;
    const int64_t turns = ((index - turn) % count + count) % count;
    return turns == 0 ? program : (turn + turns) * programsPerTurn;
  }
  /// How many of the programs before that one are its own.
  int64_t ownedBelow(int64_t program) const {
    const int64_t turn = program / programsPerTurn;
    const int64_t whole = (turn - index + count - 1) / count;
    return whole * programsPerTurn + (turn % count == index ? program % programsPerTurn : 0);
  }

  auto operator<=>(const Shard &) const = default;
};

} // namespace assay
