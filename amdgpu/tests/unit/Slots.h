#pragma once

#include "amdgpu/tests/unit/Machine.h"

#include <string>
#include <utility>
#include <vector>

namespace assay::amdgpu::test {

constexpr uint32_t slotBytes = 16;
enum class Place { Global, Lds, Scratch };

/// A machine whose lanes have a slot each in every kind of memory. v[0:1] is the slot's address,
/// v2 its offset from s[2:3], v3 zero, s[4:7] a buffer of all slots; v[12:13] and v[14:15] are flat
/// addresses of the slots in the LDS and in scratch.
class Slots {
public:
  explicit Slots(const std::string &line, SimdLevel level = bestSimdLevel(),
                 Chip chip = Chip::Gfx942);

  std::byte *slot(Place place, unsigned lane);
  void scalar64(unsigned index, uint64_t value);
  void vector64(unsigned index, unsigned lane, uint64_t value);

  Machine machine;
  uint64_t base;
};

uint32_t dword(const std::byte *from, size_t index);

/// Notes the instructions as executed; fails with the fault if there is one.
void runToEnd(Slots &slots, const std::string &what);

using Given = std::vector<std::pair<std::string, uint32_t>>;

/// The VGPR of each lane after running some lines on slots that hold their lanes' numbers. v20 is
/// the lane's number, v21 four times the fifth lane's behind it.
std::vector<uint32_t> after(const std::string &lines, const std::string &name,
                            uint64_t exec = ~uint64_t(0), const Given &given = {});

/// How some lines end that must not get to theirs.
Fault faultOf(const std::string &lines, const Given &given = {});

} // namespace assay::amdgpu::test
