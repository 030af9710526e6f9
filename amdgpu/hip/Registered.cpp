#include "amdgpu/hip/Registered.h"

#include "amdgpu/hip/Runtime.h"

#include <fmt/format.h>

#include <cstring>
#include <unordered_map>

namespace assay::amdhip {

struct FatBinary {
  const void *image = nullptr;
  std::shared_ptr<LoadedModule> module;
  /// Of loading, which is tried once.
  std::optional<Status> outcome;
  struct Managed {
    std::string name;
    uint64_t address = 0;
  };
  std::vector<Managed> managed;
};

namespace {

struct Entry {
  FatBinary *binary = nullptr;
  std::string deviceName;
};

struct Registry {
  std::mutex mutex;
  std::unordered_map<const void *, Entry> functions, variables;
};

Registry &registry() {
  static Registry &only = *new Registry;
  return only;
}

/// What clang emits as __CudaFatBinaryWrapper.
struct Wrapper {
  uint32_t magic, version;
  const void *image;
  const void *unused;
};
constexpr uint32_t wrapperMagic = 0x48495046; // "HIPF"

Status load(FatBinary &binary) {
  if (binary.outcome)
    return *binary.outcome;
  Status status = loadImage(binary.image, binary.module);
  if (status)
    for (const FatBinary::Managed &managed : binary.managed) {
      auto variable = binary.module->code->findVariable(managed.name);
      if (variable && variable->second == sizeof managed.address)
        std::memcpy(reinterpret_cast<void *>(variable->first), &managed.address,
                    sizeof managed.address);
      else
        status = {hipErrorInvalidImage,
                  fmt::format("the code object has no pointer for the managed variable '{}'",
                              managed.name)};
    }
  binary.outcome = status;
  return status;
}

} // namespace

const void *unwrapped(const void *wrapperOrImage) {
  // An image may be shorter than a wrapper is: the magic number tells which it is.
  uint32_t magic = 0;
  std::memcpy(&magic, wrapperOrImage, sizeof magic);
  return magic == wrapperMagic ? static_cast<const Wrapper *>(wrapperOrImage)->image
                               : wrapperOrImage;
}

FatBinary *registerFatBinary(const void *wrapper) {
  auto *binary = new FatBinary;
  binary->image = unwrapped(wrapper);
  return binary;
}

void unregisterFatBinary(FatBinary *binary) {
  Registry &known = registry();
  std::lock_guard lock(known.mutex);
  auto isOurs = [binary](const auto &item) { return item.second.binary == binary; };
  std::erase_if(known.functions, isOurs);
  std::erase_if(known.variables, isOurs);
  if (binary->module)
    forgetFunctions(*binary->module);
  delete binary;
}

void registerFunction(FatBinary *binary, const void *hostFunction, const char *deviceName) {
  std::lock_guard lock(registry().mutex);
  registry().functions[hostFunction] = {binary, deviceName};
}

void registerVariable(FatBinary *binary, const void *hostVariable, const char *deviceName) {
  std::lock_guard lock(registry().mutex);
  registry().variables[hostVariable] = {binary, deviceName};
}

void registerManaged(FatBinary *binary, void **pointer, const void *initial, const char *deviceName,
                     size_t bytes) {
  void *memory = nullptr;
  if (!Runtime::get().allocate(&memory, std::max<size_t>(bytes, 1), Block::Kind::Managed, 0))
    return;
  if (initial)
    std::memcpy(memory, initial, bytes);
  *pointer = memory;
  std::lock_guard lock(registry().mutex);
  binary->managed.push_back({deviceName, reinterpret_cast<uint64_t>(memory)});
}

Status registeredFunction(const void *hostFunction, hipFunction_t &handle) {
  Registry &known = registry();
  std::lock_guard lock(known.mutex);
  auto found = known.functions.find(hostFunction);
  if (found == known.functions.end())
    return {
        hipErrorInvalidDeviceFunction,
        fmt::format("{} is neither a hipFunction_t nor a kernel of this program", hostFunction)};
  FatBinary &binary = *found->second.binary;
  if (Status status = load(binary); !status)
    return status;
  handle = functionOf(binary.module, found->second.deviceName);
  if (!handle)
    return {hipErrorInvalidDeviceFunction,
            fmt::format("the code object has no kernel '{}'", found->second.deviceName)};
  return {};
}

Status findSymbol(const void *hostVariable, std::pair<uint64_t, uint64_t> &symbol) {
  Registry &known = registry();
  std::lock_guard lock(known.mutex);
  auto found = known.variables.find(hostVariable);
  if (found == known.variables.end())
    return {hipErrorInvalidSymbol,
            fmt::format("{} stands for no variable of a device", hostVariable)};
  FatBinary &binary = *found->second.binary;
  if (Status status = load(binary); !status)
    return status;
  auto variable = binary.module->code->findVariable(found->second.deviceName);
  if (!variable)
    return {hipErrorInvalidSymbol,
            fmt::format("the code object has no variable '{}'", found->second.deviceName)};
  symbol = *variable;
  return {};
}

} // namespace assay::amdhip
