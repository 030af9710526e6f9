#include "amdgpu/tests/unit/Slots.h"
#include "amdgpu/tests/unit/Executed.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <cstring>

namespace assay::amdgpu::test {

Slots::Slots(const std::string &line, SimdLevel level, Chip chip)
    : machine(line, level, chip), base(*machine.memory.allocate(slotBytes * lanesPerWave)) {
  scalar64(2, base);
  scalar64(4, base);
  machine.set("s6", slotBytes * lanesPerWave, 0);
  machine.set("s7", 0x00027000, 0);
  for (unsigned lane = 0; lane < lanesPerWave; ++lane) {
    const uint32_t offset = slotBytes * lane;
    vector64(0, lane, base + offset);
    machine.set("v2", offset, lane);
    machine.set("v3", 0, lane);
    vector64(12, lane, sharedBase + offset);
    vector64(14, lane, privateBase);
  }
}

std::byte *Slots::slot(Place place, unsigned lane) {
  switch (place) {
  case Place::Global:
    return reinterpret_cast<std::byte *>(base) + slotBytes * lane;
  case Place::Lds:
    return machine.group.lds.data() + slotBytes * lane;
  case Place::Scratch:
    return machine.wave().scratch + machine.wave().scratchBytesPerLane * lane;
  }
  return nullptr;
}

void Slots::scalar64(unsigned index, uint64_t value) {
  machine.set(fmt::format("s{}", index), uint32_t(value), 0);
  machine.set(fmt::format("s{}", index + 1), uint32_t(value >> 32), 0);
}

void Slots::vector64(unsigned index, unsigned lane, uint64_t value) {
  machine.set(fmt::format("v{}", index), uint32_t(value), lane);
  machine.set(fmt::format("v{}", index + 1), uint32_t(value >> 32), lane);
}

uint32_t dword(const std::byte *from, size_t index) {
  uint32_t value;
  std::memcpy(&value, from + 4 * index, sizeof value);
  return value;
}

void runToEnd(Slots &slots, const std::string &what) {
  slots.machine.run();
  if (slots.machine.group.fault)
    FAIL(what + ": " + slots.machine.group.fault->text);
  for (const Instruction &instruction : slots.machine.program.code)
    executed().insert(slots.machine.program.names[instruction.name]);
}

std::vector<uint32_t> after(const std::string &lines, const std::string &name, uint64_t exec,
                            const Given &given) {
  Slots slots(lines);
  for (unsigned lane = 0; lane < lanesPerWave; ++lane)
    for (Place place : {Place::Global, Place::Lds, Place::Scratch})
      std::memcpy(slots.slot(place, lane), &lane, 4);
  for (const auto &[key, value] : given)
    for (unsigned lane = 0; lane < lanesPerWave; ++lane)
      slots.machine.set(key, value, lane);
  for (unsigned lane = 0; lane < lanesPerWave; ++lane) {
    slots.machine.set("v20", lane, lane);
    slots.machine.set("v21", 4 * ((lane + 5) % 64), lane);
  }
  slots.machine.setExec(exec);
  runToEnd(slots, lines);
  std::vector<uint32_t> values;
  for (unsigned lane = 0; lane < lanesPerWave; ++lane)
    values.push_back(slots.machine.get(name, lane));
  return values;
}

Fault faultOf(const std::string &lines, const Given &given) {
  Slots slots(lines);
  for (const auto &[key, value] : given)
    for (unsigned lane = 0; lane < lanesPerWave; ++lane)
      slots.machine.set(key, value, lane);
  slots.machine.run();
  INFO(lines);
  REQUIRE(slots.machine.group.fault);
  return *slots.machine.group.fault;
}

} // namespace assay::amdgpu::test
