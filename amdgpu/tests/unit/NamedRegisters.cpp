#include "amdgpu/tests/unit/NamedRegisters.h"

#include "amdgpu/machine/Disassembler.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <regex>
#include <set>

namespace assay::amdgpu::test {
namespace {

/// By their letters: v, a, s.
using Registers = std::set<std::pair<char, unsigned>>;

Registers printedRegisters(const std::string &text) {
  static const std::regex registers(R"(\b([vas])(?:(\d+)|\[(\d+):(\d+)\]))");
  Registers found;
  for (std::sregex_iterator at(text.begin(), text.end(), registers), end; at != end; ++at) {
    const std::smatch &match = *at;
    const unsigned first = std::stoul(match[match[2].matched ? 2 : 3]);
    const unsigned last = match[2].matched ? first : std::stoul(match[4]);
    for (unsigned number = first; number <= last; ++number)
      found.insert({match.str(1)[0], number});
  }
  return found;
}

Registers namedRegisters(const Instruction &instruction) {
  constexpr unsigned sgprs = 102; // behind them are VCC, M0 and the like
  Registers found;
  auto add = [&](const Operand &operand) {
    for (unsigned number = operand.index; number < operand.index + operand.dwords(); ++number)
      if (operand.kind == Operand::Kind::Vector)
        found.insert(number < firstAgpr ? std::pair('v', number)
                                        : std::pair('a', number - firstAgpr));
      else if (operand.kind == Operand::Kind::Scalar && number < sgprs)
        found.insert({'s', number});
  };
  add(instruction.destination);
  add(instruction.scalarDestination);
  for (const Operand &source : instruction.source)
    add(source);
  return found;
}

} // namespace

std::string misnamedRegisters(const Program &program, std::span<const std::byte> code, Chip chip) {
  const Disassembler disassembler(chip);
  for (const Instruction &instruction : program.code) {
    if (instruction.address >= code.size())
      continue; // the fault behind the end
    const auto text = disassembler.text(code.subspan(instruction.address), instruction.address);
    const Registers named = namedRegisters(instruction);
    if (text && named != printedRegisters(*text))
      return fmt::format("{} has the registers {}", *text, named);
  }
  return "";
}

} // namespace assay::amdgpu::test
