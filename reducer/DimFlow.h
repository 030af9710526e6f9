#pragma once

#include "program/Program.h"

#include <cstdint>
#include <vector>

namespace assay {

/// A dim of a value.
struct DimPlace {
  ValueId value = 0;
  int64_t dim = 0;
  auto operator<=>(const DimPlace &) const = default;
};

/// The sets of dims of a program that can only vanish together, such as a dim of an operand and the
/// one it becomes in the result, ordered by their first member. Sets with a dim that an op cannot
/// do without (the one it sorts along, say) are left out.
std::vector<std::vector<DimPlace>> droppableDims(const Program &program);

/// Which dims of a value vanish.
using ErasedDims = std::vector<bool>;

/// Changes the op's attributes for operands and results that lose these dims. What they say of dims
/// that stay stays true; whether a program results is for Program::make to say.
void eraseDims(Op &op, const std::vector<ErasedDims> &operands,
               const std::vector<ErasedDims> &results);

/// The tensor without these dims: what is at place kept[dim] along each.
Tensor eraseDims(const Tensor &tensor, const ErasedDims &erased, const std::vector<int64_t> &kept);

} // namespace assay
