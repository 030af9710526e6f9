#pragma once

#include "naive/Array.h"
#include "program/TestCase.h"

namespace assay::naive {

/// Whether the op leaves a choice that is told element by element: topk, sort and arg_reduce, where
/// equal elements may come in several orders, and a scatter that overwrites.
bool leavesChoice(const Op &op);

/// Which elements of its first result are right answers of such an op, as is what belongs to them
/// in its other results: equal elements may stand in any order, and of a topk that is not sorted
/// all may, unless the op or a contract bit of the case says otherwise; of updates that meet, any
/// one may stay. `returned` are the op's results, null where the program does not return them; not
/// all of them are null.
std::vector<bool> rightAnswers(const TestCase &testCase, const Op &op,
                               const std::vector<const Array *> &operands,
                               const std::vector<const Array *> &returned);

} // namespace assay::naive
