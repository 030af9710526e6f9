#include "compiler/dialect/Provenance.h"

#include <mlir/Dialect/Utils/IndexingUtils.h>

using namespace mlir;

namespace assay::ir {

/// A location without what it says of values, and what it says: of locations that are fused all of
/// them do, the last first, which is that of the op whose results are left. Null where one says
/// nothing.
struct Apart {
  Location place;
  SmallVector<ArrayAttr> said;
};

static Apart apart(Location loc) {
  if (auto call = dyn_cast<CallSiteLoc>(loc)) {
    Apart callee = apart(call.getCallee());
    return {CallSiteLoc::get(callee.place, call.getCaller()), std::move(callee.said)};
  }
  auto fused = dyn_cast<FusedLoc>(loc);
  if (!fused)
    return {loc, {nullptr}};
  SmallVector<Location> places;
  SmallVector<ArrayAttr> said;
  for (Location inner : fused.getLocations()) {
    Apart one = apart(inner);
    places.push_back(one.place);
    said.insert(said.begin(), one.said.front());
  }
  if (auto own = dyn_cast_or_null<ArrayAttr>(fused.getMetadata()))
    said = {own};
  return {FusedLoc::get(loc.getContext(), places), std::move(said)};
}

Location holding(Location loc, ArrayRef<ValueAttr> values) {
  SmallVector<Attribute> all;
  for (ValueAttr value : values)
    all.push_back(value ? Attribute(value) : UnitAttr::get(loc.getContext()));
  return FusedLoc::get(loc.getContext(), {apart(loc).place}, ArrayAttr::get(loc.getContext(), all));
}

Location holdingNothing(Location loc) { return apart(loc).said.front() ? holding(loc, {}) : loc; }

Location holdingPermuted(Location loc, ArrayRef<int64_t> permutation) {
  ArrayAttr values = apart(loc).said.front();
  auto value = values && values.size() == 1 ? dyn_cast<ValueAttr>(values[0]) : nullptr;
  if (!value)
    return holdingNothing(loc);
  SmallVector<int64_t> whole(permutation);
  if (!value.getPermutation().empty())
    whole = applyPermutation(value.getPermutation(), permutation);
  return holding(loc, ValueAttr::get(loc.getContext(), value.getId(),
                                     isIdentityPermutation(whole) ? ArrayRef<int64_t>() : whole));
}

/// What these say that a result holds.
static ValueAttr saidOf(OpResult result, ArrayAttr values) {
  if (!values || values.size() != result.getOwner()->getNumResults())
    return nullptr;
  return dyn_cast<ValueAttr>(values[result.getResultNumber()]);
}

/// Whether an operand of the op may hold that value.
static bool mayRead(Operation *op, ValueAttr value) {
  return llvm::any_of(op->getOperands(), [&](Value operand) {
    auto made = dyn_cast<OpResult>(operand);
    return made && llvm::any_of(apart(made.getOwner()->getLoc()).said,
                                [&](ArrayAttr values) { return saidOf(made, values) == value; });
  });
}

ValueAttr valueOf(OpResult result) {
  Operation *op = result.getOwner();
  const SmallVector<ArrayAttr> said = apart(op->getLoc()).said;
  if (said.size() == 1)
    return saidOf(result, said.front());
  // Where upstream takes constants into an op, it fuses that op's location with those of the other
  // operands, which stand last.
  for (ArrayAttr values : said)
    if (const ValueAttr value = saidOf(result, values); !value || !mayRead(op, value))
      return value;
  return nullptr;
}

void ProvenanceListener::notifyOperationInserted(Operation *op, OpBuilder::InsertPoint previous) {
  // One that is only moved stays what it was.
  if (!previous.isSet())
    op->setLoc(holdingNothing(op->getLoc()));
}

void ProvenanceListener::notifyOperationReplaced(Operation *op, ValueRange replacement) {
  for (auto [before, after] : llvm::zip(op->getResults(), replacement)) {
    auto made = dyn_cast<OpResult>(after);
    const ValueAttr value = made && !valueOf(made) ? valueOf(before) : nullptr;
    if (!value)
      continue;
    SmallVector<ValueAttr> values = llvm::map_to_vector(
        made.getOwner()->getResults(), [](OpResult result) { return valueOf(result); });
    values[made.getResultNumber()] = value;
    made.getOwner()->setLoc(holding(made.getOwner()->getLoc(), values));
  }
}

Location holdingFor(Location loc, StringRef dispatch, ValueAttr value) {
  MLIRContext *context = loc.getContext();
  return FusedLoc::get(context, {apart(loc).place},
                       HeldAttr::get(context, StringAttr::get(context, dispatch), value));
}

HeldAttr heldAt(Location loc) {
  auto fused = dyn_cast<FusedLoc>(loc);
  return fused ? dyn_cast_or_null<HeldAttr>(fused.getMetadata()) : nullptr;
}

} // namespace assay::ir
