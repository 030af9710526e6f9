#pragma once

#include "amdgpu/hip/Modules.h"

namespace assay::amdhip {

// What the start-up code that clang puts into HIP programs makes known: fat binaries and the host
// addresses that stand for kernels and variables in them. Code objects are loaded when they are
// first needed.

struct FatBinary;

/// The image in a wrapper as the start-up code has it; else what is given, which is an image.
const void *unwrapped(const void *wrapperOrImage);

FatBinary *registerFatBinary(const void *wrapper);
void unregisterFatBinary(FatBinary *binary);
void registerFunction(FatBinary *binary, const void *hostFunction, const char *deviceName);
void registerVariable(FatBinary *binary, const void *hostVariable, const char *deviceName);
/// A `__managed__` variable: the device's variable of that name is a pointer to it.
void registerManaged(FatBinary *binary, void **pointer, const void *initial, const char *deviceName,
                     size_t bytes);

/// hipErrorInvalidDeviceFunction for an address that stands for no kernel.
Status registeredFunction(const void *hostFunction, hipFunction_t &handle);

} // namespace assay::amdhip
