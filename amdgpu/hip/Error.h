#pragma once

#include "amdgpu/hip/Hip.h"
#include "amdgpu/machine/Fault.h"

#include <source_location>
#include <string>

namespace assay::amdhip {

/// A HIP error with a sentence for people. An entry point returns one of its code.
struct Status {
  hipError_t code = hipSuccess;
  std::string text;
  explicit operator bool() const { return code == hipSuccess; }
};

/// Ends an entry point: keeps the error for hipGetLastError, prints the sentence if it is wanted.
hipError_t finish(const Status &status,
                  std::source_location where = std::source_location::current());
hipError_t finish(hipError_t code, const std::string &text,
                  std::source_location where = std::source_location::current());
inline hipError_t finish() { return hipSuccess; }

/// Good of device 0, which is the only one.
Status checkDevice(int device);

/// What hipGetLastError has to say of this thread.
hipError_t lastError();
void setLastError(hipError_t code);

const char *nameOf(hipError_t code);
const char *textOf(hipError_t code);

/// The HIP error that comes nearest to what a kernel did.
hipError_t codeOf(amdgpu::Fault::Kind kind);

} // namespace assay::amdhip
