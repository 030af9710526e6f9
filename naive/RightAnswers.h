#pragma once

#include "naive/Array.h"
#include "program/TestCase.h"

namespace assay::naive {

/// Whether the op ranks elements along a dim, so that equal ones may come in several orders: topk,
/// sort, arg_reduce.
bool ranks(const Op &op);

/// Which elements of its first result are right answers of such an op, as is what belongs to them
/// in its other results: equal elements may stand in any order, and of a topk that is not sorted
/// all may, unless the op or a contract bit of the case says otherwise. `returned` are the op's
/// results, null where the program does not return them; not all of them are null.
std::vector<bool> rightAnswers(const TestCase &testCase, const Op &op,
                               const std::vector<const Array *> &operands,
                               const std::vector<const Array *> &returned);

} // namespace assay::naive
