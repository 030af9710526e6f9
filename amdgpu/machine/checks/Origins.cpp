#include "amdgpu/machine/checks/Origins.h"

#include <algorithm>
#include <utility>

namespace assay::amdgpu {

constexpr size_t firstScalar = 2 * firstAgpr, registerCount = firstScalar + scalar::count;

void Origins::begin(Wave &wave) {
  registers.resize(wave.group->waves.size());
  registers[wave.number].watched = Watch(wave.interest);
}

Origin &Origins::add(const Instruction &load, const MemoryAccess &access) {
  if (origins.empty())
    for (Registers &each : registers)
      each.sets.assign(registerCount, 0);
  const size_t slot = count % capacity;
  if (slot == origins.size())
    origins.emplace_back();
  else
    forget(Set(1) << slot | Set(1) << (slot + capacity));
  Origin &origin = origins[slot];
  origin.number = ++count;
  origin.load = &load;
  origin.lanes = access.lanes;
  std::copy_n(access.addresses, lanesPerWave, origin.addresses.begin());
  forLanes(access.lanes, [&](unsigned lane) {
    origin.values[lane] = valueAt(access.addresses[lane], access.bytes);
  });
  loaded |= Set(1) << slot;
  return origin;
}

void Origins::access(const Wave &wave, const Instruction &instruction, const MemoryAccess &access) {
  const bool isStore = access.mode == MemoryAccess::Mode::Store;
  if (access.mode == MemoryAccess::Mode::Atomic ||
      (access.space != MemoryAccess::Space::Lds && access.space != MemoryAccess::Space::Scratch))
    return;
  Set stored = 0;
  if (isStore)
    stored = of(registers[wave.number], instruction.source[1]) |
             of(registers[wave.number], instruction.source[2]);
  if (stored == 0 && memory.empty())
    return;
  forLanes(access.lanes, [&](unsigned lane) {
    const uint64_t place = placeOf(wave, access, lane);
    for (uint64_t dword = place / 4; dword <= (place + access.bytes - 1) / 4; ++dword)
      if (stored != 0)
        memory[dword] = stored;
      else if (const auto found = memory.find(dword); found != memory.end()) {
        if (isStore)
          memory.erase(found);
        else
          loaded |= found->second;
      }
  });
}

bool Origins::decides(const Instruction &instruction) {
  switch (instruction.format) {
  case Format::Sop1:
  case Format::Sop2:
  case Format::Sopk:
  case Format::Sopc:
  case Format::Vopc:
    return true;
  default:
    return instruction.destination.type == Type::Mask; // VOPC in the encoding of VOP3
  }
}

Origins::Set Origins::follow(const Wave &wave, const Instruction &instruction) {
  const Set fromMemory = std::exchange(loaded, 0);
  Registers &own = registers[wave.number];
  if (fromMemory == 0 && !own.watched.isMetBy(instruction))
    return 0;
  Set now = 0;
  for (const Operand &source : instruction.source)
    now |= of(own, source);
  const Set decided = decides(instruction) ? now & all : 0;
  if (!(instruction.traits & (trait::idempotent | trait::permutes)))
    now |= (now & all) << capacity;
  now |= fromMemory;
  if (instruction.destination.unused == Unused::Preserve)
    now |= of(own, instruction.destination);
  const uint64_t lanes = instruction.format == Format::Mai         ? ~uint64_t(0)
                         : instruction.traits & trait::ignoresExec ? 0 // one of them
                                                                   : execOf(wave);
  assign(own, instruction.destination, now, lanes);
  assign(own, instruction.scalarDestination, now, ~uint64_t(0));
  own.watched = RegisterSet{.rows = folded<2>(own.rows), .scalars = folded<1>(own.scalars)[0]};
  return decided;
}

Origins::Lane Origins::find(const Wave &wave, const Instruction &store, uint64_t address,
                            unsigned lane) const {
  Lane last;
  const Set data = of(registers[wave.number], store.source[1]);
  for (Set set = data & all; set != 0; set &= set - 1) {
    const auto slot = static_cast<size_t>(std::countr_zero(set));
    const Origin &origin = origins[slot];
    const auto isFrom = [&](unsigned other) {
      return (origin.lanes >> other & 1) != 0 && origin.addresses[other] == address;
    };
    if (last.origin && last.origin->number > origin.number)
      continue;
    for (unsigned i = 0; i < lanesPerWave; ++i)
      if (const unsigned other = (lane + i) % lanesPerWave; isFrom(other)) {
        last = {&origin, other, (data >> (slot + capacity) & 1) != 0};
        break;
      }
  }
  return last;
}

/// A byte's place in the LDS or in a lane's scratch, each of which has 4 GiB at most.
uint64_t Origins::placeOf(const Wave &wave, const MemoryAccess &access, unsigned lane) {
  const uint64_t memory = access.space == MemoryAccess::Space::Lds
                              ? 0
                              : 1 + uint64_t(wave.number) * lanesPerWave + lane;
  return memory << 32 | static_cast<uint32_t>(access.addresses[lane]);
}

Origins::Set Origins::of(const Registers &registers, const Operand &operand) {
  if (operand.kind != Operand::Kind::Vector && operand.kind != Operand::Kind::Scalar)
    return 0;
  const size_t first = operand.index + (operand.kind == Operand::Kind::Scalar ? firstScalar : 0);
  Set set = 0;
  for (size_t i = first; i < first + operand.dwords(); ++i)
    set |= registers.sets[i];
  return set;
}

Origins::Set Origins::kept(Set before, uint64_t lanes) const {
  Set gone = 0;
  for (Set set = before & all; set != 0; set &= set - 1)
    if ((origins[static_cast<size_t>(std::countr_zero(set))].lanes & ~lanes) == 0)
      gone |= set & -set;
  return before & ~(gone | gone << capacity);
}

void Origins::assign(Registers &registers, const Operand &to, Set now, uint64_t lanes) const {
  const auto hold = [](auto &held, size_t index, Set &set, Set now) {
    set = now;
    const uint64_t bit = uint64_t(1) << index % 64;
    held[index / 64] = set != 0 ? held[index / 64] | bit : held[index / 64] & ~bit;
  };
  if (to.kind == Operand::Kind::Vector)
    for (size_t i = to.index; i < to.index + to.dwords(); ++i)
      hold(registers.rows, i, registers.sets[i], now | kept(registers.sets[i], lanes));
  // Which lanes are active does not make a value.
  else if (to.kind == Operand::Kind::Scalar && to.index != scalar::exec)
    for (size_t i = to.index; i < to.index + to.dwords(); ++i)
      hold(registers.scalars, i, registers.sets[firstScalar + i], now);
}

void Origins::forget(Set gone) {
  for (Registers &each : registers)
    for (Set &set : each.sets)
      set &= ~gone;
  for (auto &[place, set] : memory)
    set &= ~gone;
  std::erase_if(memory, [](const auto &entry) { return entry.second == 0; });
}

} // namespace assay::amdgpu
