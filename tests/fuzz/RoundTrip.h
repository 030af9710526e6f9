#pragma once

#include "program/Json.h"
#include "program/Text.h"
#include "support/Assert.h"

#include <cstddef>
#include <cstdint>

namespace assay {

/// Whatever a reader accepts must survive being written and read again, in both forms.
inline void requireRoundTrip(const Expected<TestCase> &testCase) {
  if (!testCase)
    return;
  std::string json = writeJson(*testCase);
  auto fromJson = readJson(json, "round trip");
  ASSAY_ASSERT(fromJson && writeJson(*fromJson) == json, "JSON does not read back");
  auto fromText = readText(writeText(*testCase), "round trip");
  ASSAY_ASSERT(fromText && writeJson(*fromText) == json, "text does not read back");
}

inline std::string_view textOf(const uint8_t *data, size_t size) {
  return {reinterpret_cast<const char *>(data), size};
}

} // namespace assay
