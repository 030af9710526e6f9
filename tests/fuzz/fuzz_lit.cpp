#include "tests/fuzz/RoundTrip.h"
#include "triage/litcase/LitCase.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  assay::requireRoundTrip(assay::readLitCase(assay::textOf(data, size), "input"));
  return 0;
}
