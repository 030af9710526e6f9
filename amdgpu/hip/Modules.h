#pragma once

#include "amdgpu/hip/Error.h"
#include "amdgpu/machine/Launch.h"

#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

namespace assay::amdhip {

struct LoadedModule;

/// A kernel of a loaded code object.
struct Function {
  /// Keeps the code alive while work that uses it is in flight.
  std::shared_ptr<LoadedModule> owner;
  const amdgpu::Kernel *kernel = nullptr;
  const std::string &name() const { return kernel->metadata.name; }
};

struct LoadedModule {
  std::unique_ptr<amdgpu::Module> code;
  std::mutex mutex;
  /// Handles that were given out, by kernel.
  std::map<std::string, hipFunction_t> handles;
};

/// Loads an ELF file or the part of an offload bundle (also a compressed one) that is for our chip.
/// HIP gives no size: it is taken from the headers, which are believed.
Status loadImage(const void *image, std::shared_ptr<LoadedModule> &result);
/// The same of bytes whose number is known.
Status loadBytes(std::span<const std::byte> bytes, std::shared_ptr<LoadedModule> &result);

/// Null if the module has no such kernel.
hipFunction_t functionOf(const std::shared_ptr<LoadedModule> &module, const std::string &name);
/// Makes the handles of a module's kernels invalid.
void forgetFunctions(LoadedModule &module);

/// A kernel by hipFunction_t, or by the host function that stands for it in a program that clang
/// compiled. Null, with the reason in `status`, if it is neither.
std::shared_ptr<Function> findFunction(const void *handle, Status &status);

/// Arguments as hipModuleLaunchKernel takes them: pointers to each, or a list of
/// HIP_LAUNCH_PARAM_*.
Status packArguments(const Function &function, const amdgpu::Geometry &geometry, void **parameters,
                     void **extra, std::vector<std::byte> &kernarg);

/// Address and size of the device variable for which a host variable stands.
Status findSymbol(const void *hostVariable, std::pair<uint64_t, uint64_t> &symbol);

} // namespace assay::amdhip
