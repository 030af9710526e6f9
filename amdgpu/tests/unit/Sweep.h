#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace assay::amdgpu::test {

/// An instruction, run on all combinations of edge values of its sources, at each SIMD level, and
/// held against a function of one lane that is written independently.
struct Sweep {
  std::string name;
  /// The result and the sources, a letter each: h f16, f f32, d f64, w and i and l 16, 32 and 64
  /// bits, m a mask (of a result only), s a shift or the like, p two f16.
  std::string operands;
  /// Of the bits of the sources, zero-extended; so is the result.
  std::function<uint64_t(uint64_t, uint64_t, uint64_t)> expected;
  /// What is added to the line: " clamp".
  std::string suffix = {};
  uint32_t mode = 0x3f0;
};

/// The values that an operand of that letter takes.
const std::vector<uint64_t> &edgeValues(char letter);

void run(const Sweep &sweep);

/// The same with values of one's own for the only source, and bounds instead of one result: the
/// function says whether a result will do.
void runUnary(const std::string &name, const std::string &operands,
              const std::vector<uint64_t> &values,
              const std::function<bool(uint64_t value, uint64_t result)> &isRight);

// One file each.
void sweepFloats();
void sweepDivision();
void sweepIntegers();
void sweepPacked();
void sweepConversions();
void sweepTranscendentals();
void sweepComparisons();

} // namespace assay::amdgpu::test
