#pragma once

#include "target/TargetName.h"

#include <span>

namespace assay {

/// A pipeline of assay's passes and upstream's for "cpu" or "hip", as cpu:pipeline=TEXT and
/// hip:pipeline=TEXT take it: that of O0 with passes in it that higher levels have, and others of
/// upstream's, in any order and number that is legal. What assay goes around of upstream's bugs it
/// goes around here as well. Depends on the seed alone.
std::string coreRandomPipeline(std::string_view compiler, uint64_t seed);

/// 7 for "cpu:random=7" and "hip:random=7", whose pipeline that is; nothing for other names.
std::optional<uint64_t> coreRandomSeed(const TargetName &name);

/// A pass of upstream's that would be legal and is not drawn.
struct UndrawnPass {
  std::string_view pass;
  std::string_view bug; // of triage/known/bugs
};
std::span<const UndrawnPass> undrawnPasses();

/// A pass of assay's that no seed draws.
struct UndrawnOwnPass {
  std::string_view pass;
  std::string_view reason; // what it does that a random pipeline must not
};
std::span<const UndrawnOwnPass> undrawnOwnPasses();

} // namespace assay
