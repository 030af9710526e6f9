#include "reducer/Reducer.h"

#include "reducer/Passes.h"
#include "reducer/Size.h"
#include "support/Hash.h"

#include <algorithm>
#include <chrono>
#include <unordered_set>

namespace assay {

namespace {

using Clock = std::chrono::steady_clock;

/// A case with what the search needs to know of it.
struct State {
  TestCase testCase;
  CaseSize size;
  std::string name;

  explicit State(TestCase made)
      : testCase(std::move(made)), size(testCase), name(contentName(size.text())) {}
};

struct Candidate {
  State state;
  size_t place; // where its chunk begins
};

class Search {
public:
  Search(const TestCase &start, Judge &judge, const Evaluator &evaluator, Verdicts &verdicts,
         const ReduceOptions &options)
      : judge(judge), evaluator(evaluator), verdicts(verdicts), options(options),
        begun(Clock::now()), current(start), values(start, evaluator) {}

  Expected<Reduction> run() {
    result.reproduced = ask({&current, 1})[0];
    if (result.reproduced) {
      startDefined = isDefined(current.testCase);
      save();
      focus();
      descend();
    }
    if (failure)
      return *failure;
    result.finished = result.reproduced && !isOver();
    result.smallest = current.testCase;
    return std::move(result);
  }

private:
  bool isStopped() const { return options.stop && options.stop(); }
  bool isOver() const {
    std::chrono::duration<double> spent = Clock::now() - begun;
    return failure || isStopped() || spent.count() > options.seconds ||
           looks.size() >= options.maxChecks;
  }
  /// Whether it would be one more of the candidates that count.
  bool isNew(const State &state) const { return !looks.contains(state.name); }

  /// All passes, until none of them finds anything on the same case.
  void descend() {
    std::map<std::string_view, std::string> exhausted; // pass -> the case it ended on
    for (bool progress = true; progress && !isOver();) {
      progress = false;
      for (const Pass &pass : allPasses()) {
        if (exhausted[pass.name] == current.name)
          continue;
        progress |= runPass(pass);
        exhausted[pass.name] = current.name;
      }
    }
  }

  /// The suspect alone, then with more and more of its neighbours.
  void focus() {
    const Program program = current.testCase.program();
    if (!options.suspect || program.isArgument(*options.suspect))
      return;
    std::vector<bool> removed(program.nodes().size(), true);
    removed[static_cast<size_t>(program.producer(*options.suspect))] = false;
    constexpr int radii = 3;
    for (int radius = 0; radius < radii && !isOver(); ++radius) {
      if (tryChoice(*findPass("remove_nodes"), removed))
        return;
      growNeighbourhood(program, removed);
    }
  }

  static void growNeighbourhood(const Program &program, std::vector<bool> &removed) {
    const std::vector<bool> before = removed;
    for (size_t i = 0; i < program.nodes().size(); ++i)
      for (ValueId operand : program.nodes()[i].operands) {
        if (program.isArgument(operand))
          continue;
        auto producer = static_cast<size_t>(program.producer(operand));
        if (!before[i])
          removed[producer] = false;
        if (!before[producer])
          removed[i] = false;
      }
  }

  bool tryChoice(const Pass &pass, const std::vector<bool> &chosen) {
    std::optional<State> state = make(pass, Places(chosen));
    if (!state || !ask({&*state, 1}, &result.passes[pass.name])[0])
      return false;
    accept(std::move(*state), pass);
    return true;
  }

  /// Chunks of places, from all of them down to single ones.
  bool runPass(const Pass &pass) {
    bool progress = false;
    size_t count = countPlaces(pass, current.testCase, values);
    for (size_t chunk = count; chunk >= 1 && !isOver(); chunk /= 2)
      for (size_t place = 0; place < count && !isOver();) {
        std::vector<Candidate> batch = nextBatch(pass, place, count, chunk);
        if (std::optional<size_t> taken = firstInteresting(batch, pass)) {
          // What comes next now stands where this chunk was.
          place = batch[*taken].place;
          accept(std::move(batch[*taken].state), pass);
          count = countPlaces(pass, current.testCase, values);
          chunk = std::min(chunk, std::max<size_t>(count, 1));
          progress = true;
        }
      }
    return progress;
  }

  /// The next candidates on the assumption that none is interesting; moves `place` behind them.
  std::vector<Candidate> nextBatch(const Pass &pass, size_t &place, size_t count, size_t chunk) {
    std::vector<Candidate> batch;
    size_t unknown = 0, counting = 0;
    for (; place < count && unknown < options.jobs && looks.size() + counting < options.maxChecks;
         place += chunk) {
      std::optional<State> state = make(pass, Places(place, std::min(place + chunk, count)));
      if (!state)
        continue;
      std::optional<bool> known = verdicts.find(state->name);
      counting += isNew(*state);
      batch.push_back({std::move(*state), place});
      if (known.value_or(false)) {
        place += chunk;
        break;
      }
      unknown += !known;
    }
    return batch;
  }

  std::optional<size_t> firstInteresting(const std::vector<Candidate> &batch, const Pass &pass) {
    std::vector<State> states;
    for (const Candidate &candidate : batch)
      states.push_back(candidate.state);
    std::vector<bool> answers = ask(states, &result.passes[pass.name]);
    auto found = std::find(answers.begin(), answers.end(), true);
    return found == answers.end() ? std::nullopt
                                  : std::optional(static_cast<size_t>(found - answers.begin()));
  }

  std::optional<State> make(const Pass &pass, Places places) {
    std::optional<TestCase> made = apply(pass, current.testCase, values, std::move(places));
    if (made) {
      State state(std::move(*made));
      if (state.size < current.size && (!startDefined || isDefined(state.testCase)))
        return state;
    }
    ++result.passes[pass.name].dropped;
    return std::nullopt;
  }

  bool isDefined(const TestCase &testCase) const {
    for (size_t run = 0; evaluator && run < testCase.runs().size(); ++run)
      if (!evaluator(testCase, run))
        return false;
    return true;
  }

  /// Asks the judge about what is not known yet.
  std::vector<bool> ask(std::span<const State> states, PassStatistics *statistics = nullptr) {
    std::vector<TestCase> unknown;
    std::vector<std::string> names;
    for (const State &state : states)
      if (verdicts.find(state.name))
        ++result.recalled;
      else if (std::find(names.begin(), names.end(), state.name) == names.end()) {
        unknown.push_back(state.testCase);
        names.push_back(state.name);
      }
    if (!unknown.empty()) {
      std::vector<bool> answers = judge.interesting(unknown);
      if (isStopped())
        return std::vector<bool>(states.size(), false);
      for (size_t i = 0; i < names.size(); ++i)
        verdicts.add(names[i], answers[i]);
    }
    result.checks += unknown.size();
    if (statistics)
      statistics->checks += unknown.size();
    std::vector<bool> answers;
    bool isLookedAt = true;
    for (const State &state : states) {
      answers.push_back(verdicts.find(state.name).value_or(false));
      if (isLookedAt)
        looks.insert(state.name);
      // What comes behind the first was asked for in advance.
      isLookedAt &= !answers.back();
    }
    return answers;
  }

  void accept(State state, const Pass &pass) {
    current = std::move(state);
    values = CaseValues(current.testCase, evaluator);
    ++result.passes[pass.name].accepted;
    save();
    if (options.onSmaller)
      options.onSmaller(current.testCase);
  }

  void save() {
    if (auto saved = verdicts.saveSmallest(current.size.text()); !saved)
      failure = saved.error();
  }

  Judge &judge;
  const Evaluator &evaluator;
  Verdicts &verdicts;
  const ReduceOptions &options;
  const Clock::time_point begun;
  State current;
  CaseValues values;
  bool startDefined = false;
  std::optional<Error> failure;
  /// The names of the candidates that count for maxChecks.
  std::unordered_set<std::string> looks;
  Reduction result;
};

} // namespace

Expected<Reduction> reduce(const TestCase &start, Judge &judge, const Evaluator &evaluator,
                           Verdicts &verdicts, const ReduceOptions &options) {
  return Search(start, judge, evaluator, verdicts, options).run();
}

} // namespace assay
