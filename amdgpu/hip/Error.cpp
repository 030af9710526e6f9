#include "amdgpu/hip/Error.h"

#include "amdgpu/hip/Runtime.h"

#include <fmt/format.h>

#include <string_view>

namespace assay::amdhip {
namespace {

struct Known {
  hipError_t code;
  const char *name;
  const char *text;
};

#define ASSAY_HIP_ERROR(NAME, TEXT) {NAME, #NAME, TEXT}
constexpr Known known[] = {
    ASSAY_HIP_ERROR(hipSuccess, "no error"),
    ASSAY_HIP_ERROR(hipErrorInvalidValue, "invalid argument"),
    ASSAY_HIP_ERROR(hipErrorOutOfMemory, "out of memory"),
    ASSAY_HIP_ERROR(hipErrorNotInitialized, "initialization error"),
    ASSAY_HIP_ERROR(hipErrorDeinitialized, "driver shutting down"),
    ASSAY_HIP_ERROR(hipErrorInvalidConfiguration, "invalid configuration argument"),
    ASSAY_HIP_ERROR(hipErrorInvalidPitchValue, "invalid pitch argument"),
    ASSAY_HIP_ERROR(hipErrorInvalidSymbol, "invalid device symbol"),
    ASSAY_HIP_ERROR(hipErrorInvalidDevicePointer, "invalid device pointer"),
    ASSAY_HIP_ERROR(hipErrorInvalidMemcpyDirection, "invalid copy direction for memcpy"),
    ASSAY_HIP_ERROR(hipErrorInsufficientDriver, "driver version is insufficient"),
    ASSAY_HIP_ERROR(hipErrorMissingConfiguration, "__global__ function call is not configured"),
    ASSAY_HIP_ERROR(hipErrorPriorLaunchFailure, "unspecified launch failure in prior launch"),
    ASSAY_HIP_ERROR(hipErrorInvalidDeviceFunction, "invalid device function"),
    ASSAY_HIP_ERROR(hipErrorNoDevice, "no ROCm-capable device is detected"),
    ASSAY_HIP_ERROR(hipErrorInvalidDevice, "invalid device ordinal"),
    ASSAY_HIP_ERROR(hipErrorInvalidImage, "device kernel image is invalid"),
    ASSAY_HIP_ERROR(hipErrorInvalidContext, "invalid device context"),
    ASSAY_HIP_ERROR(hipErrorNoBinaryForGpu, "no kernel image is available for this device"),
    ASSAY_HIP_ERROR(hipErrorPeerAccessUnsupported, "peer access is not supported"),
    ASSAY_HIP_ERROR(hipErrorUnsupportedLimit, "limit is not supported"),
    ASSAY_HIP_ERROR(hipErrorFileNotFound, "file not found"),
    ASSAY_HIP_ERROR(hipErrorSharedObjectInitFailed, "shared object initialization failed"),
    ASSAY_HIP_ERROR(hipErrorInvalidHandle, "invalid resource handle"),
    ASSAY_HIP_ERROR(hipErrorIllegalState, "the operation cannot be performed in this state"),
    ASSAY_HIP_ERROR(hipErrorNotFound, "named symbol not found"),
    ASSAY_HIP_ERROR(hipErrorNotReady, "device not ready"),
    ASSAY_HIP_ERROR(hipErrorIllegalAddress, "an illegal memory access was encountered"),
    ASSAY_HIP_ERROR(hipErrorLaunchOutOfResources, "too many resources requested for launch"),
    ASSAY_HIP_ERROR(hipErrorLaunchTimeOut, "the launch timed out and was terminated"),
    ASSAY_HIP_ERROR(hipErrorPeerAccessAlreadyEnabled, "peer access is already enabled"),
    ASSAY_HIP_ERROR(hipErrorPeerAccessNotEnabled, "peer access has not been enabled"),
    ASSAY_HIP_ERROR(hipErrorContextIsDestroyed, "context is destroyed"),
    ASSAY_HIP_ERROR(hipErrorAssert, "device-side assert triggered"),
    ASSAY_HIP_ERROR(hipErrorHostMemoryAlreadyRegistered,
                    "part or all of the requested memory range is already mapped"),
    ASSAY_HIP_ERROR(hipErrorHostMemoryNotRegistered,
                    "pointer does not correspond to a registered memory region"),
    ASSAY_HIP_ERROR(hipErrorLaunchFailure, "unspecified launch failure"),
    ASSAY_HIP_ERROR(hipErrorCooperativeLaunchTooLarge, "too many blocks in cooperative launch"),
    ASSAY_HIP_ERROR(hipErrorNotSupported, "operation not supported"),
    ASSAY_HIP_ERROR(hipErrorStreamCaptureUnsupported,
                    "operation not permitted when stream is capturing"),
    ASSAY_HIP_ERROR(hipErrorStreamCaptureInvalidated,
                    "operation failed due to a previous error during capture"),
    ASSAY_HIP_ERROR(hipErrorStreamCaptureMerge,
                    "operation would result in a merge of separate capture sequences"),
    ASSAY_HIP_ERROR(hipErrorStreamCaptureUnmatched, "capture was not ended in the same stream"),
    ASSAY_HIP_ERROR(hipErrorStreamCaptureUnjoined,
                    "capturing stream has unjoined work in another stream"),
    ASSAY_HIP_ERROR(hipErrorStreamCaptureIsolation,
                    "dependency created on uncaptured work in another stream"),
    ASSAY_HIP_ERROR(hipErrorStreamCaptureImplicit,
                    "operation would make the legacy stream depend on a capturing blocking stream"),
    ASSAY_HIP_ERROR(hipErrorCapturedEvent,
                    "operation not permitted on an event last recorded in a capturing stream"),
    ASSAY_HIP_ERROR(hipErrorStreamCaptureWrongThread,
                    "attempt to terminate a thread-local capture sequence from another thread"),
    ASSAY_HIP_ERROR(hipErrorGraphExecUpdateFailure,
                    "the graph update was not performed because it violates constraints"),
    ASSAY_HIP_ERROR(hipErrorUnknown, "unknown error"),
};
#undef ASSAY_HIP_ERROR

const Known *find(hipError_t code) {
  for (const Known &one : known)
    if (one.code == code)
      return &one;
  return nullptr;
}

thread_local hipError_t last = hipSuccess;

/// "hipMalloc" of "hipError_t hipMalloc(void **, size_t)".
std::string_view nameOf(const std::source_location &where) {
  std::string_view name = where.function_name();
  name = name.substr(0, name.find('('));
  return name.substr(name.find_last_of(" *&:") + 1);
}

} // namespace

hipError_t finish(hipError_t code, const std::string &text, std::source_location where) {
  return finish(Status{code, text}, where);
}

Status checkDevice(int device) {
  if (device == 0)
    return {};
  return {hipErrorInvalidDevice, fmt::format("there is device 0, no device {}", device)};
}

hipError_t finish(const Status &status, std::source_location where) {
  if (status)
    return hipSuccess;
  last = status.code;
  if (Runtime::get().settings.verbose >= 2)
    fmt::print(stderr, "hip: {}: {} ({})\n", nameOf(where), status.text, nameOf(status.code));
  return status.code;
}

hipError_t lastError() { return last; }
void setLastError(hipError_t code) { last = code; }

const char *nameOf(hipError_t code) {
  const Known *found = find(code);
  return found ? found->name : "hipErrorUnknown";
}

const char *textOf(hipError_t code) {
  const Known *found = find(code);
  return found ? found->text : "unknown error";
}

hipError_t codeOf(amdgpu::Fault::Kind kind) {
  switch (kind) {
  case amdgpu::Fault::Kind::OutOfBounds:
  case amdgpu::Fault::Kind::UseAfterFree:
    return hipErrorIllegalAddress;
  case amdgpu::Fault::Kind::BudgetExceeded:
    return hipErrorLaunchTimeOut;
  case amdgpu::Fault::Kind::Trap:
    return hipErrorAssert;
  default:
    return hipErrorLaunchFailure;
  }
}

} // namespace assay::amdhip
