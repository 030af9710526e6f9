#include "runners/amdgpu/checks/Parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <mutex>
#include <set>

namespace assay::amdgpu {
namespace {

/// Who has touched a byte since the last barrier: a bit for each wave. A wave that has written it
/// is no reader, since it finds what it wrote.
struct WavesSeen {
  uint32_t epoch = 0;
  uint16_t writers = 0, readers = 0;
};

/// Who has touched a byte since the launch: workgroups, by their numbers.
struct GroupsSeen {
  static constexpr uint64_t nobody = UINT64_MAX, several = UINT64_MAX - 1;
  uint64_t writer = nobody, reader = nobody;
};

constexpr uint64_t lineBytes = 64;
struct Line {
  std::array<GroupsSeen, lineBytes> bytes;
};

} // namespace

struct GlobalShadow {
  std::mutex mutex;
  std::unordered_map<uint64_t, Line> lines;
  /// Workgroups that have done an atomic operation at an address: what they wrote before is known
  /// to whoever does one there later.
  std::unordered_map<uint64_t, std::set<uint64_t>> releases;
};

std::shared_ptr<GlobalShadow> makeGlobalShadow() { return std::make_shared<GlobalShadow>(); }

namespace {

/// Two plain accesses to a byte of which one writes, and which nothing orders: no barrier between
/// waves of a workgroup, no atomic operation on a common address between workgroups. Lanes of one
/// wave run in step. Loads and stores with SC0 or SC1 (gfx90a: GLC) are how atomic ones are
/// compiled; those to the LDS look like plain ones. Two writes of the same value are none:
/// compilers have all waves store what all of them hold, and no order shows.
class Races : public Observer {
public:
  Races(std::shared_ptr<GlobalShadow> shadow, uint64_t workgroup)
      : shadow(std::move(shadow)), workgroup(workgroup) {}

  void access(const Wave &wave, const Instruction &instruction,
              const MemoryAccess &access) override {
    using Space = MemoryAccess::Space;
    if (access.space == Space::Scratch || access.space == Space::Constant)
      return;
    const bool isAtomic = access.mode == MemoryAccess::Mode::Atomic || instruction.modifiers.sc0 ||
                          instruction.modifiers.sc1;
    if (access.space == Space::Lds) {
      if (access.mode != MemoryAccess::Mode::Atomic)
        forBytes(access, [&](uint64_t at, unsigned lane) {
          seenInLds.resize(std::max<size_t>(seenInLds.size(), at + 1));
          touch(wave, instruction, access, seenInLds[at], at, lane);
        });
      return;
    }
    std::lock_guard lock(shadow->mutex);
    if (isAtomic)
      return synchronise(access);
    forBytes(access, [&](uint64_t at, unsigned lane) {
      if (wave.group->waves.size() > 1)
        touch(wave, instruction, access, seen[at], at, lane);
      touchByGroup(wave, instruction, access, at, lane);
    });
  }

  void after(const Wave &wave, const Instruction &instruction) override {
    for (const Overwrite &overwrite : overwrites)
      if (*overwrite.byte != overwrite.before && !wave.group->fault)
        report(wave, instruction,
               overwrite.isByGroup ? describeGroups(true, overwrite.at, overwrite.other)
                                   : describeWaves(wave, true, overwrite.at, overwrite.space,
                                                   overwrite.other, true),
               static_cast<int32_t>(overwrite.lane));
    overwrites.clear();
  }

  void barrier(const Workgroup &group) override { ++epoch; }

private:
  /// A write to what another wave or workgroup wrote: a race if it changes the value.
  struct Overwrite {
    const std::byte *byte;
    std::byte before;
    bool isByGroup;
    MemoryAccess::Space space;
    uint64_t at;
    unsigned lane;
    uint64_t other; // the wave or the workgroup
  };

  template <class Visit> static void forBytes(const MemoryAccess &access, Visit visit) {
    forLanes(access.lanes, [&](unsigned lane) {
      for (uint32_t byte = 0; byte < access.bytes; ++byte)
        visit(access.addresses[lane] + byte, lane);
    });
  }

  void touch(const Wave &wave, const Instruction &instruction, const MemoryAccess &access,
             WavesSeen &byte, uint64_t at, unsigned lane) {
    if (byte.epoch != epoch)
      byte = {epoch, 0, 0};
    const auto self = static_cast<uint16_t>(1U << wave.number);
    const bool isWrite = access.mode == MemoryAccess::Mode::Store;
    if (!isWrite && (byte.writers & self) != 0)
      return;
    const auto writers = static_cast<uint16_t>(byte.writers & ~self);
    const auto readers = static_cast<uint16_t>(byte.readers & ~self);
    (isWrite ? byte.writers : byte.readers) |= self;
    if (isWrite && readers == 0) {
      if (writers != 0)
        overwrites.push_back(overwrite(wave, access, at, lane, false,
                                       static_cast<uint64_t>(std::countr_zero(writers))));
      return;
    }
    const uint16_t others = writers != 0 ? writers : isWrite ? readers : uint16_t(0);
    if (others != 0 && !wave.group->fault)
      report(wave, instruction,
             describeWaves(wave, isWrite, at, access.space,
                           static_cast<uint64_t>(std::countr_zero(others)), writers != 0),
             static_cast<int32_t>(lane));
  }

  void touchByGroup(const Wave &wave, const Instruction &instruction, const MemoryAccess &access,
                    uint64_t at, unsigned lane) {
    GroupsSeen &byte = shadow->lines[at / lineBytes].bytes[at % lineBytes];
    const bool isWrite = access.mode == MemoryAccess::Mode::Store;
    const bool isAfterRead = isWrite && isStranger(byte.reader);
    if (isWrite && !isAfterRead && isStranger(byte.writer))
      overwrites.push_back(overwrite(wave, access, at, lane, true, byte.writer));
    else if ((isAfterRead || isStranger(byte.writer)) && !wave.group->fault)
      report(wave, instruction,
             isStranger(byte.writer) ? describeGroups(isWrite, at, byte.writer)
                                     : describeReaders(at, byte.reader),
             static_cast<int32_t>(lane));
    if (isWrite)
      byte.writer = workgroup;
    else
      byte.reader = byte.reader == GroupsSeen::nobody || byte.reader == workgroup
                        ? workgroup
                        : GroupsSeen::several;
  }

  static Overwrite overwrite(const Wave &wave, const MemoryAccess &access, uint64_t at,
                             unsigned lane, bool isByGroup, uint64_t other) {
    const std::byte *byte = access.space == MemoryAccess::Space::Lds
                                ? wave.group->lds.data() + at
                                : reinterpret_cast<const std::byte *>(at);
    return {byte, *byte, isByGroup, access.space, at, lane, other};
  }

  static std::string describeWaves(const Wave &wave, bool isWrite, uint64_t at,
                                   MemoryAccess::Space space, uint64_t other, bool didWrite) {
    return fmt::format("race: wave {} {} byte {:#x} of {} that wave {} {} since the last barrier",
                       wave.number, isWrite ? "writes" : "reads", at,
                       space == MemoryAccess::Space::Lds ? "LDS" : "global memory", other,
                       didWrite ? "wrote" : "read");
  }

  std::string describeGroups(bool isWrite, uint64_t at, uint64_t writer) const {
    return fmt::format("race: workgroup {} {} {:#x}, which workgroup {} writes in the same launch",
                       workgroup, isWrite ? "writes" : "reads", at, writer);
  }

  std::string describeReaders(uint64_t at, uint64_t reader) const {
    return fmt::format("race: workgroup {} writes {:#x}, which {} in the same launch", workgroup,
                       at,
                       reader == GroupsSeen::several ? std::string("other workgroups read")
                                                     : fmt::format("workgroup {} reads", reader));
  }

  /// Whether nothing orders that workgroup's accesses before ours.
  bool isStranger(uint64_t other) const {
    return other != GroupsSeen::nobody && other != workgroup && !acquired.contains(other) &&
           (other != GroupsSeen::several || acquired.empty());
  }

  void synchronise(const MemoryAccess &access) {
    forLanes(access.lanes, [&](unsigned lane) {
      std::set<uint64_t> &known = shadow->releases[access.addresses[lane]];
      if (access.mode != MemoryAccess::Mode::Store)
        acquired.insert(known.begin(), known.end());
      if (access.mode != MemoryAccess::Mode::Load) {
        known.insert(workgroup);
        known.insert(acquired.begin(), acquired.end());
      }
    });
  }

  std::shared_ptr<GlobalShadow> shadow;
  uint64_t workgroup;
  uint32_t epoch = 1;
  std::vector<WavesSeen> seenInLds;
  std::unordered_map<uint64_t, WavesSeen> seen;
  std::set<uint64_t> acquired;
  std::vector<Overwrite> overwrites; // of the instruction that runs
};

} // namespace

std::unique_ptr<Observer> checkRaces(std::shared_ptr<GlobalShadow> shadow, uint64_t workgroup) {
  return std::make_unique<Races>(std::move(shadow), workgroup);
}

} // namespace assay::amdgpu
