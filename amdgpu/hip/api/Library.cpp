#include "amdgpu/hip/Registered.h"
#include "amdgpu/hip/Runtime.h"

#include <algorithm>

// Libraries of later versions are modules, and their kernels functions, by other names: nothing is
// compiled when they are loaded, so that no option of theirs means anything here.

using namespace assay::amdhip;

namespace {

const std::map<std::string, assay::amdgpu::Kernel> &kernelsOf(const LoadedModule &module) {
  return module.code->codeObject().kernels;
}

hipError_t kernelCount(unsigned *count, hipModule_t handle,
                       std::source_location where = std::source_location::current()) {
  if (!count)
    return finish(hipErrorInvalidValue, "the result's pointer is null", where);
  auto module = Runtime::get().modules.find(handle);
  if (!module)
    return finish(hipErrorInvalidHandle, "the module does not exist, or no more", where);
  *count = static_cast<unsigned>(kernelsOf(*module).size());
  return finish();
}

} // namespace

extern "C" {

hipError_t hipModuleGetFunctionCount(unsigned *count, hipModule_t module) {
  return kernelCount(count, module);
}

hipError_t hipLibraryLoadData(hipModule_t *library, const void *code, hipJitOption **, void **,
                              unsigned, void **, void **, unsigned) {
  return hipModuleLoadData(library, code);
}

hipError_t hipLibraryLoadFromFile(hipModule_t *library, const char *path, hipJitOption **, void **,
                                  unsigned, void **, void **, unsigned) {
  return hipModuleLoad(library, path);
}

hipError_t hipLibraryUnload(hipModule_t library) { return hipModuleUnload(library); }

hipError_t hipLibraryGetKernel(hipFunction_t *kernel, hipModule_t library, const char *name) {
  return hipModuleGetFunction(kernel, library, name);
}

hipError_t hipLibraryGetKernelCount(unsigned *count, hipModule_t library) {
  return kernelCount(count, library);
}

hipError_t hipLibraryEnumerateKernels(hipFunction_t *kernels, unsigned room, hipModule_t library) {
  auto module = Runtime::get().modules.find(library);
  if (!module)
    return finish(hipErrorInvalidHandle, "the library does not exist, or no more");
  if (!kernels && room > 0)
    return finish(hipErrorInvalidValue, "the list is null");
  unsigned i = 0;
  for (const auto &[name, kernel] : kernelsOf(*module))
    if (i < room)
      kernels[i++] = functionOf(module, name);
  std::fill(kernels + i, kernels + room, nullptr);
  return finish();
}

hipError_t hipKernelGetLibrary(hipModule_t *library, hipFunction_t kernel) {
  auto function = Runtime::get().functions.find(kernel);
  if (!function || !library)
    return finish(hipErrorInvalidValue, "a pointer is null or no kernel");
  *library = reinterpret_cast<hipModule_t>(function->owner.get());
  return finish();
}

hipError_t hipKernelGetName(const char **name, hipFunction_t kernel) {
  auto function = Runtime::get().functions.find(kernel);
  if (!function || !name)
    return finish(hipErrorInvalidValue, "a pointer is null or no kernel");
  *name = function->name().c_str();
  return finish();
}

hipError_t hipKernelGetFunction(hipFunction_t *result, hipFunction_t kernel) {
  if (!Runtime::get().functions.find(kernel) || !result)
    return finish(hipErrorInvalidValue, "a pointer is null or no kernel");
  *result = kernel;
  return finish();
}

hipError_t hipKernelGetAttribute(int *value, hipFunction_attribute which, hipFunction_t kernel,
                                 hipDevice_t device) {
  if (Status status = checkDevice(device); !status)
    return finish(status);
  return hipFuncGetAttribute(value, which, kernel);
}

hipError_t hipKernelSetAttribute(hipFunction_attribute which, int value, hipFunction_t kernel,
                                 hipDevice_t device) {
  if (Status status = checkDevice(device); !status)
    return finish(status);
  return hipFuncSetAttribute(kernel, static_cast<hipFuncAttribute>(which), value);
}

hipError_t hipKernelGetParamInfo(hipFunction_t kernel, size_t index, size_t *offset,
                                 size_t *bytes) {
  auto function = Runtime::get().functions.find(kernel);
  if (!function || !offset)
    return finish(hipErrorInvalidValue, "a pointer is null or no kernel");
  const auto &metadata = function->kernel->metadata;
  if (index >= assay::amdgpu::explicitArguments(metadata))
    return finish(hipErrorInvalidValue, "the kernel has fewer arguments");
  *offset = metadata.arguments[index].offset;
  if (bytes)
    *bytes = metadata.arguments[index].size;
  return finish();
}

hipError_t hipModuleLoadFatBinary(hipModule_t *module, const void *binary) {
  return hipModuleLoadData(module, binary ? unwrapped(binary) : nullptr);
}

hipError_t hipGetFuncBySymbol(hipFunction_t *result, const void *symbol) {
  if (!result || !symbol)
    return finish(hipErrorInvalidValue, "a pointer is null");
  return finish(registeredFunction(symbol, *result));
}
}
