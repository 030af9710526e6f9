#include "amdgpu/machine/Decoder.h"

#include "amdgpu/machine/Formats.h"
#include "amdgpu/machine/Traits.h"
#include "amdgpu/machine/Workgroup.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace assay::amdgpu {
namespace {

void runHole(Wave &wave, const Instruction &instruction) {
  const Program &program = *wave.group->program;
  raise(wave, instruction, Fault::Kind::UnknownInstruction,
        program.holes.at(static_cast<uint32_t>(&instruction - program.code.data())));
}

Encoding read(std::span<const std::byte> bytes, unsigned length, Chip chip) {
  // A literal stands behind one dword or two, and no instruction is longer than that.
  uint32_t words[3] = {};
  std::memcpy(words, bytes.data(), std::min<size_t>({bytes.size(), length, sizeof words}));
  return {words[0] | uint64_t(words[1]) << 32, words[length >= 12 ? 2 : 1], chip};
}

bool hasModifiers(const Instruction &instruction) {
  const Modifiers &modifiers = instruction.modifiers;
  return modifiers.clamp || modifiers.omod != 0 || modifiers.dpp.isUsed ||
         instruction.destination.part != Part::Dword ||
         std::any_of(instruction.source.begin(), instruction.source.end(),
                     [](const Operand &source) {
                       return source.negate || source.absolute || source.part != Part::Dword;
                     });
}

bool isBranch(std::string_view name) {
  return name == "s_branch" || name == "s_call_b64" || name.starts_with("s_cbranch_");
}

class Decoding {
public:
  Decoding(const Disassembler &disassembler, SimdLevel level)
      : disassembler(disassembler), level(level) {
    program.chip = disassembler.chip();
  }

  void section(const Section &section) {
    for (size_t at = 0; at < section.bytes.size();)
      at += one(section.bytes.subspan(at), section.address + static_cast<uint32_t>(at));
    const auto end = section.address + static_cast<uint32_t>(section.bytes.size());
    Instruction last;
    last.address = last.nextAddress = end;
    last.name = nameIndex("(end of code)");
    hole(last, "there is no instruction here");
    program.code.push_back(last);
  }

  Program finish() {
    for (Instruction &instruction : program.code)
      if (isBranch(program.names[instruction.name]) && instruction.run != runHole)
        resolveTarget(instruction);
    return std::move(program);
  }

private:
  unsigned one(std::span<const std::byte> bytes, uint32_t address) {
    auto line = disassembler.decode(bytes, address);
    const unsigned length = line ? line->bytes : std::min<size_t>(4, bytes.size());
    const Encoding encoding = read(bytes, length, disassembler.chip());
    Instruction instruction;
    instruction.address = address;
    instruction.nextAddress = address + length;
    instruction.format = formatOf(static_cast<uint32_t>(encoding.bits));
    instruction.name = nameIndex(line ? line->name : "(no instruction)");
    instruction.traits = traitsOf(program.names[instruction.name], instruction.format);
    if (line)
      bind(instruction, line->name, encoding);
    else
      hole(instruction, fmt::format("{:#010x} is no instruction", uint32_t(encoding.bits)));
    instruction.collectRegisters();
    program.indexAt.emplace(address, static_cast<uint32_t>(program.code.size()));
    program.code.push_back(instruction);
    return length;
  }

  void bind(Instruction &instruction, const std::string &name, const Encoding &encoding) {
    const uint64_t bits = encoding.bits;
    const Semantics *semantics = findSemantics(level, name);
    if (!semantics)
      return hole(instruction,
                  fmt::format("{} (encoding {:#018x}) is not implemented", name, bits));
    auto refusal = semantics->refusal
                       ? std::optional<std::string>(semantics->refusal)
                       : resolveOperands(encoding, semantics->shape, program, instruction);
    if (!refusal && instruction.modifiers.clamp && !semantics->shape.canClamp)
      refusal = "there is no meaning of clamp here";
    const bool isModified = hasModifiers(instruction);
    instruction.run = isModified ? semantics->runModified : semantics->run;
    if (!refusal && !instruction.run)
      refusal = "its modifiers are not implemented";
    if (refusal)
      hole(instruction, fmt::format("{} (encoding {:#018x}): {}", name, bits, *refusal));
  }

  void hole(Instruction &instruction, std::string why) {
    instruction.run = runHole;
    program.holes.emplace(static_cast<uint32_t>(program.code.size()), std::move(why));
  }

  void resolveTarget(Instruction &instruction) {
    const int64_t target = int64_t(instruction.nextAddress) + int64_t(instruction.offset) * 4;
    auto found =
        target < 0 ? program.indexAt.end() : program.indexAt.find(static_cast<uint32_t>(target));
    if (found != program.indexAt.end()) {
      instruction.target = found->second;
      return;
    }
    const auto index = static_cast<uint32_t>(&instruction - program.code.data());
    instruction.run = runHole;
    program.holes.emplace(index,
                          fmt::format("it leads to {:#x}, where no instruction starts", target));
  }

  uint32_t nameIndex(const std::string &name) {
    auto [found, isNew] = names.try_emplace(name, static_cast<uint32_t>(program.names.size()));
    if (isNew)
      program.names.push_back(name);
    return found->second;
  }

  const Disassembler &disassembler;
  SimdLevel level;
  Program program;
  std::unordered_map<std::string, uint32_t> names;
};

} // namespace

Program decode(std::span<const Section> sections, const Disassembler &disassembler,
               SimdLevel level) {
  Decoding decoding(disassembler, level);
  for (const Section &section : sections)
    decoding.section(section);
  return decoding.finish();
}

} // namespace assay::amdgpu
