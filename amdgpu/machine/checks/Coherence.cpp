#include "amdgpu/machine/checks/Coherence.h"

#include <algorithm>

namespace assay::amdgpu {

Coherence::Kind Coherence::kindOf(const std::string &name) {
  const auto contains = [&](const char *part) { return name.find(part) != std::string::npos; };
  Kind kind;
  if (name.starts_with("s_endpgm") || name.starts_with("(end"))
    kind.flow = Flow::End;
  else if (name == "s_branch")
    kind.flow = Flow::Jump;
  else if (name.starts_with("s_cbranch_"))
    kind.flow = Flow::Branch;
  else if (name == "s_swappc_b64" || name == "s_call_b64")
    kind.flow = Flow::Call;
  else if (name == "s_setpc_b64")
    kind.flow = Flow::Return;
  if (!name.starts_with("global_") && !name.starts_with("flat_") && !name.starts_with("buffer_"))
    return kind;
  kind.access = contains("_atomic_")  ? Access::Atomic
                : contains("_store_") ? Access::Store
                : contains("_load_")  ? Access::Load
                                      : Access::None;
  return kind;
}

Coherence::Coherence(const Program &program) : program(program) {
  kinds.reserve(program.names.size());
  for (const std::string &name : program.names)
    kinds.push_back(kindOf(name));
  bool isEntry = true;
  for (uint32_t i = 0; i < program.code.size(); ++i) {
    const Flow flow = kinds[program.code[i].name].flow;
    if (isEntry)
      entries.push_back(i);
    isEntry = flow == Flow::End || flow == Flow::Return;
    if (flow == Flow::Call)
      returns.push_back(i + 1);
    someStore |= isCoherent(i, Access::Store);
  }
  std::erase_if(entries, [&](uint32_t entry) { return !mayReturn(entry); });
}

bool Coherence::mayReturn(uint32_t entry) const {
  std::vector<bool> isSeen(program.code.size());
  std::vector<uint32_t> open = {entry};
  while (!open.empty()) {
    const uint32_t at = open.back();
    open.pop_back();
    if (kinds[program.code[at].name].flow == Flow::Return)
      return true;
    forNext(at, [&](uint32_t next) {
      if (!isSeen[next])
        open.push_back(next);
      isSeen[next] = true;
    });
  }
  return false;
}

bool Coherence::isCoherent(uint32_t index, Access access) const {
  const Instruction &instruction = program.code[index];
  return kinds[instruction.name].access == access &&
         (instruction.modifiers.sc0 || instruction.modifiers.sc1);
}

bool Coherence::endsWait(uint32_t index) const {
  const Instruction &instruction = program.code[index];
  switch (kinds[instruction.name].access) {
  case Access::None:
  case Access::Load:
    return false;
  case Access::Store:
    // On gfx90a those through buffers may be spills.
    return isCoherent(index, Access::Store) ||
           (program.chip == Chip::Gfx90a && instruction.format == Format::Flat);
  case Access::Atomic:
    return true;
  }
  return false;
}

template <class Visit> void Coherence::forNext(uint32_t index, Visit visit) const {
  const Instruction &instruction = program.code[index];
  switch (kinds[instruction.name].flow) {
  case Flow::End:
    return;
  case Flow::On:
    return visit(index + 1);
  case Flow::Jump:
    return visit(instruction.target);
  case Flow::Branch:
    visit(instruction.target);
    return visit(index + 1);
  case Flow::Call:
    return visit(index + 1);
  case Flow::Return:
    return;
  }
}

Coherence::Load &Coherence::find(uint32_t load) {
  const auto [found, isNew] = loads.try_emplace(load);
  Load &result = found->second;
  if (!isNew)
    return result;
  // What is called returns to where it was called from, which comes behind the call anyway; what
  // is left by returning may have been called from anywhere.
  struct Point {
    uint32_t index = 0;
    bool isCalled = false;
  };
  std::vector<bool> isSeen[2] = {std::vector<bool>(program.code.size()),
                                 std::vector<bool>(program.code.size())};
  std::vector<Point> open = {{load, false}};
  while (!open.empty()) {
    const Point at = open.back();
    open.pop_back();
    const auto visit = [&](uint32_t next, bool isCalled) {
      if (isSeen[isCalled][next] || endsWait(next))
        return;
      if (isCoherent(next, Access::Load) && !isSeen[!isCalled][next])
        result.behind.push_back(next);
      isSeen[isCalled][next] = true;
      open.push_back({next, isCalled});
    };
    forNext(at.index, [&](uint32_t next) { visit(next, at.isCalled); });
    const Flow flow = kinds[program.code[at.index].name].flow;
    if (flow == Flow::Call)
      std::ranges::for_each(entries, [&](uint32_t entry) { visit(entry, true); });
    if (flow == Flow::Return && !at.isCalled)
      std::ranges::for_each(returns, [&](uint32_t back) { visit(back, false); });
  }
  result.isPolled = isSeen[false][load] || isSeen[true][load];
  return result;
}

bool Coherence::isBeforePolled(uint32_t load) {
  // Entries stay where they are while others are added.
  Load &result = find(load);
  if (!result.isBeforePolled)
    result.isBeforePolled =
        std::ranges::any_of(result.behind, [&](uint32_t other) { return isPolled(other); });
  return *result.isBeforePolled;
}

} // namespace assay::amdgpu
