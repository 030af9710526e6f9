#pragma once

#include "amdgpu/machine/Instruction.h"

#include <optional>
#include <unordered_map>
#include <vector>

namespace assay::amdgpu {

/// What the code of a program says of its coherent accesses: those with SC0 or SC1, on gfx90a loads
/// with GLC. Accesses to volatile variables and atomic loads and stores are the same instructions.
class Coherence {
public:
  explicit Coherence(const Program &program);

  /// Never on gfx90a, where such a store looks like any other.
  bool hasStores() const { return someStore; }

  /// Whether that load may run again with no coherent store and no atomic operation between: it is
  /// of a loop that waits for what it loads. (One of which each turn stores as well waits for
  /// nothing.)
  bool isPolled(uint32_t load) { return find(load).isPolled; }
  /// Whether such a load comes behind it, again with none of these between. It may be the loop's
  /// first turn, before which compilers like to look whether there is any other: of a wave that
  /// finds at once what it waits for, the loop itself never runs.
  bool isBeforePolled(uint32_t load);

private:
  enum class Flow : uint8_t { On, End, Jump, Branch, Call, Return };
  enum class Access : uint8_t { None, Load, Store, Atomic };
  struct Kind {
    Flow flow = Flow::On;
    Access access = Access::None;
  };
  static Kind kindOf(const std::string &name);

  bool isCoherent(uint32_t index, Access access) const;
  bool endsWait(uint32_t index) const;
  /// Whether code that begins there returns: a kernel does not, and nobody calls one.
  bool mayReturn(uint32_t entry) const;
  /// Within a function: what comes behind a call.
  template <class Visit> void forNext(uint32_t index, Visit visit) const;
  struct Load {
    std::vector<uint32_t> behind; // coherent loads, with no coherent store or operation between
    bool isPolled = false;
    std::optional<bool> isBeforePolled;
  };
  Load &find(uint32_t load);

  const Program &program;
  std::vector<Kind> kinds; // by name
  bool someStore = false;
  /// Where functions begin, and where they return to: which one calls which is not looked at.
  std::vector<uint32_t> entries, returns;
  std::unordered_map<uint32_t, Load> loads;
};

} // namespace assay::amdgpu
