#pragma once

#include <chrono>

namespace assay {

/// Adds the wall seconds of its life to a counter.
class Stopwatch {
public:
  explicit Stopwatch(double &seconds) : seconds(seconds) {}
  ~Stopwatch() {
    seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }
  Stopwatch(const Stopwatch &) = delete;
  Stopwatch &operator=(const Stopwatch &) = delete;

private:
  double &seconds;
  std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
};

} // namespace assay
