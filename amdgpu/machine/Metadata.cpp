#include "amdgpu/machine/Metadata.h"

#include "amdgpu/machine/MsgPack.h"

#include <algorithm>

namespace assay::amdgpu {
namespace {

std::string text(const MsgPack &of, std::string_view key) {
  const MsgPack *found = of.find(key);
  return found ? found->string : std::string();
}

uint32_t number(const MsgPack &of, std::string_view key, uint32_t otherwise) {
  const MsgPack *found = of.find(key);
  if (!found || found->kind != MsgPack::Kind::Number)
    return otherwise;
  return static_cast<uint32_t>(std::min<uint64_t>(found->number, UINT32_MAX));
}

KernelMetadata readKernel(const MsgPack &from) {
  KernelMetadata kernel;
  kernel.name = text(from, ".name");
  kernel.symbol = text(from, ".symbol");
  kernel.kernargBytes = number(from, ".kernarg_segment_size", 0);
  kernel.ldsBytes = number(from, ".group_segment_fixed_size", 0);
  kernel.scratchBytes = number(from, ".private_segment_fixed_size", 0);
  kernel.maxWorkgroupSize = number(from, ".max_flat_workgroup_size", 1024);
  kernel.wavefrontSize = number(from, ".wavefront_size", 64);
  if (const MsgPack *arguments = from.find(".args"))
    for (const MsgPack &argument : arguments->array)
      kernel.arguments.push_back({text(argument, ".name"), text(argument, ".value_kind"),
                                  number(argument, ".offset", 0), number(argument, ".size", 0)});
  return kernel;
}

} // namespace

Expected<std::vector<KernelMetadata>> readMetadata(std::span<const std::byte> note) {
  auto document = MsgPack::read(note);
  if (!document)
    return Error{"the code object's metadata is no msgpack document"};
  const MsgPack *kernels = document->find("amdhsa.kernels");
  if (!kernels || kernels->kind != MsgPack::Kind::Array)
    return Error{"the code object's metadata lists no amdhsa.kernels"};
  std::vector<KernelMetadata> result;
  for (const MsgPack &kernel : kernels->array)
    result.push_back(readKernel(kernel));
  return result;
}

} // namespace assay::amdgpu
