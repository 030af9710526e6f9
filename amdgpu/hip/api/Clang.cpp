#include "amdgpu/hip/Registered.h"
#include "amdgpu/hip/Runtime.h"

// Called by the start-up code that clang puts into HIP programs.

using namespace assay::amdhip;

namespace {

FatBinary *binaryOf(void **handle) { return reinterpret_cast<FatBinary *>(handle); }

} // namespace

extern "C" {

void **__hipRegisterFatBinary(const void *wrapper) {
  return reinterpret_cast<void **>(registerFatBinary(wrapper));
}

void __hipUnregisterFatBinary(void **binary) { unregisterFatBinary(binaryOf(binary)); }

void __hipRegisterFunction(void **binary, const void *hostFunction, char *, const char *deviceName,
                           unsigned int, void *, void *, dim3 *, dim3 *, int *) {
  registerFunction(binaryOf(binary), hostFunction, deviceName);
}

void __hipRegisterVar(void **binary, void *variable, char *, char *deviceName, int, size_t, int,
                      int) {
  registerVariable(binaryOf(binary), variable, deviceName);
}

void __hipRegisterManagedVar(void *binary, void **pointer, void *initial, const char *name,
                             size_t bytes, unsigned) {
  registerManaged(static_cast<FatBinary *>(binary), pointer, initial, name, bytes);
}

// This device has neither: a kernel that uses them does not run.
void __hipRegisterTexture(void **, const void *, char *, char *, int, int, int) {}
void __hipRegisterSurface(void **, void *, char *, char *, int, int) {}
}
