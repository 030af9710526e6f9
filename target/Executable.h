#pragma once

#include "program/TestCase.h"
#include "target/Outcome.h"

#include <optional>

namespace assay {

/// A tensor that is made on the way to the results.
struct DispatchResult {
  std::string dispatch; // that makes it: "topk_3"
  /// The program's value that it is, in whose shape and order of elements it then is; nothing, and
  /// no elements, if that is not known.
  std::optional<ValueId> value;
  Tensor tensor;
};

/// A compiled program, ready to run.
class Executable {
public:
  virtual ~Executable() = default;
  /// Told of the runs of the case that run() is going to be asked for, in this order, by whoever
  /// knows: where a process is most of what a run costs, one may do them all.
  virtual void expect(const std::vector<Run> &) {}
  /// Executes once. Results are in the order of Program::returns().
  virtual Outcome<std::vector<Tensor>> run(const Run &run, const std::vector<Tensor> &inputs) = 0;
  /// The same with what runs at the same time in another order; nothing if the target has no say
  /// in that.
  virtual std::optional<Outcome<std::vector<Tensor>>> runInOtherOrder(const Run &,
                                                                      const std::vector<Tensor> &) {
    return std::nullopt;
  }
  /// The same with something else in memory that nobody has written; nothing if the target has no
  /// say in that.
  virtual std::optional<Outcome<std::vector<Tensor>>>
  runWithOtherFill(const Run &, const std::vector<Tensor> &) {
    return std::nullopt;
  }
  /// Executes once, and says what each dispatch made, in order; nothing if the target cannot tell.
  virtual std::optional<Outcome<std::vector<DispatchResult>>>
  dispatchResults(const Run &, const std::vector<Tensor> &) {
    return std::nullopt;
  }
  /// Which accesses race with each other, "race in OP: ..."; empty if the target cannot tell.
  virtual std::string racesIn(const Run &, const std::vector<Tensor> &) { return {}; }
};

} // namespace assay
