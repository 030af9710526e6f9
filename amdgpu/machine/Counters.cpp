#include "amdgpu/machine/Counters.h"

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

namespace assay::amdgpu {
namespace {

constexpr uint64_t bytesOfTransaction = 128;
constexpr unsigned banks = 32, bytesOfWord = 4;

/// Calls visit(first number, last number) of the units that each active lane's bytes lie in.
template <class Visit>
void forUnits(const MemoryAccess &access, unsigned begin, unsigned end, uint64_t bytesOfUnit,
              Visit visit) {
  for (unsigned lane = begin; lane < end; ++lane)
    if ((access.lanes >> lane & 1) != 0)
      visit(access.addresses[lane] / bytesOfUnit,
            (access.addresses[lane] + access.bytes - 1) / bytesOfUnit);
}

/// The numbers of the units that some lanes' bytes lie in, each once.
std::vector<uint64_t> &unitsOf(const MemoryAccess &access, unsigned begin, unsigned end,
                               uint64_t bytesOfUnit, std::vector<uint64_t> &units) {
  units.clear();
  forUnits(access, begin, end, bytesOfUnit, [&](uint64_t first, uint64_t last) {
    for (uint64_t unit = first; unit <= last; ++unit)
      if (units.empty() || units.back() != unit)
        units.push_back(unit);
  });
  std::ranges::sort(units);
  units.erase(std::ranges::unique(units).begin(), units.end());
  return units;
}

/// Counts for one workgroup, and adds that to what is counted of all.
class Counting : public Observer {
public:
  explicit Counting(Counters &all) : all(all) {}
  ~Counting() override {
    all.globalTransactions += globalTransactions;
    all.ldsConflicts += ldsConflicts;
  }
  void begin(Wave &) override {}
  void access(const Wave &, const Instruction &, const MemoryAccess &access) override {
    if (access.bytes == 0)
      return;
    if (access.space == MemoryAccess::Space::Global)
      globalTransactions += unitsOf(access, 0, lanesPerWave, bytesOfTransaction, units).size();
    else if (access.space == MemoryAccess::Space::Lds)
      countConflicts(access);
  }

private:
  void countConflicts(const MemoryAccess &access) {
    const unsigned lanes =
        banks * bytesOfWord / std::bit_ceil(std::clamp(access.bytes, bytesOfWord, 128U));
    for (unsigned lane = 0; lane < lanesPerWave; lane += lanes) {
      std::array<unsigned, banks> words = {};
      for (uint64_t word : unitsOf(access, lane, lane + lanes, bytesOfWord, units))
        ++words[word % banks];
      ldsConflicts += std::max(std::ranges::max(words), 1U) - 1;
    }
  }

  Counters &all;
  uint64_t globalTransactions = 0, ldsConflicts = 0;
  std::vector<uint64_t> units;
};

} // namespace

void addCounters(Options &options, Counters &counters) {
  options.observe = [&counters](uint64_t) { return std::make_unique<Counting>(counters); };
}

} // namespace assay::amdgpu
