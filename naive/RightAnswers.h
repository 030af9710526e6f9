#pragma once

#include "naive/Array.h"
#include "program/TestCase.h"

namespace assay::naive {

/// Whether the op leaves a choice that is told element by element: topk, sort and arg_reduce, where
/// equal elements may come in several orders, and a scatter that overwrites, or takes the least or
/// the greatest of floats.
bool leavesChoice(const Op &op);

/// Whether an element is one that may stand there.
enum class Answer : uint8_t {
  Wrong,
  OpenByNan, // right, since NaN is among what is compared
  Right,
};

/// Of such an op, for each element of its first result that is returned and what belongs to it in
/// the others: equal elements may stand in any order, and of a topk that is not sorted all may,
/// unless the op or a contract bit of the case says otherwise; so may all of a line with NaN,
/// unless there is an order for it. Of updates that meet where a scatter overwrites any one may
/// stay; where it takes the least or the greatest, and NaN is among them, any of these.
/// `returned` are the op's results, null where the program does not return them; not all of them
/// are null.
std::vector<Answer> answers(const TestCase &testCase, const Op &op,
                            const std::vector<const Array *> &operands,
                            const std::vector<const Array *> &returned);

} // namespace assay::naive
