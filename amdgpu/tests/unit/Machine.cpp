#include "amdgpu/tests/unit/Machine.h"
#include "amdgpu/tests/unit/Assembler.h"
#include "amdgpu/tests/unit/NamedRegisters.h"

#include <bitset>
#include <cstring>
#include <stdexcept>

namespace assay::amdgpu::test {
namespace {
constexpr uint32_t rows = 2 * firstAgpr;
constexpr uint32_t scratchBytes = 64;
/// What vector registers hold: zeros that are written by mistake show.
constexpr uint32_t unset = 0x3456789a;

/// Which registers instructions may change, by their results.
struct Results {
  std::bitset<rows> vector;
  std::bitset<scalar::count> scalar;

  void add(const Operand &operand) {
    for (unsigned i = 0; i < operand.dwords(); ++i)
      if (operand.kind == Operand::Kind::Vector)
        vector.set(operand.index + i);
      else if (operand.kind == Operand::Kind::Scalar)
        scalar.set(operand.index + i);
  }
  /// With what has no field, or moves both ways, or goes where other registers say.
  void add(const Instruction &instruction, const std::string &name) {
    add(instruction.destination);
    add(instruction.scalarDestination);
    if (name == "v_swap_b32")
      add(instruction.source[0]);
    if (name.find("exec") != name.npos || name.starts_with("v_cmpx_"))
      add({.kind = Operand::Kind::Scalar, .type = Type::Mask, .index = scalar::exec});
    if (name.find("gpr_idx") != name.npos || name.starts_with("s_movrel")) {
      vector.set();
      scalar.set();
    }
  }
};
} // namespace

Machine::Machine(const std::string &assembly, SimdLevel level, Chip chip)
    : code(assemble(assembly + "\ns_endpgm", chip)) {
  const Section section{0, code};
  program = decode({&section, 1}, Disassembler(chip), level);
  if (const std::string wrong = misnamedRegisters(program, code, chip); !wrong.empty())
    throw std::logic_error(wrong);
  group.program = &program;
  group.memory = &memory;
  group.ldsBytes = 1024;
  group.lds.resize(group.ldsBytes);
  group.rowStorage.resize(size_t(rows) * lanesPerWave, unset);
  group.scratchStorage.resize(size_t(scratchBytes) * lanesPerWave);
  group.waves.resize(1);
  wave().group = &group;
  wave().rows = group.rowStorage.data();
  wave().rowCount = rows;
  wave().scratch = group.scratchStorage.data();
  wave().scratchBytesPerLane = scratchBytes;
  wave().mode = kernelMode;
  setExec(~uint64_t(0));
}

void Machine::setExec(uint64_t value) {
  std::memcpy(wave().scalars + scalar::exec, &value, sizeof value);
}

uint32_t *Machine::find(const std::string &name, unsigned lane) {
  constexpr std::pair<const char *, unsigned> named[] = {{"vcc_lo", scalar::vcc},
                                                         {"vcc_hi", scalar::vcc + 1},
                                                         {"m0", scalar::m0},
                                                         {"exec_lo", scalar::exec},
                                                         {"exec_hi", scalar::exec + 1}};
  for (auto [known, index] : named)
    if (name == known)
      return wave().scalars + index;
  const unsigned number = static_cast<unsigned>(std::stoul(name.substr(1)));
  switch (name[0]) {
  case 's':
    return wave().scalars + number;
  case 'v':
    return wave().rows + number * lanesPerWave + lane;
  case 'a':
    return wave().rows + (firstAgpr + number) * lanesPerWave + lane;
  default:
    throw std::runtime_error("no register is called " + name);
  }
}

void Machine::set(const std::string &name, uint32_t value, unsigned lane) {
  *find(name, lane) = value;
}

uint32_t Machine::get(const std::string &name, unsigned lane) const {
  return *const_cast<Machine *>(this)->find(name, lane);
}

void Machine::restart() {
  wave().pc = 0;
  wave().state = Wave::State::Running;
}

void Machine::run() {
  const std::vector<uint32_t> vectors = group.rowStorage;
  const std::vector<uint32_t> scalars(wave().scalars, wave().scalars + scalar::count);
  runWaves(group, {}, 1000000);
  Results results;
  for (const Instruction &instruction : program.code)
    results.add(instruction, program.names[instruction.name]);
  for (uint32_t row = 0; row < rows; ++row)
    if (!results.vector[row] && std::memcmp(&vectors[size_t(row) * lanesPerWave],
                                            &group.rowStorage[size_t(row) * lanesPerWave],
                                            lanesPerWave * sizeof(uint32_t)) != 0)
      throw std::logic_error("row " + std::to_string(row) + " is no result, but has changed");
  for (uint32_t i = 0; i < scalar::count; ++i)
    if (!results.scalar[i] && scalars[i] != wave().scalars[i])
      throw std::logic_error("scalar " + std::to_string(i) + " is no result, but has changed");
}

} // namespace assay::amdgpu::test
