#include "triage/litcase/LitCase.h"
#include "tests/fuzz/RoundTrip.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  assay::requireRoundTrip(assay::readLitCase(assay::textOf(data, size), "input"));
  return 0;
}
