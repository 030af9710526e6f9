#include "amdgpu/machine/Launch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace assay::amdgpu {

Expected<std::unique_ptr<Module>> Module::load(CodeObject object, Memory &memory, SimdLevel level) {
  std::unique_ptr<Module> module(new Module);
  auto address = memory.allocate(object.image.size(), "the code object");
  if (!address)
    return address.error();
  module->device = &memory;
  module->address = *address;
  module->object = std::move(object);
  const CodeObject &loaded = module->object;
  auto *image = reinterpret_cast<std::byte *>(*address);
  std::memcpy(image, loaded.image.data(), loaded.image.size());
  for (const Relocation &relocation : loaded.relocations) {
    const uint64_t value = *address + static_cast<uint64_t>(relocation.addend);
    std::memcpy(image + relocation.offset, &value, sizeof value);
  }
  module->decoded = decode(loaded.sections(), Disassembler(loaded.chip), level);
  return module;
}

Module::~Module() {
  if (device)
    (void)device->release(address);
}

const Kernel *Module::findKernel(const std::string &name) const {
  auto found = object.kernels.find(name);
  return found == object.kernels.end() ? nullptr : &found->second;
}

std::optional<std::pair<uint64_t, uint64_t>> Module::findVariable(const std::string &name) const {
  auto found = object.variables.find(name);
  if (found == object.variables.end())
    return std::nullopt;
  return std::pair(address + found->second.first, uint64_t(found->second.second));
}

std::string Module::disassemble(uint32_t offset) const {
  if (offset >= object.image.size())
    return "?";
  return Disassembler(object.chip)
      .text(std::span(object.image).subspan(offset), offset)
      .value_or("?");
}

std::string Module::disassembleAround(uint32_t offset) const {
  constexpr uint32_t before = 4, behind = 2;
  auto found = decoded.indexAt.find(offset);
  if (found == decoded.indexAt.end())
    return {};
  const uint32_t at = found->second;
  const Disassembler disassembler(object.chip);
  std::string text;
  for (uint32_t i = at - std::min(at, before); i <= at + behind && i < decoded.code.size(); ++i) {
    const uint32_t address = decoded.code[i].address;
    if (address >= object.image.size())
      break;
    text += fmt::format(
        "{} {:#8x}  {}\n", i == at ? "->" : "  ", address,
        disassembler.text(std::span(object.image).subspan(address), address).value_or("?"));
  }
  return text;
}

} // namespace assay::amdgpu
