#include "compiler/gpu/GroupLoop.h"
#include "compiler/gpu/Iteration.h"
#include "compiler/gpu/Passes.h"

#include <mlir/Dialect/AMDGPU/IR/AMDGPUDialect.h>
#include <mlir/Dialect/Affine/IR/AffineOps.h>
#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/Dialect/GPU/IR/GPUDialect.h>
#include <mlir/Dialect/Linalg/IR/LinalgInterfaces.h>
#include <mlir/Dialect/MemRef/IR/MemRef.h>
#include <mlir/Dialect/Vector/IR/VectorOps.h>

using namespace mlir;

namespace assay {

#define GEN_PASS_DEF_USEMFMAPASS
#include "compiler/gpu/Passes.h.inc"

namespace {

/// Rows and columns of a tile: what a wave multiplies at a time.
constexpr int64_t tileSize = 16;
/// A work-item has an element of a row of the tile of A, or several next to each other, and as many
/// of B: so many have one row.
constexpr int64_t quarters = waveSize / tileSize;

/// A multiplication of matrices, with a sum in f32.
struct Multiplication {
  linalg::GenericOp op;
  unsigned m, n, k;                 // the loops that are tiled
  SmallVector<unsigned> groups;     // the other parallel loops
  SmallVector<unsigned> reductions; // the other loops
  Type element;

  /// Elements of A that a work-item holds.
  int64_t perItem() const { return element.isF32() ? 1 : 4; }
  /// How far an instruction goes along k.
  int64_t depth() const { return quarters * perItem(); }
};

/// Whether the body adds the product of the two inputs, as they are or extended, to the output.
bool multipliesAndAdds(linalg::GenericOp op) {
  auto yield = cast<linalg::YieldOp>(op.getBody()->getTerminator());
  auto sum = yield.getOperand(0).getDefiningOp<arith::AddFOp>();
  if (!sum)
    return false;
  Value output = op.getRegionOutputArgs().front();
  Value added = sum.getLhs() == output ? sum.getRhs() : sum.getLhs();
  auto product = added.getDefiningOp<arith::MulFOp>();
  if (!product || added == output || !llvm::is_contained(sum->getOperands(), output))
    return false;
  const auto input = [](Value value) {
    auto extension = value.getDefiningOp<arith::ExtFOp>();
    return extension ? extension.getIn() : value;
  };
  Value a = input(product.getLhs()), b = input(product.getRhs());
  Value first = op.getRegionInputArgs()[0], second = op.getRegionInputArgs()[1];
  return (a == first && b == second) || (a == second && b == first);
}

std::optional<Multiplication> match(linalg::GenericOp op, bool isHalfExact) {
  if (!op.hasPureBufferSemantics() || op.getNumDpsInputs() != 2 || op.getNumDpsInits() != 1 ||
      !multipliesAndAdds(op) || !llvm::all_of(op.getIndexingMapsArray(), [](AffineMap map) {
        return map.isProjectedPermutation();
      }))
    return std::nullopt;
  const auto element = [&](unsigned operand) {
    return getElementTypeOrSelf(op->getOperand(operand).getType());
  };
  Type type = element(0);
  if (type != element(1) || !element(2).isF32() ||
      !(type.isF32() || (isHalfExact && (type.isF16() || type.isBF16()))))
    return std::nullopt;
  FailureOr<linalg::ContractionDimensions> dims = linalg::inferContractionDims(op);
  if (failed(dims) || dims->m.empty() || dims->n.empty() || dims->k.empty())
    return std::nullopt;
  Multiplication result{op, dims->m.back(), dims->n.back(), dims->k.back(), {}, {}, type};
  for (auto [loop, kind] : llvm::enumerate(op.getIteratorTypesArray())) {
    if (loop == result.m || loop == result.n || loop == result.k)
      continue;
    (kind == utils::IteratorType::parallel ? result.groups : result.reductions)
        .push_back(static_cast<unsigned>(loop));
  }
  return result;
}

/// Writes the code of one wave, for one tile of the result.
class TileWriter {
public:
  TileWriter(const Multiplication &it, ArrayRef<Value> extents, ValueRange groups)
      : it(it), extents(extents), indices(extents.size()) {
    for (auto [loop, index] : llvm::zip(it.groups, groups))
      indices[loop] = index;
  }

  void write(ImplicitLocOpBuilder &b, Value rowTile, Value columnTile) {
    Value item = gpu::ThreadIdOp::create(b, gpu::Dimension::x);
    Value size = indexConstant(b, tileSize);
    lane = arith::RemUIOp::create(b, item, size);
    quarter = arith::DivUIOp::create(b, item, size);
    rowBase = arith::MulIOp::create(b, rowTile, size);
    columnBase = arith::MulIOp::create(b, columnTile, size);
    auto zero = DenseElementsAttr::get(VectorType::get(quarters, b.getF32Type()), 0.0f);
    Value sum = overReductions(b, arith::ConstantOp::create(b, zero));
    store(b, sum);
  }

private:
  /// Loops over the reductions that are not tiled, and in them along k.
  Value overReductions(ImplicitLocOpBuilder &b, Value sum) {
    Values bounds;
    for (unsigned loop : it.reductions)
      bounds.push_back(extents[loop]);
    return loops(b, bounds, sum,
                 [&](ImplicitLocOpBuilder &b, ValueRange iteration, ValueRange sofar) -> Values {
                   for (auto [loop, index] : llvm::zip(it.reductions, iteration))
                     indices[loop] = index;
                   return {alongDepth(b, sofar[0])};
                 })
        .front();
  }

  Value alongDepth(ImplicitLocOpBuilder &b, Value sum) {
    return steps(b, indexConstant(b, 0), extents[it.k], indexConstant(b, it.depth()), sum,
                 [&](ImplicitLocOpBuilder &b, Value start, ValueRange sofar) -> Values {
                   return {multiply(b, start, sofar[0])};
                 })
        .front();
  }

  Value multiply(ImplicitLocOpBuilder &b, Value start, Value sum) {
    Value row = arith::AddIOp::create(b, rowBase, lane);
    Value column = arith::AddIOp::create(b, columnBase, lane);
    Value a = gather(b, 0, it.m, row, start), c = gather(b, 1, it.n, column, start);
    return amdgpu::MFMAOp::create(b, sum.getType(), tileSize, tileSize,
                                  static_cast<uint32_t>(it.depth()), /*blocks=*/1, a, c, sum);
  }

  /// This work-item's elements of an input: at `place` along `loop`, and next to each other along
  /// k. What is outside of the matrix is 0.
  Value gather(ImplicitLocOpBuilder &b, unsigned operand, unsigned loop, Value place, Value start) {
    const int64_t count = it.perItem();
    Value first = arith::MulIOp::create(b, quarter, indexConstant(b, count));
    first = arith::AddIOp::create(b, first, start);
    Values elements;
    for (int64_t i = 0; i < count; ++i) {
      Values at = indices;
      at[loop] = place;
      at[it.k] = arith::AddIOp::create(b, first, indexConstant(b, i));
      // The other operand's loop does not occur in this one's map.
      at[loop == it.m ? it.n : it.m] = place;
      Value isInside =
          arith::AndIOp::create(b, isBelow(b, place, loop), isBelow(b, at[it.k], it.k));
      elements.append(branch(
          b, isInside,
          [&](ImplicitLocOpBuilder &b) -> Values { return {loadOperand(b, it.op, operand, at)}; },
          [&](ImplicitLocOpBuilder &b) -> Values {
            return {arith::ConstantOp::create(b, b.getZeroAttr(it.element))};
          }));
    }
    if (count == 1)
      return elements.front();
    return vector::FromElementsOp::create(b, VectorType::get(count, it.element), elements);
  }

  /// The work-item has four elements of a column of the tile.
  void store(ImplicitLocOpBuilder &b, Value sum) {
    Value column = arith::AddIOp::create(b, columnBase, lane);
    Value first = arith::MulIOp::create(b, quarter, indexConstant(b, quarters));
    first = arith::AddIOp::create(b, rowBase, first);
    for (int64_t i = 0; i < quarters; ++i) {
      Values at = indices;
      at[it.m] = arith::AddIOp::create(b, first, indexConstant(b, i));
      at[it.n] = column;
      for (unsigned loop : it.reductions)
        at[loop] = column; // not in the output's map
      at[it.k] = column;
      Value isInside =
          arith::AndIOp::create(b, isBelow(b, at[it.m], it.m), isBelow(b, column, it.n));
      branch(b, isInside, [&](ImplicitLocOpBuilder &b) -> Values {
        Value added = vector::ExtractOp::create(b, sum, i);
        Value total = arith::AddFOp::create(b, loadOperand(b, it.op, 2, at), added);
        memref::StoreOp::create(b, total, it.op->getOperand(2), placeInOperand(b, it.op, 2, at));
        return {};
      });
    }
  }

  Value isBelow(ImplicitLocOpBuilder &b, Value index, unsigned loop) {
    return arith::CmpIOp::create(b, arith::CmpIPredicate::ult, index, extents[loop]);
  }

  const Multiplication &it;
  ArrayRef<Value> extents;
  Values indices; // of the loops, as far as they are known
  Value lane, quarter, rowBase, columnBase;
};

void rewrite(const Multiplication &multiplication) {
  linalg::GenericOp op = multiplication.op;
  ImplicitLocOpBuilder b(op.getLoc(), op);
  Values extents = loopExtents(b, op), outer;
  for (unsigned loop : multiplication.groups)
    outer.push_back(extents[loop]);
  for (unsigned loop : {multiplication.m, multiplication.n})
    outer.push_back(arith::CeilDivUIOp::create(b, extents[loop], indexConstant(b, tileSize)));
  createGroupLoop(b, outer, waveSize, [&](ImplicitLocOpBuilder &b, ValueRange indices) {
    TileWriter(multiplication, extents, indices.drop_back(2))
        .write(b, indices[indices.size() - 2], indices.back());
  });
  op.erase();
}

struct UseMfmaPass : impl::UseMfmaPassBase<UseMfmaPass> {
  using impl::UseMfmaPassBase<UseMfmaPass>::UseMfmaPassBase;

  void runOnOperation() override {
    SmallVector<Multiplication> found;
    getOperation()->walk([&](linalg::GenericOp op) {
      auto multiplication =
          isa<func::FuncOp>(op->getParentOp()) ? match(op, isHalfExact) : std::nullopt;
      if (multiplication)
        found.push_back(*multiplication);
    });
    for (const Multiplication &multiplication : found)
      rewrite(multiplication);
  }
};

} // namespace

} // namespace assay
