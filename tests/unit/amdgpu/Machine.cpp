#include "tests/unit/amdgpu/Machine.h"
#include "tests/unit/amdgpu/Assembler.h"
#include "tests/unit/amdgpu/NamedRegisters.h"

#include <cstring>
#include <stdexcept>

namespace assay::amdgpu::test {
namespace {
constexpr uint32_t rows = 2 * firstAgpr;
constexpr uint32_t scratchBytes = 64;
} // namespace

Machine::Machine(const std::string &assembly, SimdLevel level, Chip chip)
    : code(assemble(assembly + "\ns_endpgm", chip)) {
  const Section section{0, code};
  program = decode({&section, 1}, Disassembler(chip), level);
  if (const std::string wrong = misnamedRegisters(program, code, chip); !wrong.empty())
    throw std::logic_error(wrong);
  group.program = &program;
  group.memory = &memory;
  group.lds.resize(1024);
  group.rowStorage.resize(size_t(rows) * lanesPerWave);
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

void Machine::run() { runWaves(group, {}, 1000000); }

} // namespace assay::amdgpu::test
