#include "mutation/MutantResult.h"

#include "support/Random.h"

namespace assay {

namespace {

/// The numbers of a program, apart from those that drew it.
uint64_t seedOfProgram(uint64_t seed, int64_t index) {
  return Random::forIndex(~seed, static_cast<uint64_t>(index)).next();
}

} // namespace

uint64_t mutantSeed(uint64_t seed, int64_t index, int64_t number) {
  return Random::forIndex(seedOfProgram(seed, index), static_cast<uint64_t>(number)).next();
}

uint64_t probeSeed(uint64_t seed, int64_t index) { return ~seedOfProgram(seed, index); }

} // namespace assay
