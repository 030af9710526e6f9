#include "amdgpu/machine/checks/Collision.h"
#include "amdgpu/machine/checks/SinceBarrier.h"
#include "amdgpu/machine/checks/Synchronisation.h"
#include "amdgpu/machine/hostcall/Host.h"

#include <fmt/format.h>

#include <atomic>
#include <mutex>

namespace assay::amdgpu {

/// What a workgroup keeps by itself between barriers, and hands on when it is done: memory that
/// has been in use is faster than new one.
struct GroupShadow {
  std::vector<DwordWaves> cellsOfLds;
  SinceBarrier<uint16_t> lds; // of gfx9's 64 KiB at most
  SinceBarrier<uint64_t> global;
};

struct GlobalShadow {
  std::mutex mutex;
  PagedShadow<DwordGroups> dwords;
  /// Of dwords whose bytes have different users.
  std::unordered_map<uint64_t, GroupsOfBytes> split;
  SynchronisationOfLaunch synchronisation;
  /// Pages of the shadows that each workgroup has of its own.
  PagedShadow<DwordWaves>::Pool pool;
  std::vector<std::unique_ptr<GroupShadow>> spare;
  /// Times between barriers, of all workgroups, so that what one left behind is old to others.
  std::atomic<uint64_t> epochs = 0;
};

std::shared_ptr<GlobalShadow> makeGlobalShadow() { return std::make_shared<GlobalShadow>(); }

namespace {

/// Two plain accesses to a byte of which one writes, and which nothing orders: no barrier between
/// waves of a workgroup, no atomic operation on a common address between workgroups. Lanes of one
/// wave run in step: between them, only stores
/// of one instruction to global memory race. (Triton has lanes put what nobody reads in one place
/// of the LDS.) Loads and stores with SC0 or SC1 (gfx90a: GLC) are how atomic ones are compiled;
/// those to the LDS look like plain ones. Two writes of the same value are none: compilers have all
/// waves store what all of them hold, and no order shows. Updates that may be lost are races as
/// well, though their loads and stores are coherent.
class Races : public Observer {
public:
  Races(std::shared_ptr<GlobalShadow> shadow, uint64_t workgroup)
      : shadow(std::move(shadow)), workgroup(workgroup), self(GroupsSeen::numberOf(workgroup)),
        synchronisation(this->shadow->synchronisation, self) {
    takeSpare();
    nextEpoch();
  }
  ~Races() override {
    std::lock_guard lock(shadow->mutex);
    seen.giveBack(shadow->pool);
    shadow->spare.push_back(std::move(own));
  }

  void access(const Wave &wave, const Instruction &instruction,
              const MemoryAccess &access) override {
    synchronisation.updates().access(wave, instruction, access);
    switch (access.space) {
    case MemoryAccess::Space::Scratch:
    case MemoryAccess::Space::Constant:
      return;
    case MemoryAccess::Space::Lds:
      if (access.mode == MemoryAccess::Mode::Atomic || !hasOthers(wave))
        return;
      if (!own->lds.keep(wave, access))
        touchLds(wave, instruction, access);
      return;
    case MemoryAccess::Space::Global:
      if (!wave.group->host)
        return touchGlobal(wave, instruction, access);
      if (const MemoryAccess own = ownAffairs(wave, access); own.lanes != 0)
        touchGlobal(wave, instruction, own);
      return;
    }
  }

  void begin(Wave &wave) override {
    wave.interest.traits |= trait::memory;
    synchronisation.updates().begin(wave);
    own->cellsOfLds.resize(
        std::max<size_t>(own->cellsOfLds.size(), wave.group->lds.size() / dwordBytes + 1));
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
    if (synchronisation.updates().hasStored())
      settleUpdates(wave, instruction);
    synchronisation.updates().after(wave, instruction);
  }

  void barrier(const Workgroup &) override { nextEpoch(); }

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

  void takeSpare() {
    std::lock_guard lock(shadow->mutex);
    if (shadow->spare.empty()) {
      own = std::make_unique<GroupShadow>();
    } else {
      own = std::move(shadow->spare.back());
      shadow->spare.pop_back();
    }
  }

  void nextEpoch() {
    epoch = ++shadow->epochs;
    own->lds.clear();
    own->global.clear();
  }

  /// Without the lanes of which the host orders the accesses.
  static MemoryAccess ownAffairs(const Wave &wave, MemoryAccess access) {
    const auto isOrdered = [&](unsigned lane) {
      return wave.group->host->orders(access.addresses[lane]);
    };
    if (access.isOneRun && access.lanes != 0) {
      access.lanes =
          isOrdered(static_cast<unsigned>(std::countr_zero(access.lanes))) ? 0 : access.lanes;
      return access;
    }
    forLanes(access.lanes, [&](unsigned lane) {
      if (isOrdered(lane))
        access.lanes &= ~(uint64_t(1) << lane);
    });
    return access;
  }

  static bool hasOthers(const Wave &wave) { return wave.group->waves.size() > 1; }

  [[gnu::noinline]] void touchLds(const Wave &wave, const Instruction &instruction,
                                  const MemoryAccess &access) {
    own->lds.touch(
        epoch, wave, access,
        [cells = own->cellsOfLds.data()](uint64_t dword) -> DwordWaves & {
          return cells[dword / dwordBytes];
        },
        [&](WavesOfBytes others, uint64_t dword, unsigned lane) {
          meet(others, wave, instruction, access, dword, lane);
        });
  }

  [[gnu::noinline]] void touchGlobal(const Wave &wave, const Instruction &instruction,
                                     const MemoryAccess &access) {
    const bool isAtomic = access.mode == MemoryAccess::Mode::Atomic || instruction.modifiers.sc0 ||
                          instruction.modifiers.sc1;
    std::lock_guard lock(shadow->mutex);
    if (isAtomic) {
      acquireAwaited(wave, instruction, access);
      return synchronisation.access(wave, instruction, access);
    }
    const bool isWrite = access.mode == MemoryAccess::Mode::Store;
    if (isWrite)
      if (auto collision = findCollision(wave, instruction, access); collision)
        return report(wave, instruction,
                      fmt::format("race: lanes {} and {} write different values to {:#x} at once",
                                  collision->first, collision->second, collision->address),
                      static_cast<int32_t>(collision->second));
    if (hasOthers(wave) && !own->global.keep(wave, access))
      own->global.touch(
          epoch, wave, access,
          [&](uint64_t dword) -> DwordWaves & { return seen.at(dword, &shadow->pool); },
          [&](WavesOfBytes others, uint64_t dword, unsigned lane) {
            meet(others, wave, instruction, access, dword, lane);
          });
    forRuns(access, [&](const Run &run) {
      auto &page = shadow->dwords.page(run.address);
      if (isWrite)
        page.isUniform = false;
      else if (page.isAll(DwordGroups::readBySeveral()))
        return;
      DwordGroups *cells = &page.at(run.address);
      touchRun(
          cells, run, [&](DwordGroups &cell) { return cell.touchSimply(self, run.bytes, isWrite); },
          [&](unsigned i) {
            touchBytes(cells[i], wave, instruction, access, run.address + i * dwordBytes, run.bytes,
                       run.laneOf(i, access.bytes));
          });
    });
  }

  /// What other waves' accesses to the bytes of a dword make of this one.
  [[gnu::noinline]] void meet(WavesOfBytes others, const Wave &wave, const Instruction &instruction,
                              const MemoryAccess &access, uint64_t dword, unsigned lane) {
    const bool isWrite = access.mode == MemoryAccess::Mode::Store;
    for (unsigned i = 0; i < dwordBytes; ++i, others.writers >>= 16, others.readers >>= 16) {
      const auto writers = static_cast<uint16_t>(others.writers);
      const auto readers = static_cast<uint16_t>(others.readers);
      if (writers == 0 && readers == 0)
        continue;
      const auto other = static_cast<uint64_t>(std::countr_zero(writers != 0 ? writers : readers));
      if (isWrite && readers == 0)
        overwrites.push_back(overwrite(wave, access, dword + i, lane, false, other));
      else if (!wave.group->fault)
        report(wave, instruction,
               describeWaves(wave, isWrite, dword + i, access.space, other, writers != 0),
               static_cast<int32_t>(lane));
    }
  }

  /// What touchSimply() leaves: each byte by itself.
  [[gnu::noinline]] void touchBytes(DwordGroups &cell, const Wave &wave,
                                    const Instruction &instruction, const MemoryAccess &access,
                                    uint64_t dword, unsigned mask, unsigned lane) {
    auto split = shadow->split.find(dword);
    GroupsOfBytes bytes = split == shadow->split.end() ? cell.spread() : split->second;
    for (unsigned i = 0; i < dwordBytes; ++i)
      if (mask >> i & 1)
        touchByGroup(bytes[i], wave, instruction, access, dword + i, lane);
    if (split != shadow->split.end())
      split->second = bytes;
    else if (!cell.take(bytes))
      shadow->split.emplace(dword, bytes);
  }

  void touchByGroup(GroupsSeen &byte, const Wave &wave, const Instruction &instruction,
                    const MemoryAccess &access, uint64_t at, unsigned lane) {
    const bool isWrite = access.mode == MemoryAccess::Mode::Store;
    const bool isAfterRead = isWrite && synchronisation.isStranger(byte.reader);
    if (isWrite && !isAfterRead && synchronisation.isStranger(byte.writer))
      overwrites.push_back(overwrite(wave, access, at, lane, true, byte.writer));
    else if ((isAfterRead || synchronisation.isStranger(byte.writer)) && !wave.group->fault)
      report(wave, instruction,
             synchronisation.isStranger(byte.writer) ? describeGroups(isWrite, at, byte.writer)
                                                     : describeReaders(at, byte.reader),
             static_cast<int32_t>(lane));
    if (isWrite)
      byte.writer = self;
    else
      byte.reader =
          byte.reader == GroupsSeen::nobody || byte.reader == self ? self : GroupsSeen::several;
  }

  static Overwrite overwrite(const Wave &wave, const MemoryAccess &access, uint64_t at,
                             unsigned lane, bool isByGroup, uint64_t other) {
    const std::byte *byte = access.space == MemoryAccess::Space::Lds
                                ? wave.group->lds.data() + at
                                : reinterpret_cast<const std::byte *>(at);
    return {byte, *byte, isByGroup, access.space, at, lane, other};
  }

  static const char *describe(MemoryAccess::Space space) {
    return space == MemoryAccess::Space::Lds ? "LDS" : "global memory";
  }

  static std::string describeWaves(const Wave &wave, bool isWrite, uint64_t at,
                                   MemoryAccess::Space space, uint64_t other, bool didWrite) {
    return fmt::format("race: wave {} {} byte {:#x} of {} that wave {} {} since the last barrier",
                       wave.number, isWrite ? "writes" : "reads", at, describe(space), other,
                       didWrite ? "wrote" : "read");
  }

  std::string describeGroups(bool isWrite, uint64_t at, uint64_t writer) const {
    return fmt::format("race: workgroup {} {} {:#x}, which workgroup {} writes in the same launch",
                       workgroup, isWrite ? "writes" : "reads", at, writer);
  }

  std::string describeReaders(uint64_t at, uint32_t reader) const {
    return fmt::format("race: workgroup {} writes {:#x}, which {} in the same launch", workgroup,
                       at,
                       reader == GroupsSeen::several ? std::string("other workgroups read")
                                                     : fmt::format("workgroup {} reads", reader));
  }

  /// On gfx90a an atomic store looks like any other: who waits for a value comes after who stored
  /// it.
  void acquireAwaited(const Wave &wave, const Instruction &load, const MemoryAccess &access) {
    if (wave.group->program->chip != Chip::Gfx90a || access.mode != MemoryAccess::Mode::Load)
      return;
    forLanes(access.lanes, [&](unsigned lane) {
      const uint32_t writer = writerOf(access.addresses[lane]);
      if (synchronisation.isStranger(writer) && synchronisation.isAwaited(wave, load))
        synchronisation.acquire(writer);
    });
  }

  uint32_t writerOf(uint64_t address) {
    const uint64_t dword = address / dwordBytes * dwordBytes;
    const auto split = shadow->split.find(dword);
    const GroupsOfBytes bytes =
        split == shadow->split.end() ? shadow->dwords.at(dword).spread() : split->second;
    return bytes[address - dword].writer;
  }

  [[gnu::noinline]] void settleUpdates(const Wave &wave, const Instruction &instruction) {
    std::lock_guard lock(shadow->mutex);
    if (const auto lost = synchronisation.updates().settle(); lost && !wave.group->fault)
      report(wave, instruction,
             fmt::format("race: workgroup {} updates {:#x} by the load at {:#x} and this store, as "
                         "workgroup {} does in the same launch: one of the updates may be lost",
                         workgroup, lost->address, lost->load->address, lost->other),
             static_cast<int32_t>(lost->lane));
  }

  std::shared_ptr<GlobalShadow> shadow;
  uint64_t workgroup;
  uint32_t self;
  uint64_t epoch = 0;
  std::unique_ptr<GroupShadow> own;
  PagedShadow<DwordWaves> seen;
  Synchronisation synchronisation;
  std::vector<Overwrite> overwrites; // of the instruction that runs
};

} // namespace

std::unique_ptr<Observer> checkRaces(std::shared_ptr<GlobalShadow> shadow, uint64_t workgroup) {
  return std::make_unique<Races>(std::move(shadow), workgroup);
}

} // namespace assay::amdgpu
