#include "amdgpu/hip/Modules.h"

#include "amdgpu/hip/Registered.h"
#include "amdgpu/hip/Runtime.h"
#include "amdgpu/machine/Bundle.h"

#include <fmt/format.h>

#include <fstream>
#include <functional>
#include <string_view>

namespace assay::amdhip {
namespace {

/// Under a name of its content, so that processes may share the folder and each object is there
/// once.
void keep(std::span<const std::byte> object, const std::string &folder) {
  const std::string_view bytes(reinterpret_cast<const char *>(object.data()), object.size());
  const std::string path =
      fmt::format("{}/{:016x}.hsaco", folder, std::hash<std::string_view>()(bytes));
  std::ofstream file(path, std::ios::binary);
  if (!(file << bytes).flush())
    fmt::print(stderr, "hip: {} cannot be written (ASSAY_HIP_CODE)\n", path);
}

} // namespace

Status loadBytes(std::span<const std::byte> bytes, std::shared_ptr<LoadedModule> &result) {
  Runtime &runtime = Runtime::get();
  std::vector<std::byte> decompressed;
  if (amdgpu::isCompressedBundle(bytes)) {
    auto plain = amdgpu::decompressBundle(bytes);
    if (!plain)
      return {hipErrorInvalidImage, plain.error().message};
    decompressed = std::move(*plain);
    bytes = decompressed;
  }
  auto part = amdgpu::unbundle(bytes, runtime.settings.chip);
  if (!part)
    return {hipErrorNoBinaryForGpu, part.error().message};
  auto object = amdgpu::CodeObject::read(*part);
  if (!object)
    return {hipErrorInvalidImage, object.error().message};
  if (object->chip != runtime.settings.chip)
    return {hipErrorNoBinaryForGpu,
            fmt::format("the code object is for {}, the device is a {} (see ASSAY_HIP_CHIP)",
                        nameOf(object->chip), nameOf(runtime.settings.chip))};
  if (!runtime.settings.code.empty())
    keep(*part, runtime.settings.code);
  auto loaded = amdgpu::Module::load(std::move(*object), runtime.memory);
  if (!loaded)
    return {hipErrorOutOfMemory, loaded.error().message};
  result = std::make_shared<LoadedModule>();
  result->code = std::move(*loaded);
  return {};
}

Status loadImage(const void *image, std::shared_ptr<LoadedModule> &result) {
  if (!image)
    return {hipErrorInvalidValue, "the image is null"};
  const uint64_t size = amdgpu::imageSize(image);
  // More than the largest image with its symbols and debug info: headers that nobody wrote.
  if (size == 0 || size > 4 * amdgpu::CodeObject::maxImageBytes)
    return {hipErrorInvalidImage, "the image is neither an ELF file nor an offload bundle"};
  return loadBytes({static_cast<const std::byte *>(image), size}, result);
}

hipFunction_t functionOf(const std::shared_ptr<LoadedModule> &module, const std::string &name) {
  std::lock_guard lock(module->mutex);
  auto known = module->handles.find(name);
  if (known != module->handles.end())
    return known->second;
  const amdgpu::Kernel *kernel = module->code->findKernel(name);
  if (!kernel)
    return nullptr;
  hipFunction_t handle =
      Runtime::get().functions.add(std::make_shared<Function>(Function{module, kernel}));
  module->handles.emplace(name, handle);
  return handle;
}

void forgetFunctions(LoadedModule &module) {
  std::lock_guard lock(module.mutex);
  for (auto &[name, handle] : module.handles)
    (void)Runtime::get().functions.remove(handle);
  module.handles.clear();
}

std::shared_ptr<Function> findFunction(const void *handle, Status &status) {
  Runtime &runtime = Runtime::get();
  auto asHandle = reinterpret_cast<hipFunction_t>(const_cast<void *>(handle));
  if (auto found = runtime.functions.find(asHandle))
    return found;
  hipFunction_t registered = nullptr;
  status = registeredFunction(handle, registered);
  return status ? runtime.functions.find(registered) : nullptr;
}

Status packArguments(const Function &function, const amdgpu::Geometry &geometry, void **parameters,
                     void **extra, std::vector<std::byte> &kernarg) {
  const amdgpu::KernelMetadata &metadata = function.kernel->metadata;
  const size_t count = amdgpu::explicitArguments(metadata);
  if (extra) {
    const void *buffer = nullptr;
    size_t size = 0;
    // The list has at most two pairs and its end; who forgets the end is not followed further.
    for (int i = 0; i < 4 && extra[i] != HIP_LAUNCH_PARAM_END; i += 2) {
      if (extra[i] == HIP_LAUNCH_PARAM_BUFFER_POINTER)
        buffer = extra[i + 1];
      else if (extra[i] == HIP_LAUNCH_PARAM_BUFFER_SIZE && extra[i + 1])
        size = *static_cast<const size_t *>(extra[i + 1]);
      else
        return {hipErrorInvalidValue, "`extra` has an entry that is no HIP_LAUNCH_PARAM_*"};
    }
    size_t needed = 0;
    for (const amdgpu::Argument &argument : metadata.arguments)
      if (!argument.isHidden())
        needed = std::max<size_t>(needed, argument.offset + argument.size);
    if (size < needed || (size > 0 && !buffer))
      return {hipErrorInvalidValue, fmt::format("kernel '{}' takes {} bytes of arguments, not {}",
                                                function.name(), needed, size)};
    kernarg = amdgpu::packKernarg(metadata, std::span(static_cast<const std::byte *>(buffer), size),
                                  geometry);
    return {};
  }
  if (count > 0 && !parameters)
    return {hipErrorInvalidValue, fmt::format("kernel '{}' takes {} arguments, and none are given",
                                              function.name(), count)};
  for (size_t i = 0; i < count; ++i)
    if (!parameters[i])
      return {hipErrorInvalidValue,
              fmt::format("argument {} of kernel '{}' is a null pointer to its value", i,
                          function.name())};
  kernarg =
      amdgpu::packKernarg(metadata, std::span<const void *const>(parameters, count), geometry);
  return {};
}

} // namespace assay::amdhip
