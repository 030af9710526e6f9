#include "generator/growth/AimedInputs.h"
#include "generator/growth/FurtherRuns.h"
#include "generator/growth/Growth.h"
#include "generator/growth/SpecialValues.h"
#include "generator/growth/WiderInputs.h"

namespace assay {

namespace {

/// Returns and groups of a grown program, in terms of a Program's own numbering.
class Finisher {
public:
  Finisher(Random &random, const Profile &profile, const Growth &growth)
      : random(random), profile(profile), growth(growth), ids(growth.valueIds()) {}

  ValueId id(Handle handle) const { return ids[static_cast<size_t>(handle)]; }

  std::vector<ValueId> drawReturns() {
    std::vector<ValueId> returns;
    for (size_t i = 0; i < growth.values().size(); ++i) {
      const GrownValue &value = growth.values()[i];
      if (value.node < 0)
        continue;
      const bool multiple = growth.node(value.node).results > 1;
      const double share = value.uses > 0 ? profile.returnPercent : multiple ? 55 : 94;
      if (random.chance(share))
        returns.push_back(id(static_cast<Handle>(i)));
    }
    if (returns.empty())
      returns.push_back(id(growth.lastNode().first));
    if (random.chance(profile.repeatReturnPercent))
      returns.push_back(random.pick(returns));
    if (random.chance(profile.repeatReturnPercent))
      for (size_t i = 0; i < growth.values().size(); ++i)
        if (growth.values()[i].argument >= 0) {
          returns.push_back(id(static_cast<Handle>(i)));
          break;
        }
    if (random.chance(30))
      random.shuffle(returns);
    return returns;
  }

  std::vector<Group> drawGroups(const std::vector<ValueId> &returns) {
    findLastUses(returns);
    std::vector<Group> bodies = drawBodies();
    std::vector<Group> groups;
    if (growth.nodes().size() >= 2 && random.chance(profile.functionPercent))
      groups = drawFunctions(bodies);
    groups.insert(groups.end(), bodies.begin(), bodies.end());
    return groups;
  }

private:
  /// For each value, the last node that reads it; returned values are read after all nodes.
  void findLastUses(const std::vector<ValueId> &returns) {
    lastUse.assign(growth.values().size(), -1);
    for (size_t node = 0; node < growth.nodes().size(); ++node) {
      for (Handle operand : growth.nodes()[node].operands)
        lastUse[static_cast<size_t>(operand)] = static_cast<int>(node);
      if (auto destination = growth.nodes()[node].destination)
        lastUse[static_cast<size_t>(*destination)] = static_cast<int>(node);
    }
    for (size_t i = 0; i < ids.size(); ++i)
      if (std::find(returns.begin(), returns.end(), ids[i]) != returns.end())
        lastUse[i] = static_cast<int>(growth.nodes().size());
  }

  /// How many values that the nodes make are read after them.
  int escaping(int first, int end) const {
    int count = 0;
    for (size_t i = 0; i < growth.values().size(); ++i) {
      const int node = growth.values()[i].node;
      count += node >= first && node < end && lastUse[i] >= end;
    }
    return count;
  }

  bool mayFollowInBody(int first, int node) const {
    const GrownNode &next = growth.node(node);
    if (!traitsOf(next.op).isPointwise ||
        growth.type(next.first).dims != growth.type(growth.node(first).first).dims)
      return false;
    // What a body makes has no buffer that it could write to.
    return !next.destination || growth.value(*next.destination).node < first;
  }

  std::vector<Group> drawBodies() {
    std::vector<Group> bodies;
    const int count = static_cast<int>(growth.nodes().size());
    for (int first = 0; first < count;) {
      int end = first;
      const int most = static_cast<int>(random.between(1, 8));
      while (end < count && end - first < most && mayFollowInBody(first, end))
        ++end;
      const int results = escaping(first, end);
      const bool wanted = end - first >= 2 || random.chance(10);
      if (end > first && wanted && results >= 1 && results <= 3 &&
          random.chance(profile.bodyPercent))
        bodies.push_back({Group::Kind::Body, first, end});
      first = std::max(end, first + 1);
    }
    return bodies;
  }

  bool splits(const std::vector<Group> &bodies, int at) const {
    return std::any_of(bodies.begin(), bodies.end(),
                       [&](const Group &body) { return body.first < at && at < body.end; });
  }

  /// One to three functions one after another, at times with one inside another.
  std::vector<Group> drawFunctions(const std::vector<Group> &bodies) {
    std::vector<Group> functions;
    const int count = static_cast<int>(growth.nodes().size());
    int from = 0;
    for (int64_t i = random.between(1, 3); i > 0 && from < count; --i) {
      const int first = static_cast<int>(random.between(from, count - 1));
      const int end = static_cast<int>(random.between(first + 1, count));
      if (splits(bodies, first) || splits(bodies, end) || escaping(first, end) == 0)
        continue;
      functions.push_back({Group::Kind::Function, first, end});
      if (end - first >= 2 && random.chance(40)) {
        const int inner = static_cast<int>(random.between(first, end - 1));
        const int innerEnd = static_cast<int>(random.between(inner + 1, end));
        if (!splits(bodies, inner) && !splits(bodies, innerEnd) && escaping(inner, innerEnd) > 0)
          functions.push_back({Group::Kind::Function, inner, innerEnd});
      }
      from = end;
    }
    return functions;
  }

  Random &random;
  const Profile &profile;
  const Growth &growth;
  std::vector<ValueId> ids;
  std::vector<int> lastUse;
};

/// What reads a topk that may yield its pairs in any order could mostly be anything.
void settleOrder(Random &random, const Growth &growth, GrownNode &node) {
  auto *topk = std::get_if<Topk>(&node.op);
  if (topk && !topk->sorted &&
      (growth.value(node.first).uses > 0 || growth.value(node.first + 1).uses > 0))
    topk->sorted = random.chance(92);
}

} // namespace

std::vector<ValueId> Growth::valueIds() const {
  std::vector<ValueId> ids;
  auto next = static_cast<ValueId>(argumentTypes.size());
  for (const GrownValue &value : grown)
    ids.push_back(value.argument >= 0 ? value.argument : next++);
  return ids;
}

TestCase Growth::finish() {
  Finisher finisher(random, profile, *this);
  ProgramParts parts;
  parts.symbols = extents.symbols();
  parts.returns = finisher.drawReturns();
  parts.groups = finisher.drawGroups(parts.returns);
  const std::vector<std::optional<Facts>> wider = widerInputs(*this, recipes);
  parts.arguments = std::move(argumentTypes);
  parts.nodes.reserve(grownNodes.size());
  for (GrownNode &node : grownNodes) {
    settleOrder(random, *this, node);
    Node made{std::move(node.op), {}, std::nullopt, node.spelling};
    made.operands.reserve(node.operands.size());
    for (Handle operand : node.operands)
      made.operands.push_back(finisher.id(operand));
    if (node.destination)
      made.destination = finisher.id(*node.destination);
    parts.nodes.push_back(std::move(made));
  }

  const Program program = Program::makeValid(std::move(parts));
  aimInputs(random, program, recipes);
  TestCaseParts testCase{
      withSpecialValues(random, profile, program, recipes), extents.specialization(), {}, {}};
  const bool hasTies = std::ranges::any_of(program.nodes(), [](const Node &node) {
    const auto *sort = std::get_if<Sort>(&node.op);
    return std::holds_alternative<Topk>(node.op) || (sort && sort->stable);
  });
  if (hasTies && random.chance(profile.contractPercent))
    testCase.contracts = {Contract::StableSort, Contract::LowestIndexFirst};
  for (size_t run = 0; run < extents.runs(); ++run) {
    Run made{extents.bindingsByRun()[run], {}};
    made.inputs.reserve(recipes.size());
    for (const std::vector<Recipe> &recipe : recipes)
      made.inputs.push_back(recipe[run]);
    testCase.runs.push_back(std::move(made));
  }
  std::ranges::move(furtherRuns(random, profile, testCase, wider),
                    std::back_inserter(testCase.runs));
  return TestCase::makeValid(std::move(testCase));
}

} // namespace assay
