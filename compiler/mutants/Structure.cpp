#include "compiler/mutants/Edits.h"

#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/Linalg/IR/Linalg.h>
#include <mlir/Dialect/SCF/IR/SCF.h>
#include <mlir/Interfaces/ViewLikeInterface.h>

using namespace mlir;

namespace assay::edits {

void swapBlockArguments(Operation *op, std::vector<Edit> &edits) {
  // Those of a function are its interface.
  if (op->getNumRegions() == 0 || op->hasTrait<OpTrait::IsIsolatedFromAbove>())
    return;
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (unsigned i = 1; i < block.getNumArguments(); ++i) {
        Value first = block.getArgument(i - 1), second = block.getArgument(i);
        if (first.getType() != second.getType() || (first.use_empty() && second.use_empty()))
          continue;
        edits.push_back([first, second](OpBuilder &) mutable {
          SmallVector<OpOperand *> uses;
          for (OpOperand &use : first.getUses())
            uses.push_back(&use);
          second.replaceAllUsesWith(first);
          for (OpOperand *use : uses)
            use->set(second);
        });
      }
}

namespace {

/// Sets an operand of a loop that is `by` more, or `factor` times as much.
void changeBound(Operation *op, unsigned operand, std::vector<Edit> &edits, int64_t by) {
  edits.push_back([op, operand, by](OpBuilder &builder) {
    op->setOperand(operand, shifted(builder, op, op->getOperand(operand), by));
  });
}

void doubleStep(Operation *op, unsigned operand, std::vector<Edit> &edits) {
  edits.push_back([op, operand](OpBuilder &builder) {
    const Value step = op->getOperand(operand);
    op->setOperand(operand, arith::AddIOp::create(builder, op->getLoc(), step, step));
  });
}

} // namespace

void changeLoopBound(Operation *op, std::vector<Edit> &edits) {
  unsigned loops = 0;
  if (isa<scf::ForOp>(op))
    loops = 1;
  else if (auto parallel = dyn_cast<scf::ParallelOp>(op))
    loops = parallel.getNumLoops();
  // Lower bounds, upper bounds, steps.
  for (unsigned i = 0; i < loops; ++i) {
    changeBound(op, i, edits, 1);
    changeBound(op, loops + i, edits, -1);
    changeBound(op, loops + i, edits, 1);
    doubleStep(op, 2 * loops + i, edits);
  }
}

void keepInit(Operation *op, std::vector<Edit> &edits) {
  auto loop = dyn_cast<scf::ForOp>(op);
  if (!loop)
    return;
  for (unsigned i = 0; i < loop.getNumResults(); ++i) {
    if (!loop.getResult(i).use_empty())
      edits.push_back([loop, i](OpBuilder &) mutable {
        loop.getResult(i).replaceAllUsesWith(loop.getInitArgs()[i]);
      });
    if (loop.getYieldedValues()[i] != loop.getRegionIterArg(i))
      edits.push_back([loop, i](OpBuilder &) mutable {
        loop.getBody()->getTerminator()->setOperand(i, loop.getRegionIterArg(i));
      });
  }
}

void swapBranches(Operation *op, std::vector<Edit> &edits) {
  auto branch = dyn_cast<scf::IfOp>(op);
  if (!branch || branch.getElseRegion().empty())
    return;
  edits.push_back([branch](OpBuilder &) mutable {
    Region kept;
    kept.takeBody(branch.getThenRegion());
    branch.getThenRegion().takeBody(branch.getElseRegion());
    branch.getElseRegion().takeBody(kept);
  });
}

void swapMapDims(Operation *op, std::vector<Edit> &edits) {
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (!generic)
    return;
  const SmallVector<AffineMap> maps = generic.getIndexingMapsArray();
  for (size_t which = 0; which < maps.size(); ++which)
    for (unsigned i = 1; i < maps[which].getNumResults(); ++i) {
      if (maps[which].getResult(i - 1) == maps[which].getResult(i))
        continue;
      edits.push_back([generic, maps, which, i](OpBuilder &builder) mutable {
        SmallVector<AffineExpr> results(maps[which].getResults());
        std::swap(results[i - 1], results[i]);
        SmallVector<AffineMap> changed(maps);
        changed[which] = AffineMap::get(maps[which].getNumDims(), maps[which].getNumSymbols(),
                                        results, generic.getContext());
        generic.setIndexingMapsAttr(builder.getAffineMapArrayAttr(changed));
      });
    }
}

void changeIterator(Operation *op, std::vector<Edit> &edits) {
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (!generic)
    return;
  for (size_t i = 0; i < generic.getIteratorTypesArray().size(); ++i)
    edits.push_back([generic, i](OpBuilder &builder) mutable {
      SmallVector<Attribute> kinds(generic.getIteratorTypes().getValue());
      const auto before = cast<linalg::IteratorTypeAttr>(kinds[i]).getValue();
      kinds[i] = linalg::IteratorTypeAttr::get(generic.getContext(),
                                               before == utils::IteratorType::parallel
                                                   ? utils::IteratorType::reduction
                                                   : utils::IteratorType::parallel);
      generic.setIteratorTypesAttr(builder.getArrayAttr(kinds));
    });
}

void shiftSlice(Operation *op, std::vector<Edit> &edits) {
  auto slice = dyn_cast<OffsetSizeAndStrideOpInterface>(op);
  if (!slice)
    return;
  const ArrayRef<int64_t> offsets = slice.getStaticOffsets();
  for (size_t i = 0; i < offsets.size(); ++i) {
    if (ShapedType::isDynamic(offsets[i]))
      continue;
    for (const int64_t by : {1, -1})
      if (offsets[i] + by >= 0)
        edits.push_back([op, i, by](OpBuilder &builder) {
          SmallVector<int64_t> changed(cast<OffsetSizeAndStrideOpInterface>(op).getStaticOffsets());
          changed[i] += by;
          op->setAttr("static_offsets", builder.getDenseI64ArrayAttr(changed));
        });
  }
}

void changeAttribute(Operation *op, std::vector<Edit> &edits) {
  if (op->getName().getDialectNamespace() != "assay")
    return;
  // The flags of an op are among its attributes where they are set, and among its names always.
  for (StringAttr name : op->getName().getAttributeNames()) {
    const Attribute value = op->getAttr(name);
    if (!value) {
      edits.push_back([op, name](OpBuilder &builder) { op->setAttr(name, builder.getUnitAttr()); });
    } else if (isa<UnitAttr>(value)) {
      edits.push_back([op, name](OpBuilder &) { op->removeAttr(name); });
    } else if (auto number = dyn_cast<IntegerAttr>(value)) {
      for (const int64_t by : {1, -1})
        if (number.getInt() + by >= 0)
          edits.push_back([op, name, number, by](OpBuilder &) {
            op->setAttr(name, IntegerAttr::get(number.getType(), number.getInt() + by));
          });
    } else if (auto number = dyn_cast<FloatAttr>(value)) {
      edits.push_back([op, name, number](OpBuilder &) {
        op->setAttr(name, FloatAttr::get(number.getType(), -number.getValue()));
      });
    }
  }
}

void swapPermutation(Operation *op, std::vector<Edit> &edits) {
  for (StringRef name : {"permutation", "dimensions"}) {
    auto list = op->getAttrOfType<DenseI64ArrayAttr>(name);
    if (!list || !isa<linalg::LinalgDialect>(op->getDialect()))
      continue;
    for (int64_t i = 1; i < list.size(); ++i)
      edits.push_back([op, name, list, i](OpBuilder &builder) {
        SmallVector<int64_t> changed(list.asArrayRef());
        std::swap(changed[static_cast<size_t>(i) - 1], changed[static_cast<size_t>(i)]);
        op->setAttr(name, builder.getDenseI64ArrayAttr(changed));
      });
  }
}

} // namespace assay::edits
