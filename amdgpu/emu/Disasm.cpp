#include "amdgpu/emu/Emu.h"

#include <fmt/format.h>

namespace assay::amdgpu {
namespace {

int runDisasm(const std::string &file) {
  auto object = readCodeObject(file);
  if (!object)
    return complain(object.error());
  const Disassembler disassembler(object->chip);
  const Program program = decode(object->sections(), disassembler, bestSimdLevel());
  for (uint32_t i = 0; i < program.code.size(); ++i) {
    const Instruction &instruction = program.code[i];
    for (const auto &[name, kernel] : object->kernels)
      if (kernel.descriptor.entry == instruction.address)
        fmt::print("{}:\n", name);
    if (instruction.address == instruction.nextAddress)
      continue;
    auto text = disassembler.text(std::span(object->image).subspan(instruction.address),
                                  instruction.address);
    auto hole = program.holes.find(i);
    fmt::print("{:#8x}  {}{}\n", instruction.address, text.value_or("(no instruction)"),
               hole == program.holes.end() ? "" : "    ; " + hole->second);
  }
  return AllRight;
}

} // namespace

Action declareDisasm(CLI::App &app) {
  auto file = std::make_shared<std::string>();
  app.add_option("FILE", *file, "A code object (.hsaco)")->required();
  return [file] { return runDisasm(*file); };
}

} // namespace assay::amdgpu
