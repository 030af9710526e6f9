#pragma once

#include <string>

namespace assay {

/// Takes what this process and its children write to stderr, for as long as it lives.
class CaughtStderr {
public:
  CaughtStderr();
  ~CaughtStderr();
  CaughtStderr(const CaughtStderr &) = delete;
  CaughtStderr &operator=(const CaughtStderr &) = delete;

  /// What was written so far; empty where nothing could be caught.
  std::string text() const;

private:
  int caught = -1, before = -1; // file descriptors
};

} // namespace assay
