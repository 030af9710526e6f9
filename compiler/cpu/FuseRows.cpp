#include "compiler/builders/Builders.h"
#include "compiler/builders/Rows.h"
#include "compiler/cpu/Passes.h"

#include <mlir/Dialect/Linalg/IR/Linalg.h>
#include <mlir/Dialect/MemRef/IR/MemRef.h>
#include <mlir/Dialect/SCF/IR/SCF.h>

using namespace mlir;

namespace assay {

#define GEN_PASS_DEF_FUSEROWSPASS
#include "compiler/cpu/Passes.h.inc"

namespace {

/// Below so many elements everything stays in cache anyway, and shorter rows are not worth a loop.
constexpr int64_t fewElements = 8192, shortRow = 64;

/// An extent to choose by: what is not known is thought to be large.
int64_t guess(int64_t extent) { return ShapedType::isDynamic(extent) ? fewElements : extent; }

/// The iterations of these loops, as far as more of them matter.
int64_t iterations(ArrayRef<int64_t> extents) {
  int64_t product = 1;
  for (int64_t extent : extents)
    product = std::min(product * guess(extent), fewElements);
  return product;
}

unsigned outerParallelLoops(linalg::LinalgOp op) {
  unsigned count = 0;
  for (utils::IteratorType type : op.getIteratorTypesArray()) {
    if (type != utils::IteratorType::parallel)
      break;
    ++count;
  }
  return count;
}

/// Ops that follow one another and may be done row by row.
class RowGroup {
public:
  /// Adds the op if it can be done with the others.
  bool add(linalg::LinalgOp op);
  bool isWorthIt() const;
  void write(RewriterBase &rewriter);

private:
  using Ops = SmallVector<linalg::LinalgOp>;

  static unsigned rowsOf(const Ops &ops);
  SmallVector<memref::AllocOp> localBuffers() const;
  void shrink(memref::AllocOp buffer, RewriterBase &rewriter) const;

  Ops ops;
  unsigned rows = 0;
};

/// Over how many outer loops the ops can be done row by row, 0 if they cannot.
unsigned RowGroup::rowsOf(const Ops &ops) {
  unsigned rows = ~0U;
  int64_t longest = 0;
  for (linalg::LinalgOp op : ops)
    rows = std::min(rows, outerParallelLoops(op));
  for (; rows > 0; --rows) {
    longest = 0;
    for (linalg::LinalgOp op : ops)
      longest = std::max(longest, iterations(ArrayRef(op.getStaticLoopRanges()).drop_front(rows)));
    if (longest >= shortRow && haveSameRows(ops, rows) && keepToRows(ops, rows))
      return rows;
  }
  return 0;
}

bool RowGroup::add(linalg::LinalgOp op) {
  // Of loops that have no iterations upstream's makeTiledShapes() takes one for one that is not
  // tiled, and reads past an array.
  if (!op.hasPureBufferSemantics() || op.getNumLoops() == 0 ||
      llvm::is_contained(op.getStaticLoopRanges(), 0))
    return false;
  Ops more = ops;
  more.push_back(op);
  const unsigned common = rowsOf(more);
  if (common == 0 && !ops.empty())
    return false;
  ops = std::move(more);
  rows = common;
  return true;
}

bool RowGroup::isWorthIt() const {
  return rows > 0 && ops.size() > 1 &&
         llvm::any_of(ops, [](linalg::LinalgOp op) { return op.getNumReductionLoops() > 0; }) &&
         llvm::any_of(ops, [](linalg::LinalgOp op) {
           return iterations(op.getStaticLoopRanges()) >= fewElements;
         });
}

/// Those that nobody but the ops has to do with.
SmallVector<memref::AllocOp> RowGroup::localBuffers() const {
  llvm::SmallSetVector<memref::AllocOp, 4> buffers;
  for (linalg::LinalgOp op : ops)
    for (Value init : op.getDpsInits())
      if (auto buffer = init.getDefiningOp<memref::AllocOp>();
          buffer && llvm::all_of(buffer->getUsers(), [&](Operation *user) {
            return llvm::any_of(ops, [&](linalg::LinalgOp each) { return each == user; });
          }))
        buffers.insert(buffer);
  return buffers.takeVector();
}

/// Leaves room for one row in a buffer of which only slices of a row are left.
void RowGroup::shrink(memref::AllocOp buffer, RewriterBase &rewriter) const {
  rewriter.setInsertionPoint(buffer);
  SmallVector<OpFoldResult> sizes = buffer.getMixedSizes();
  llvm::fill(MutableArrayRef(sizes).take_front(rows), rewriter.getIndexAttr(1));
  Values dynamic;
  SmallVector<int64_t> shape;
  dispatchIndexOpFoldResults(sizes, dynamic, shape);
  const MemRefType type = buffer.getType();
  Value row = memref::AllocOp::create(rewriter, buffer.getLoc(),
                                      MemRefType::get(shape, type.getElementType()), dynamic);
  for (Operation *user : llvm::make_early_inc_range(buffer->getUsers())) {
    auto slice = cast<memref::SubViewOp>(user);
    SmallVector<OpFoldResult> offsets = slice.getMixedOffsets();
    llvm::fill(MutableArrayRef(offsets).take_front(rows), rewriter.getIndexAttr(0));
    rewriter.setInsertionPoint(slice);
    rewriter.replaceOpWithNewOp<memref::SubViewOp>(slice, row, offsets, slice.getMixedSizes(),
                                                   slice.getMixedStrides());
  }
  rewriter.eraseOp(buffer);
}

/// Computes ahead of an op on one row what its elements have in common, which is what it reads by
/// the row alone.
static void hoistFromRow(linalg::GenericOp op, unsigned rows) {
  ImplicitLocOpBuilder b(op.getLoc(), op);
  for (OpOperand *input : op.getDpsInputOperands()) {
    const AffineMap map = op.getMatchingIndexingMap(input);
    const bool isOfRowAlone = llvm::all_of(map.getResults(), [&](AffineExpr result) {
      auto loop = dyn_cast<AffineDimExpr>(result);
      return loop && loop.getPosition() < rows;
    });
    BlockArgument element = op.getMatchingBlockArgument(input);
    if (!isOfRowAlone || !isa<MemRefType>(input->get().getType()) || element.use_empty())
      continue;
    const Values place(map.getNumResults(), indexConstant(b, 0));
    element.replaceAllUsesWith(memref::LoadOp::create(b, input->get(), place));
  }
  for (Operation &inner : llvm::make_early_inc_range(op.getBody()->without_terminator()))
    if (isPure(&inner) && !isa<linalg::IndexOp>(inner) && inner.getNumRegions() == 0 &&
        llvm::all_of(inner.getOperands(),
                     [&](Value operand) { return operand.getParentBlock() != op.getBody(); }))
      inner.moveBefore(op);
}

void RowGroup::write(RewriterBase &rewriter) {
  const SmallVector<memref::AllocOp> local = localBuffers();
  ImplicitLocOpBuilder b(ops.back().getLoc(), rewriter);
  b.setInsertionPoint(ops.back());
  Values bounds;
  const SmallVector<Range, 4> ranges = ops.back().createLoopRanges(b, b.getLoc());
  for (const Range &range : ArrayRef(ranges).take_front(rows))
    bounds.push_back(getValueOrCreateConstantIndexOp(b, b.getLoc(), range.size));
  loops(b, bounds, {}, [&](ImplicitLocOpBuilder &inner, ValueRange row, ValueRange) -> Values {
    for (linalg::LinalgOp op : ops) {
      SmallVector<OpFoldResult> offsets(row.begin(), row.end()), sizes(rows, inner.getIndexAttr(1));
      const SmallVector<Range, 4> all = op.createLoopRanges(inner, op.getLoc());
      for (const Range &range : ArrayRef(all).drop_front(rows)) {
        offsets.push_back(inner.getIndexAttr(0));
        sizes.push_back(range.size);
      }
      FailureOr<TilingResult> tiled =
          cast<TilingInterface>(op.getOperation()).getTiledImplementation(inner, offsets, sizes);
      if (auto generic = dyn_cast<linalg::GenericOp>(tiled->tiledOps.front()))
        hoistFromRow(generic, rows);
    }
    return {};
  });
  for (linalg::LinalgOp op : ops)
    rewriter.eraseOp(op);
  for (memref::AllocOp buffer : local)
    shrink(buffer, rewriter);
}

struct FuseRowsPass : impl::FuseRowsPassBase<FuseRowsPass> {
  void runOnOperation() override {
    SmallVector<RowGroup> groups;
    getOperation()->walk([&](Block *block) { collectRowGroups<linalg::LinalgOp>(*block, groups); });
    IRRewriter rewriter(&getContext());
    for (RowGroup &group : groups)
      group.write(rewriter);
  }
};

} // namespace

} // namespace assay
