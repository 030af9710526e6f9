#pragma once

#include "target/Target.h"

#include <functional>

namespace assay::test {

/// What a toy makes of one returned value, after the right one. `inputs` are the program's.
using Alteration = std::function<void(const Program &program, const Node &node,
                                      const std::vector<Tensor> &inputs, Tensor &result)>;

/// A compiler with the mathematical library of this machine: functions of arguments are rounded to
/// the type once, and everything else is the reference's value. What it does otherwise is an
/// Alteration.
class ToyTarget : public Target {
public:
  explicit ToyTarget(Alteration alter = {}, Accuracy promised = {})
      : alter(std::move(alter)), promised(promised) {}

  const TargetName &name() const override { return title; }
  Outcome<std::unique_ptr<Executable>> compile(const TestCase &testCase) const override;
  Accuracy accuracy() const override { return promised; }

private:
  TargetName title = "toy"_target;
  Alteration alter;
  Accuracy promised;
};

/// Every result of that function, as `compute` makes it of the operand, rounded to the type.
Alteration altered(UnaryKind function, std::function<double(ElementType type, double x)> compute);
/// Results that are subnormal are zero.
Alteration flushed();
/// Attention with scaled queries and with weights rounded to the type; `exp` in place of exp2.
Alteration flashAttention(std::function<double(double)> exp2);
/// One after the other.
Alteration both(Alteration first, Alteration second);

} // namespace assay::test
