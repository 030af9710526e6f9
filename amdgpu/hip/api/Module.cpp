#include "amdgpu/hip/Modules.h"
#include "amdgpu/hip/Runtime.h"
#include "amdgpu/hip/Stream.h"

#include <fmt/format.h>

#include <cstring>
#include <filesystem>
#include <fstream>

using namespace assay::amdhip;

namespace {

// hipJitOption, of which these two tell a driver what went wrong.
constexpr int errorBufferOption = 5, errorBufferSizeOption = 6;

void tell(const std::string &text, unsigned count, hipJitOption *options, void **values) {
  char *buffer = nullptr;
  size_t size = 0;
  for (unsigned i = 0; options && values && i < count; ++i) {
    if (options[i] == errorBufferOption)
      buffer = static_cast<char *>(values[i]);
    if (options[i] == errorBufferSizeOption)
      size = static_cast<uint32_t>(reinterpret_cast<uintptr_t>(values[i]));
  }
  if (!buffer || size == 0)
    return;
  const size_t length = std::min(size - 1, text.size());
  std::memcpy(buffer, text.data(), length);
  buffer[length] = 0;
}

} // namespace

hipError_t hipModuleLoadDataEx(hipModule_t *module, const void *image, unsigned int count,
                               hipJitOption *options, void **values) {
  if (!module)
    return finish(hipErrorInvalidValue, "the result's pointer is null");
  *module = nullptr;
  std::shared_ptr<LoadedModule> loaded;
  Status status = loadImage(image, loaded);
  if (!status)
    tell(status.text, count, options, values);
  else
    *module = Runtime::get().modules.add(std::move(loaded));
  return finish(status);
}

hipError_t hipModuleLoadData(hipModule_t *module, const void *image) {
  return hipModuleLoadDataEx(module, image, 0, nullptr, nullptr);
}

hipError_t hipModuleLoad(hipModule_t *module, const char *path) {
  if (!module || !path)
    return finish(hipErrorInvalidValue, "a pointer is null");
  *module = nullptr;
  std::ifstream file(path, std::ios::binary);
  if (!file)
    return finish(hipErrorFileNotFound, fmt::format("{} cannot be read", path));
  // The path may be a folder, which opens but cannot be read.
  std::error_code error;
  std::string bytes(std::filesystem::file_size(path, error), 0);
  if (error || !file.read(bytes.data(), static_cast<std::streamsize>(bytes.size())))
    return finish(hipErrorFileNotFound, fmt::format("{} cannot be read", path));
  std::shared_ptr<LoadedModule> loaded;
  Status status = loadBytes(std::as_bytes(std::span(bytes)), loaded);
  if (status)
    *module = Runtime::get().modules.add(std::move(loaded));
  return finish(status);
}

hipError_t hipModuleUnload(hipModule_t handle) {
  auto module = Runtime::get().modules.find(handle);
  if (!module)
    return finish(hipErrorInvalidHandle, "the module does not exist, or no more");
  if (Status status = synchronizeAll(); status.code == hipErrorNotSupported)
    return finish(status);
  (void)Runtime::get().modules.remove(handle);
  forgetFunctions(*module);
  return finish();
}

hipError_t hipModuleGetFunction(hipFunction_t *function, hipModule_t handle, const char *name) {
  if (!function || !name)
    return finish(hipErrorInvalidValue, "a pointer is null");
  *function = nullptr;
  auto module = Runtime::get().modules.find(handle);
  if (!module)
    return finish(hipErrorInvalidHandle, "the module does not exist, or no more");
  *function = functionOf(module, name);
  if (!*function)
    return finish(hipErrorNotFound, fmt::format("the module has no kernel '{}'", name));
  return finish();
}

hipError_t hipModuleGetGlobal(hipDeviceptr_t *pointer, size_t *bytes, hipModule_t handle,
                              const char *name) {
  if (!name)
    return finish(hipErrorInvalidValue, "the name is null");
  auto module = Runtime::get().modules.find(handle);
  if (!module)
    return finish(hipErrorInvalidHandle, "the module does not exist, or no more");
  auto variable = module->code->findVariable(name);
  if (!variable)
    return finish(hipErrorNotFound, fmt::format("the module has no variable '{}'", name));
  if (pointer)
    *pointer = reinterpret_cast<void *>(variable->first);
  if (bytes)
    *bytes = variable->second;
  return finish();
}

const char *hipKernelNameRef(const hipFunction_t handle) {
  auto function = Runtime::get().functions.find(handle);
  return function ? function->name().c_str() : nullptr;
}

const char *hipKernelNameRefByPtr(const void *hostFunction, hipStream_t) {
  Status status;
  auto function = findFunction(hostFunction, status);
  return function ? function->name().c_str() : nullptr;
}
