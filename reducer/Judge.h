#pragma once

#include "program/TestCase.h"

#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace assay {

/// Decides which cases still show what is being reduced: the same signature, as a rule.
class Judge {
public:
  virtual ~Judge() = default;
  /// For each of `candidates` whether it is interesting. They may be tried in parallel; an answer
  /// must depend on its candidate alone.
  virtual std::vector<bool> interesting(std::span<const TestCase> candidates) = 0;
};

/// Asks a function, one candidate after the other.
class SequentialJudge : public Judge {
public:
  explicit SequentialJudge(std::function<bool(const TestCase &)> predicate)
      : predicate(std::move(predicate)) {}
  std::vector<bool> interesting(std::span<const TestCase> candidates) override {
    std::vector<bool> answers;
    for (const TestCase &candidate : candidates)
      answers.push_back(predicate(candidate));
    return answers;
  }

private:
  std::function<bool(const TestCase &)> predicate;
};

/// The values of a run by ValueId; nothing for a value that is open (ties, NaN).
using RunValues = std::vector<std::optional<Tensor>>;

/// The reference's answer to "what are the values of this case's run?"; nothing if the program is
/// undefined for the run's inputs. May be empty: then nothing is known of any value.
using Evaluator = std::function<std::optional<RunValues>(const TestCase &, size_t run)>;

} // namespace assay
