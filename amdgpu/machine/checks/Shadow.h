#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <memory>
#include <type_traits>
#include <unordered_map>
#include <vector>

/// What the race checker knows of memory, a cell for each dword.
namespace assay::amdgpu {

constexpr uint64_t dwordBytes = 4;
/// A bit for each of its bytes.
constexpr unsigned wholeDword = (1U << dwordBytes) - 1;
/// Of memory, in a page of cells.
constexpr uint64_t shadowPageBytes = 4096;

/// Whether so many cells are all alike, at one look.
template <class Cell> bool areEqual(const Cell *cells, unsigned count) {
  static_assert(std::has_unique_object_representations_v<Cell>);
  return std::memcmp(cells, cells + 1, (count - 1) * sizeof(Cell)) == 0;
}

/// Cells of all memory, in pages that are made when they are first asked for.
template <class Cell> class PagedShadow {
public:
  struct Page {
    std::array<Cell, shadowPageBytes / dwordBytes> cells;
    [[gnu::always_inline]] Cell &at(uint64_t address) {
      return cells[address % shadowPageBytes / dwordBytes];
    }
    /// Whether all cells are known to be `cell`, as they stay until `isUniform` is taken back. Now
    /// and then it looks at them: else it may say no.
    bool isAll(const Cell &cell) {
      constexpr unsigned rarely = 64;
      if (!isUniform && ++asked % rarely == 0)
        isUniform = cells.front() == cell && areEqual(cells.data(), cells.size());
      return isUniform;
    }
    bool isUniform = false;
    unsigned asked = 0;
  };
  /// Pages that are not in use, with whatever their last user left there.
  using Pool = std::vector<std::unique_ptr<Page>>;

  /// New pages come out of `pool`, if there is one and it has any.
  [[gnu::always_inline]] Cell &at(uint64_t address, Pool *pool = nullptr) {
    return page(address, pool).at(address);
  }
  [[gnu::always_inline]] Page &page(uint64_t address, Pool *pool = nullptr) {
    if (address / shadowPageBytes != lastNumber) [[unlikely]]
      turnTo(address / shadowPageBytes, pool);
    return *last;
  }

  void giveBack(Pool &pool) {
    for (auto &[number, page] : pages)
      pool.push_back(std::move(page));
    pages.clear();
    lastNumber = UINT64_MAX;
  }

private:
  [[gnu::noinline]] void turnTo(uint64_t number, Pool *pool) {
    std::unique_ptr<Page> &page = pages[number];
    if (!page)
      page = take(pool);
    last = page.get();
    lastNumber = number;
  }
  static std::unique_ptr<Page> take(Pool *pool) {
    if (!pool || pool->empty())
      return std::make_unique<Page>();
    auto page = std::move(pool->back());
    pool->pop_back();
    return page;
  }

  std::unordered_map<uint64_t, std::unique_ptr<Page>> pages;
  Page *last = nullptr;
  uint64_t lastNumber = UINT64_MAX;
};

/// Which waves of a workgroup have touched a dword since the last barrier: for each byte 16 bits, a
/// bit for each wave. A wave that has written a byte is no reader of it, since it finds what it
/// wrote.
struct WavesOfBytes {
  uint64_t writers = 0, readers = 0;

  /// Notes an access to the bytes that `mask` has a bit for, and returns which other waves have
  /// touched them before; readers matter to writes only.
  WavesOfBytes touch(unsigned mask, unsigned wave, bool isWrite);
};

/// The same where all bytes that were touched at all have the same users, as they mostly do. Large
/// parts of memory are written and compared as these cells are: they should be small.
struct DwordWaves {
  DwordWaves() = default;
  DwordWaves(uint64_t epoch, unsigned mask)
      : epochLow(static_cast<uint32_t>(epoch)), epochHigh(static_cast<uint32_t>(epoch >> 32)),
        bytes(mask) {}

  bool operator==(const DwordWaves &) const = default;

  /// Notes an access after that many barriers that cannot be a race. False if it might be one, or
  /// if it does not fit here.
  bool touchSimply(uint64_t epoch, unsigned mask, unsigned wave, bool isWrite) {
    if (!isOf(epoch))
      *this = {epoch, mask};
    const auto self = static_cast<uint16_t>(1U << wave);
    const unsigned before = isWrite ? writers | readers : writers;
    if (bytes != mask || (before & ~self) != 0)
      return false;
    if (isWrite)
      writers |= self;
    else
      readers |= self & ~writers;
    return true;
  }

  /// From then on nothing is simple here until the next barrier.
  void split() { bytes = 0; }
  bool isSplit() const { return bytes == 0; }
  WavesOfBytes spread() const;

private:
  bool isOf(uint64_t epoch) const {
    return epochLow == static_cast<uint32_t>(epoch) && epochHigh == epoch >> 32;
  }
  uint32_t epochLow = 0;
  uint32_t epochHigh : 28 = 0;
  uint32_t bytes : 4 = 0;
  uint16_t writers = 0, readers = 0;
};

/// Workgroups by their numbers in 28 bits. Of a grid with more than that some have one in common,
/// and are taken for one.
struct GroupsSeen {
  static constexpr uint32_t several = (1U << 28) - 1, nobody = several - 1;
  static uint32_t numberOf(uint64_t workgroup) { return static_cast<uint32_t>(workgroup % nobody); }
  uint32_t writer = nobody, reader = nobody;
  bool operator==(const GroupsSeen &) const = default;
};
using GroupsOfBytes = std::array<GroupsSeen, dwordBytes>;

/// Which workgroups have touched the bytes of a dword since the launch, where it is the same one
/// for all bytes that were touched at all: it mostly is.
struct DwordGroups {
  struct Users {
    uint32_t group : 28 = GroupsSeen::nobody;
    /// A bit for each byte that was touched.
    uint32_t bytes : 4 = 0;
    bool isAtMost(uint32_t self) const { return bytes == 0 || group == self; }
  };
  Users writer, reader;
  bool operator==(const DwordGroups &other) const {
    return std::bit_cast<uint64_t>(*this) == std::bit_cast<uint64_t>(other);
  }

  /// Notes an access that cannot be a race. False if it might be one, or if it does not fit here.
  bool touchSimply(uint32_t self, unsigned mask, bool isWrite) {
    if (!writer.isAtMost(self))
      return false;
    if (reader.isAtMost(self)) {
      Users &users = isWrite ? writer : reader;
      users.group = self;
      users.bytes |= mask;
      return true;
    }
    if (isWrite || writer.bytes != 0 || reader.bytes != mask)
      return false;
    reader.group = GroupsSeen::several;
    return true;
  }

  /// What no read changes any more.
  static DwordGroups readBySeveral() {
    DwordGroups cell;
    cell.reader.group = GroupsSeen::several;
    cell.reader.bytes = wholeDword;
    return cell;
  }

  GroupsOfBytes spread() const;
  /// False if what is known of the bytes does not fit: then nothing is simple here any more.
  bool take(const GroupsOfBytes &bytes);
};

} // namespace assay::amdgpu
