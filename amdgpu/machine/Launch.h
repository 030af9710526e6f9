#pragma once

#include "amdgpu/machine/Kernarg.h"
#include "amdgpu/machine/Workgroup.h"
#include "amdgpu/machine/hostcall/Host.h"

#include <functional>
#include <memory>
#include <variant>

namespace assay::amdgpu {

/// A code object in the memory of a device, with its relocations applied, decoded.
class Module {
public:
  static Expected<std::unique_ptr<Module>> load(CodeObject object, Memory &memory,
                                                SimdLevel level = bestSimdLevel());
  ~Module();
  Module(const Module &) = delete;
  Module &operator=(const Module &) = delete;

  const Kernel *findKernel(const std::string &name) const;
  /// Address and size of a global variable.
  std::optional<std::pair<uint64_t, uint64_t>> findVariable(const std::string &name) const;

  const CodeObject &codeObject() const { return object; }
  const Program &program() const { return decoded; }
  Memory &memory() const { return *device; }
  uint64_t imageAddress() const { return address; }
  /// Assembly of the instruction at an offset of the image.
  std::string disassemble(uint32_t offset) const;
  /// Lines of assembly around it, "->" before its own.
  std::string disassembleAround(uint32_t offset) const;

private:
  Module() = default;
  CodeObject object;
  Program decoded;
  Memory *device = nullptr;
  uint64_t address = 0;
};

struct Options {
  Schedule schedule;
  /// Host threads that workgroups are run on. The outcome does not depend on it.
  unsigned threads = 1;
  uint64_t instructionsPerWorkgroup = uint64_t(1) << 36;
  bool strictBarriers = true;
  /// Makes the observer of a workgroup, by its number in the grid; null: none.
  std::function<std::unique_ptr<Observer>(uint64_t workgroup)> observe;
  /// Takes what the kernel prints; null: the process's streams.
  Host::Print print;
  /// Of malloc in kernels; null: a kernel that calls it ends with a fault.
  Heap *heap = nullptr;
};

struct Finished {
  /// Executed by all waves.
  uint64_t instructions = 0;
};

/// Of several workgroups' faults, the one of the first workgroup.
using Outcome = std::variant<Finished, Fault>;

/// Whether a device takes such a launch: block, grid, LDS, scratch and the modes that the kernel
/// wants.
Expected<void> checkGeometry(const Kernel &kernel, const Geometry &geometry);

/// Runs a kernel to its end. An Error is the caller's: no such kernel, a grid or block that no
/// device takes.
Expected<Outcome> launch(const Module &module, const std::string &kernel, const Geometry &geometry,
                         std::span<const std::byte> kernarg, const Options &options = {});

} // namespace assay::amdgpu
