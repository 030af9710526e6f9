#pragma once

#include "mutation/SemanticsLine.h"
#include "naive/Naive.h"
#include "naive/RightAnswers.h"

#include <functional>
#include <optional>

namespace assay {

/// Whether results are others by right. It asks the naive oracle, which shares nothing with the
/// reference and its bounds: of what docs/semantics.md leaves open, it makes many choices.
class Legality {
public:
  /// The program must be defined for the inputs. `onEvaluation`, which may be empty, is called
  /// before each evaluation.
  Legality(const TestCase &testCase, const Run &run, const std::vector<Tensor> &inputs,
           std::function<void()> onEvaluation = {});

  /// The lines by which results differ from those `before`, each once, in their order; nothing if
  /// an element is given by no line, or if they differ by more than values.
  std::optional<std::vector<SemanticsLine>> linesOf(const std::vector<Tensor> &results,
                                                    const std::vector<Tensor> &before);

private:
  /// What evaluations return, all of which make the same choices but for orders and rounding.
  using Evaluations = std::vector<std::vector<Tensor>>;
  /// Choices that a line allows: each in several orders.
  struct Liberty {
    SemanticsLine line;
    std::vector<naive::Choices> choices;
    /// What depends on the choice is anything.
    bool isOpen = false;
    std::optional<std::vector<Evaluations>> made = {};
  };

  void addLiberties();
  std::optional<naive::Values> evaluate(const naive::Choices &choices) const;
  const std::vector<Evaluations> &evaluationsOf(Liberty &liberty);
  /// With any order, by the values of the program; and what they return.
  void evaluateOrders();
  /// Whether an element is given by a liberty.
  bool gives(Liberty &liberty, size_t result, int64_t index, const Tensor &actual);
  /// What the elements of a returned result of an op that leaves a choice are; of another one
  /// nothing.
  std::vector<naive::Answer> answers(size_t result, const std::vector<Tensor> &results) const;

  const TestCase &testCase;
  const Run &run;
  const std::vector<Tensor> &inputs;
  std::function<void()> onEvaluation;
  std::vector<naive::Values> values; // in each order
  Evaluations orders;
  std::vector<Liberty> liberties;
};

} // namespace assay
