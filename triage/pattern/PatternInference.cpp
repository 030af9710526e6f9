#include "triage/pattern/PatternInference.h"

#include "generator/Generator.h"
#include "triage/known/NodePattern.h"
#include "triage/pattern/NodeKeys.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <map>
#include <set>

namespace assay {

using nlohmann::json;

namespace {

/// Programs that a test takes, and of a key with several values.
constexpr size_t programsPerTest = 12, programsPerText = 24;
/// Of programs that have a pattern so many fail at least; of those that lack a key, at most.
constexpr double leastWith = 0.8, mostWithout = 0.1;
constexpr size_t mostKeys = 4;
/// Programs that are tried at first: of those that have most keys, and of any with the op.
constexpr size_t programsToSee = 48;
/// Programs that are drawn to find those for the tests: so many at first, and at most.
constexpr uint64_t firstDraws = 3000, mostDraws = 24000;

/// One bit for each key.
using Keys = uint64_t;
constexpr size_t keysThatFit = 64;
/// keysOf() begins with the op.
constexpr size_t opKey = 0;

/// Of a drawn program the keys that hold, by node, and the values of texts.
struct Drawn {
  std::vector<Keys> holding;
  std::vector<std::map<size_t, std::string>> texts; // by key
};

struct Tested {
  size_t programs = 0, failing = 0;
  std::map<std::string, Tested> byText; // of the value that the key has instead
  double share() const {
    return programs ? static_cast<double>(failing) / static_cast<double>(programs) : 0;
  }
};

class PatternSearch {
public:
  PatternSearch(const TestCase &testCase, NodeId accused, const FailsSo &failsSo,
                const std::function<bool()> &isOver)
      : testCase(testCase), accused(accused), failsSo(failsSo), isOver(isOver),
        keys(keysOf(testCase, accused)) {
    if (keys.size() > keysThatFit)
      keys.resize(keysThatFit);
    for (const json &key : keys)
      isText.push_back(textOf(key.begin().key(), testCase, accused).has_value());
    const Program &program = testCase.program();
    for (NodeId node = 0; node < static_cast<NodeId>(program.nodes().size()); ++node)
      if (node != accused)
        neighbours.push_back(kindOf(program.node(node).op));
  }

  Expected<InferredPattern> run();

private:
  static Keys bit(size_t key) { return Keys(1) << key; }
  TestCase drawnCase(uint64_t index) const;
  void drawMore();
  bool has(const Drawn &program, Keys wanted) const;
  /// Programs that have all of `wanted`.
  std::vector<uint64_t> having(Keys wanted) const;
  /// Programs that have all but that key, which no other node with the op has either, or it might
  /// fail by that; of a text, those of the one value after those of another.
  std::vector<uint64_t> lacking(Keys wanted, size_t key) const;
  std::string textAt(uint64_t program, Keys wanted, size_t key) const;
  /// The first of these that say something, up to so many.
  Expected<Tested> test(const std::vector<uint64_t> &programs, size_t most, Keys wanted,
                        std::optional<size_t> textKey);
  Expected<std::optional<Tested>> testWithout(size_t key);
  /// Makes the key a list of its own value and those that fail as well; false if none does, or all.
  bool widen(size_t key, const Tested &without);
  Expected<void> keepCommon();
  Expected<bool> dropOne();
  Expected<bool> dropUntested(size_t key);
  Expected<void> dropKeys();
  InferredPattern none(const std::string &why) const;
  std::string keyText(size_t key) const;
  std::vector<size_t> kept() const;

  const TestCase &testCase;
  const NodeId accused;
  const FailsSo &failsSo;
  const std::function<bool()> &isOver;
  std::vector<json> keys;
  std::vector<bool> isText; // by key
  std::vector<OpKind> neighbours;
  std::vector<Drawn> drawn;
  std::map<uint64_t, std::optional<bool>> answers; // by program
  Keys pattern = 0;
  std::set<size_t> needed; // of the pattern
};

TestCase PatternSearch::drawnCase(uint64_t index) const {
  const Program &program = testCase.program();
  const Node &node = program.node(accused);
  const ValueId about = node.operands.empty() ? program.firstResult(accused) : node.operands[0];
  return drawNear(kindOf(node.op), program.type(about).element, neighbours, index);
}

void PatternSearch::drawMore() {
  const uint64_t end = drawn.empty() ? firstDraws : 2 * drawn.size();
  for (uint64_t index = drawn.size(); index < end; ++index) {
    const TestCase one = drawnCase(index);
    Drawn &made = drawn.emplace_back();
    for (NodeId node = 0; node < static_cast<NodeId>(one.program().nodes().size()); ++node) {
      Keys holding = 0;
      for (size_t key = 0; key < keys.size(); ++key)
        if (matches(keys[key], one, node))
          holding |= bit(key);
      made.holding.push_back(holding);
      auto &texts = made.texts.emplace_back();
      for (size_t key = 0; key < keys.size(); ++key)
        if (isText[key])
          if (auto text = textOf(keys[key].begin().key(), one, node))
            texts[key] = std::move(*text);
    }
  }
}

bool PatternSearch::has(const Drawn &program, Keys wanted) const {
  return std::ranges::any_of(program.holding,
                             [&](Keys holding) { return (holding & wanted) == wanted; });
}

std::vector<uint64_t> PatternSearch::having(Keys wanted) const {
  std::vector<uint64_t> out;
  for (uint64_t index = 0; index < drawn.size(); ++index)
    if (has(drawn[index], wanted))
      out.push_back(index);
  return out;
}

std::string PatternSearch::textAt(uint64_t program, Keys wanted, size_t key) const {
  const Drawn &one = drawn[program];
  for (size_t node = 0; node < one.holding.size(); ++node)
    if ((one.holding[node] & wanted) == wanted)
      if (const auto text = one.texts[node].find(key); text != one.texts[node].end())
        return text->second;
  return "";
}

std::vector<uint64_t> PatternSearch::lacking(Keys wanted, size_t key) const {
  const Keys rest = wanted & ~bit(key), ofOp = wanted & bit(opKey);
  std::map<std::string, std::vector<uint64_t>> byText;
  size_t most = 0;
  for (uint64_t index = 0; index < drawn.size(); ++index)
    if (has(drawn[index], rest) && !has(drawn[index], key == opKey ? wanted : bit(key) | ofOp)) {
      auto &those = byText[isText[key] ? textAt(index, rest, key) : ""];
      those.push_back(index);
      most = std::max(most, those.size());
    }
  std::vector<uint64_t> out;
  for (size_t i = 0; i < most; ++i)
    for (const auto &[text, those] : byText)
      if (i < those.size())
        out.push_back(those[i]);
  return out;
}

Expected<Tested> PatternSearch::test(const std::vector<uint64_t> &programs, size_t most,
                                     Keys wanted, std::optional<size_t> textKey) {
  Tested tested;
  for (size_t next = 0;
       next < programs.size() && tested.programs < most && !(isOver && isOver());) {
    std::vector<uint64_t> batch;
    for (; next < programs.size() && batch.size() < most - tested.programs; ++next)
      batch.push_back(programs[next]);
    std::vector<TestCase> cases;
    std::vector<uint64_t> asked;
    for (const uint64_t index : batch)
      if (!answers.contains(index)) {
        cases.push_back(drawnCase(index));
        asked.push_back(index);
      }
    if (!cases.empty()) {
      const auto fails = failsSo(cases);
      if (!fails)
        return fails.error();
      for (size_t i = 0; i < asked.size(); ++i)
        answers[asked[i]] = (*fails)[i];
    }
    for (const uint64_t index : batch)
      if (const std::optional<bool> &answer = answers.at(index)) {
        ++tested.programs;
        tested.failing += *answer;
        if (textKey) {
          Tested &those = tested.byText[textAt(index, wanted & ~bit(*textKey), *textKey)];
          ++those.programs;
          those.failing += *answer;
        }
      }
  }
  return tested;
}

/// Nothing if there are not enough such programs.
Expected<std::optional<Tested>> PatternSearch::testWithout(size_t key) {
  auto tested = test(lacking(pattern, key), isText[key] ? programsPerText : programsPerTest,
                     pattern, isText[key] ? std::optional(key) : std::nullopt);
  if (!tested)
    return tested.error();
  // Few other ops may have the rest.
  if (tested->programs < (key == opKey ? 1 : programsPerTest))
    return std::optional<Tested>();
  return std::optional(std::move(*tested));
}

bool PatternSearch::widen(size_t key, const Tested &without) {
  std::vector<std::string> failing;
  bool isAny = true;
  for (const auto &[text, tested] : without.byText) {
    const bool fails = tested.programs > 1 && tested.share() >= leastWith && !text.empty();
    isAny &= fails;
    if (fails)
      failing.push_back(text);
    // Few fail by another node, which is looked at again when the list is tested.
    else if (tested.share() > 1 - leastWith + mostWithout)
      return false;
  }
  if (failing.empty() || isAny)
    return false;
  json &value = *keys[key].begin();
  if (value.is_string())
    value = json::array({value});
  for (const std::string &text : failing)
    value.push_back(text);
  for (Drawn &one : drawn)
    for (size_t node = 0; node < one.holding.size(); ++node)
      if (const auto text = one.texts[node].find(key);
          text != one.texts[node].end() &&
          std::ranges::find(failing, text->second) != failing.end())
        one.holding[node] |= bit(key);
  return true;
}

std::vector<size_t> PatternSearch::kept() const {
  std::vector<size_t> out;
  for (size_t key = 0; key < keys.size(); ++key)
    if (pattern & bit(key))
      out.push_back(key);
  return out;
}

std::string PatternSearch::keyText(size_t key) const {
  return fmt::format("\"{}\": {}", keys[key].begin().key(), keys[key].begin()->dump());
}

/// Keeps the keys that nearly all of the drawn programs have that fail, of those that are most like
/// the case and of others.
Expected<void> PatternSearch::keepCommon() {
  std::vector<uint64_t> nearest = having(0);
  const auto likeness = [&](uint64_t index) {
    int most = 0;
    for (const Keys holding : drawn[index].holding)
      most = std::max(most, std::popcount(holding));
    return std::pair(-most, index);
  };
  std::ranges::sort(nearest, {}, likeness);
  for (const std::vector<uint64_t> &those : {nearest, having(bit(opKey))})
    if (const auto tested = test(those, programsToSee, pattern, {}); !tested)
      return tested.error();
  size_t failing = 0;
  std::vector<size_t> haveIt(keys.size());
  for (const auto &[index, answer] : answers)
    if (answer && *answer) {
      ++failing;
      for (size_t key = 0; key < keys.size(); ++key)
        haveIt[key] += has(drawn[index], bit(key));
    }
  constexpr size_t fewest = 5; // that tell something
  if (failing < fewest)
    return {};
  for (size_t key = 0; key < keys.size(); ++key)
    // Another text may fail as well.
    if (!isText[key] && 10 * haveIt[key] < 9 * failing)
      pattern &= ~bit(key);
  return {};
}

/// Drops a key that too few programs lack just, unless programs with the others do not fail.
Expected<bool> PatternSearch::dropUntested(size_t key) {
  const Keys rest = pattern & ~bit(key);
  const auto others = test(having(rest), programsPerTest, rest, {});
  if (!others)
    return others.error();
  if (others->programs < programsPerTest || others->share() >= leastWith)
    pattern = rest;
  else
    needed.insert(key);
  return true;
}

/// Tests the key that most programs lack just, and drops it if these fail as well; or, where there
/// are too few of any, drops the one that most programs lack. False if none is left to be tested.
Expected<bool> PatternSearch::dropOne() {
  std::optional<size_t> best, rarest;
  size_t most = 0, fewest = 0;
  for (const size_t key : kept()) {
    if (needed.contains(key))
      continue;
    const size_t lackIt = lacking(pattern, key).size(), haveIt = having(bit(key)).size();
    if (!best || lackIt > most) {
      best = key;
      most = lackIt;
    }
    if (!rarest || haveIt < fewest) {
      rarest = key;
      fewest = haveIt;
    }
  }
  if (!best)
    return false;
  if (most < programsPerTest) {
    if (2 * drawn.size() <= mostDraws) {
      drawMore();
      return true;
    }
    const bool isOpOpen = (pattern & bit(opKey)) && !needed.contains(opKey);
    if (!isOpOpen || lacking(pattern, opKey).empty())
      return dropUntested(*rarest);
    best = opKey;
  }
  const auto without = testWithout(*best);
  if (!without)
    return without.error();
  if (*without && isText[*best] && widen(*best, **without))
    return true;
  if (!*without || (**without).share() <= mostWithout)
    needed.insert(*best);
  else
    pattern &= ~bit(*best);
  return true;
}

Expected<void> PatternSearch::dropKeys() {
  while (!isOver || !isOver()) {
    auto dropped = dropOne();
    if (!dropped)
      return dropped.error();
    if (!*dropped)
      break;
  }
  return {};
}

InferredPattern PatternSearch::none(const std::string &why) const {
  std::vector<std::string> texts;
  for (const size_t key : kept())
    texts.push_back(keyText(key));
  const auto tried =
      std::ranges::count_if(answers, [](const auto &answer) { return answer.second.has_value(); });
  if (tried == 0)
    return {{}, {}, fmt::format("{}; no program was tried", why)};
  return {{},
          {},
          fmt::format("{}; of {} keys, {} were left after {} program{}: {}", why, keys.size(),
                      texts.size(), tried, tried == 1 ? "" : "s", fmt::join(texts, ", "))};
}

Expected<InferredPattern> PatternSearch::run() {
  drawMore();
  pattern = keys.size() == keysThatFit ? ~Keys(0) : bit(keys.size()) - 1;
  ASSAY_TRY(keepCommon());
  // Whether it is about the op is asked last: much that is true of its nodes is true of no others.
  needed.insert(opKey);
  ASSAY_TRY(dropKeys());
  // What was needed beside more need not be any more.
  needed.clear();
  ASSAY_TRY(dropKeys());
  if (isOver && isOver())
    return none("the time was over");
  const std::vector<size_t> left = kept();
  if (left.empty() || left.size() > mostKeys)
    return none(left.empty() ? "programs without anything in common fail"
                             : fmt::format("more than {} keys are needed", mostKeys));
  InferredPattern found;
  found.pattern.emplace();
  // Nothing else has what it has: that tells a reader more than the test would.
  if (!(pattern & bit(opKey)) && lacking(pattern | bit(opKey), opKey).empty()) {
    found.pattern->keys.push_back({keyText(opKey)});
    found.structure.push_back(keys[opKey]);
  }
  const auto with = test(having(pattern), programsPerTest, pattern, {});
  if (!with)
    return with.error();
  found.pattern->with = with->programs;
  found.pattern->failing = with->failing;
  if (with->programs < programsPerTest || with->share() < leastWith)
    return none(fmt::format("only {} of {} programs with all that is needed fail", with->failing,
                            with->programs));
  for (const size_t key : left) {
    const auto without = testWithout(key);
    if (!without)
      return without.error();
    if (!*without || (**without).share() > mostWithout)
      return none("a key that is needed could not be tested");
    found.pattern->keys.push_back({keyText(key), (**without).programs, (**without).failing});
    found.structure.push_back(keys[key]);
  }
  return found;
}

} // namespace

Expected<InferredPattern> inferPattern(const TestCase &testCase, NodeId accused,
                                       const FailsSo &failsSo,
                                       const std::function<bool()> &isOver) {
  return PatternSearch(testCase, accused, failsSo, isOver).run();
}

bool hasPattern(const std::vector<json> &structure, const TestCase &testCase) {
  for (NodeId node = 0; node < static_cast<NodeId>(testCase.program().nodes().size()); ++node)
    if (std::ranges::all_of(structure,
                            [&](const json &key) { return matches(key, testCase, node); }))
      return true;
  return false;
}

TestCase drawNear(OpKind op, ElementType element, std::span<const OpKind> neighbours,
                  uint64_t index) {
  Profile profile = profiles().front();
  profile.swarm = false;
  profile.minOps = 1;
  profile.maxOps = neighbours.empty() ? 2 : 4;
  profile.maxElements = 5000;
  profile.functionPercent = profile.specialPercent = 0;
  constexpr uint64_t oneInFour = 4;
  if (index % oneInFour != 0) {
    profile.motifPercent = profile.firstMotifPercent = 0;
    profile.ops.fill(0);
    profile.weight(op) = 1;
    for (const OpKind neighbour : neighbours)
      profile.weight(neighbour) = 1;
  }
  if (index % 2 != 0) {
    for (double &weight : profile.elements)
      weight = std::min(weight, 1.0);
    profile.weight(element) = static_cast<double>(std::size(allElementTypes));
  }
  constexpr uint64_t seed = 28;
  return generate(seed, index, profile);
}

} // namespace assay
