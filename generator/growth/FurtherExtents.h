#pragma once

#include "program/TestCase.h"
#include "support/Random.h"

#include <map>
#include <optional>
#include <vector>

namespace assay {

/// What extents a further run has.
enum class RunExtents : uint8_t {
  Same, // as one of the case's runs
  /// Those of dynamic symbols are small and neither 0 nor 1, as far as the program can have that:
  /// what is empty or has one element says little.
  Roomy,
  Near,  // those of dynamic symbols are drawn around the ones of a run
  Apart, // some of those of dynamic symbols are small, and the others larger than all these
};

/// What it takes to compute a run, in elements of all values and the steps of ops that do more than
/// one for each.
double workIn(const Program &program, const Bindings &bindings);

/// Draws the extents of further runs of a case. Those that are apart come in pairs, in the second
/// of which long symbols are short: so of any two symbols each is longer than the other one, if the
/// first run tells them apart at all.
class FurtherExtents {
public:
  explicit FurtherExtents(const TestCaseParts &testCase);

  /// Such extents, around those of a run, at which a run has at most so much work (workIn()); those
  /// of the run if none were found.
  Bindings draw(Random &random, RunExtents extents, const Run &around, double mostWork);

  /// workIn() of the program.
  double workAt(const Bindings &bindings);

private:
  /// Such extents, if the program can have them and no run has; of those that are apart the long
  /// ones are at most `longest`.
  std::optional<Bindings> tryOnce(Random &random, RunExtents extents, const Bindings &around,
                                  int64_t longest) const;
  /// The same at which a run has no more work; nothing if none were found.
  std::optional<Bindings> find(Random &random, RunExtents extents, const Run &around,
                               double mostWork);
  /// Which symbols are long in the next run whose extents are apart.
  void drawLongOnes(Random &random);
  /// The least extent of the symbol, beside those bindings, at which some value has more elements
  /// than a workgroup has work-items; nothing if a value was met whose elements the symbol does not
  /// bring from fewer to more, up to `longest`.
  std::optional<int64_t> beyondWorkgroup(Random &random, size_t symbol, Bindings bindings,
                                         int64_t longest) const;
  bool isDynamic(size_t symbol) const {
    return testCase.specialization[symbol] == Knowledge::Dynamic;
  }
  /// Whether a symbol that the compiler is not told is 0 or 1 there.
  bool isDegenerate(const Bindings &bindings) const;

  const TestCaseParts &testCase;
  bool hasDynamic;
  std::vector<bool> isLong; // by symbol
  bool isSecond = false;    // of a pair, next
  std::map<Bindings, double> works;
};

} // namespace assay
