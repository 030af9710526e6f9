#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace assay::guard {

/// Answers of less than 256 that were given before, by a number other than 0 of up to 56 bits. Two
/// numbers may share an entry.
template <class Answer, size_t entries> class Answers {
public:
  template <class Decide> Answer get(uint64_t number, Decide decide) {
    std::atomic<uint64_t> &entry = given[(number ^ number >> 12) % entries];
    const uint64_t known = entry.load(std::memory_order_relaxed);
    if (known >> 8 == number)
      return static_cast<Answer>(known & 0xff);
    const Answer answer = decide();
    entry.store(number << 8 | static_cast<uint64_t>(answer), std::memory_order_relaxed);
    return answer;
  }

private:
  std::atomic<uint64_t> given[entries];
};

} // namespace assay::guard
