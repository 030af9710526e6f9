#include "compiler/cpu/Access.h"
#include "compiler/cpu/Passes.h"

#include <mlir/Dialect/MemRef/IR/MemRef.h>
#include <mlir/Dialect/SCF/IR/SCF.h>
#include <mlir/Dialect/Vector/IR/VectorOps.h>

#include <llvm/Support/MathExtras.h>

using namespace mlir;

namespace assay {

#define GEN_PASS_DEF_USEOUTERPRODUCTSPASS
#include "compiler/cpu/Passes.h.inc"

namespace {

/// 6 rows of two vectors take 12 of the 16 vector registers of AVX2, and leave what a step reads.
constexpr int64_t rowsOfTile = 6, vectorsOfTile = 2;

/// What is summed in one go: a panel of so many steps and one tile's lanes stays in the first
/// cache, and so many elements of the other operand in the second.
constexpr int64_t stepsOfPanel = 512, elementsOfBlock = 61440;

/// Steps over the inner reduction loops together, at most.
constexpr int64_t mostSteps = 1024;

/// Below so many iterations an op is not worth the code.
constexpr int64_t fewIterations = 4096;

/// What a loop of the op is for. The result is computed in tiles of rows and lanes, each by a sum
/// of outer products: of what depends on rows and what depends on lanes.
struct Roles {
  unsigned lanes = 0, rows = 0;
  /// Parallel loops on which an operand with lanes depends, and those on which none does.
  SmallVector<unsigned> outer, middle;
  /// Reduction loops of one tile, and those outside. The last inner one is cut into panels.
  SmallVector<unsigned> outerSums, innerSums;
};

bool dependsOn(linalg::LinalgOp op, OpOperand *operand, unsigned loop) {
  return op.getMatchingIndexingMap(operand).isFunctionOfDim(loop);
}

/// Whether `loop` can be the rows beside these lanes: no operand has both, and each has one.
bool canBeRows(linalg::LinalgOp op, unsigned loop, unsigned lanes) {
  bool hasRows = false, hasLanes = false;
  for (OpOperand *input : op.getDpsInputOperands()) {
    const bool ofRows = dependsOn(op, input, loop), ofLanes = dependsOn(op, input, lanes);
    if (ofRows && ofLanes)
      return false;
    hasRows |= ofRows;
    hasLanes |= ofLanes;
  }
  return hasRows && hasLanes;
}

/// An extent to choose by: what is not known is thought to be large.
int64_t guess(int64_t extent) { return ShapedType::isDynamic(extent) ? 1 << 20 : extent; }

std::optional<Roles> chooseRoles(linalg::LinalgOp op) {
  const SmallVector<int64_t> extents = op.getStaticLoopRanges();
  const AffineMap result = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  if (!result.isProjectedPermutation() || result.getNumResults() == 0)
    return std::nullopt;
  Roles roles;
  roles.lanes = result.getDimPosition(result.getNumResults() - 1);
  std::optional<unsigned> rows;
  SmallVector<unsigned> parallel, sums;
  op.getParallelDims(parallel);
  op.getReductionDims(sums);
  for (unsigned loop : parallel)
    if (loop != roles.lanes && canBeRows(op, loop, roles.lanes) &&
        (!rows || guess(extents[loop]) >= guess(extents[*rows])))
      rows = loop;
  if (!rows || sums.empty() || parallel.size() != result.getNumResults())
    return std::nullopt;
  roles.rows = *rows;
  for (unsigned loop : parallel)
    if (loop != roles.lanes && loop != roles.rows) {
      const bool ofLanes = llvm::any_of(op.getDpsInputOperands(), [&](OpOperand *input) {
        return dependsOn(op, input, roles.lanes) && dependsOn(op, input, loop);
      });
      (ofLanes ? roles.outer : roles.middle).push_back(loop);
    }
  int64_t steps = std::min(guess(extents[sums.back()]), stepsOfPanel);
  roles.innerSums = {sums.pop_back_val()};
  while (!sums.empty() && steps * guess(extents[sums.back()]) <= mostSteps) {
    steps *= extents[sums.back()];
    roles.innerSums.insert(roles.innerSums.begin(), sums.pop_back_val());
  }
  roles.outerSums = sums;
  return roles;
}

bool isWorthIt(linalg::LinalgOp op) {
  int64_t iterations = 1; // or enough
  for (int64_t extent : op.getStaticLoopRanges()) {
    if (extent == 0)
      return false;
    iterations *= std::min<int64_t>(guess(extent), fewIterations);
    iterations = std::min<int64_t>(iterations, fewIterations);
  }
  return iterations >= fewIterations;
}

/// Writes the loops of one op.
class OuterProducts {
public:
  OuterProducts(linalg::LinalgOp op, Roles roles, ImplicitLocOpBuilder &b)
      : op(op), roles(std::move(roles)), b(b), staticExtents(op.getStaticLoopRanges()) {
    const int64_t most = vectorsOfTile * bytesOfVector / largestElement(op);
    lanes = std::min(
        most, static_cast<int64_t>(llvm::PowerOf2Ceil(guess(staticExtents[this->roles.lanes]))));
    rows = std::min(rowsOfTile, guess(staticExtents[this->roles.rows]));
  }

  void write();

private:
  /// An operand that is not an output.
  struct Input {
    Access access;
    Type element;
    bool hasRows, hasLanes;
    Value panel; // memref<?xT>, if it is packed
  };

  void prepare();
  void free();
  /// Loops over all indices below the extents of these loops, which `indices` has then.
  void forEach(ArrayRef<unsigned> loops, llvm::function_ref<void()> body);
  void writePanels();
  void writeBlock(Value begin, Value end);
  void packRows(Input &input, Value begin, Value end);
  void packLanes(Input &input);
  void writeTile(Value end);
  void copyTile(Value from, Value fromStart, Value fromStep, Value to, Value toStart, Value toStep);
  Values sum(ValueRange accumulators, Value end);
  /// For each row of the current tile, the place of its element without the sums; one place if the
  /// input has no rows.
  Values placesOfRows(Input &input, Value end);
  /// What the input contributes to a step, for each row.
  Values vectorsOf(Input &input, ValueRange places, ValueRange sums);
  /// How many iterations of an inner sum a panel holds: all that there are, but of the last one.
  int64_t iterationsOfPanel(unsigned innerSum) const {
    return innerSum == roles.innerSums.back()
               ? std::min(guess(staticExtents[innerSum]), stepsOfPanel)
               : staticExtents[innerSum];
  }
  /// Where the step at these indices of the inner sums begins in a panel.
  Value stepInPanel(ValueRange sums, int64_t width);
  /// Loops over the steps of a panel.
  Values forEachStep(ValueRange carried, LoopBody body);
  bool isPartial(unsigned loop, int64_t tile) const {
    return ShapedType::isDynamic(staticExtents[loop]) || staticExtents[loop] % tile != 0;
  }

  linalg::LinalgOp op;
  Roles roles;
  ImplicitLocOpBuilder &b;
  SmallVector<int64_t> staticExtents;
  int64_t lanes, rows;
  /// Steps of a panel, at most.
  int64_t panelSteps = 1;
  /// Rows of a block, a multiple of a tile's.
  int64_t blockRows = 0;
  Values extents;
  SmallVector<Input> inputs;
  Access output;
  Value scratch; // a tile that reaches out of the result
  /// The iteration that is being written; null where a loop is not entered yet.
  Values indices;
  /// Of the last inner sum: where the panel begins, and its steps.
  Value panelBegin, panelLength;
  /// Elements of the current tile, and where its block begins.
  Value rowsLeft, lanesLeft, blockBegin;
  SmallVector<Value> buffers;
};

void OuterProducts::prepare() {
  for (const Range &range : op.createLoopRanges(b, b.getLoc()))
    extents.push_back(getValueOrCreateConstantIndexOp(b, b.getLoc(), range.size));
  indices.assign(extents.size(), Value());
  for (unsigned loop : roles.innerSums)
    panelSteps *= iterationsOfPanel(loop);
  blockRows = std::max<int64_t>(elementsOfBlock / (panelSteps * rows), 1) * rows;
  const auto buffer = [&](int64_t elements, Type type) {
    buffers.push_back(allocate(b, elements, type));
    return buffers.back();
  };
  for (OpOperand *operand : op.getDpsInputOperands()) {
    Input input{{},
                getElementTypeOrSelf(operand->get()),
                dependsOn(op, operand, roles.rows),
                dependsOn(op, operand, roles.lanes),
                {}};
    input.access = accessOf(b, operand->get(), op.getMatchingIndexingMap(operand));
    if (input.hasLanes)
      input.panel = buffer(panelSteps * lanes, input.element);
    // What lies along the sums is read as it is.
    if (input.hasRows && roles.middle.empty() && !input.access.isContiguous(roles.innerSums.back()))
      input.panel = buffer(panelSteps * blockRows, input.element);
    inputs.push_back(input);
  }
  OpOperand *init = op.getDpsInitOperand(0);
  output = accessOf(b, init->get(), op.getMatchingIndexingMap(init));
  if (isPartial(roles.rows, rows) || isPartial(roles.lanes, lanes))
    scratch = buffer(rows * lanes, getElementTypeOrSelf(init->get()));
}

void OuterProducts::free() {
  for (Value buffer : buffers)
    memref::DeallocOp::create(b, buffer);
}

void OuterProducts::forEach(ArrayRef<unsigned> which, llvm::function_ref<void()> body) {
  Values bounds;
  for (unsigned loop : which)
    bounds.push_back(extents[loop]);
  loops(b, bounds, {}, [&](ImplicitLocOpBuilder &, ValueRange places, ValueRange) -> Values {
    for (auto [loop, place] : llvm::zip_equal(which, places))
      indices[loop] = place;
    body();
    return {};
  });
}

void OuterProducts::write() {
  prepare();
  forEach(roles.outer, [&] { forEach(roles.outerSums, [&] { writePanels(); }); });
  free();
}

void OuterProducts::writePanels() {
  const unsigned last = roles.innerSums.back();
  steps(b, indexConstant(b, 0), extents[last], indexConstant(b, stepsOfPanel), {},
        [&](ImplicitLocOpBuilder &, Value begin, ValueRange) -> Values {
          panelBegin = begin;
          panelLength = least(b, b.createOrFold<arith::SubIOp>(extents[last], begin), stepsOfPanel);
          if (!roles.middle.empty()) {
            writeBlock(indexConstant(b, 0), extents[roles.rows]);
            return {};
          }
          steps(b, indexConstant(b, 0), extents[roles.rows], indexConstant(b, blockRows), {},
                [&](ImplicitLocOpBuilder &, Value row, ValueRange) -> Values {
                  Value next = b.createOrFold<arith::AddIOp>(row, indexConstant(b, blockRows));
                  writeBlock(row, b.createOrFold<arith::MinSIOp>(next, extents[roles.rows]));
                  return {};
                });
          return {};
        });
}

/// All of the result's elements in these rows, of one panel.
void OuterProducts::writeBlock(Value begin, Value end) {
  blockBegin = begin;
  for (Input &input : inputs)
    if (input.hasRows && input.panel)
      packRows(input, begin, end);
  steps(b, indexConstant(b, 0), extents[roles.lanes], indexConstant(b, lanes), {},
        [&](ImplicitLocOpBuilder &, Value lane, ValueRange) -> Values {
          indices[roles.lanes] = lane;
          lanesLeft = least(b, b.createOrFold<arith::SubIOp>(extents[roles.lanes], lane), lanes);
          for (Input &input : inputs)
            if (input.hasLanes)
              packLanes(input);
          forEach(roles.middle, [&] {
            steps(b, begin, end, indexConstant(b, rows), {},
                  [&](ImplicitLocOpBuilder &, Value row, ValueRange) -> Values {
                    indices[roles.rows] = row;
                    rowsLeft = least(b, b.createOrFold<arith::SubIOp>(end, row), rows);
                    writeTile(end);
                    return {};
                  });
          });
          return {};
        });
}

Values OuterProducts::forEachStep(ValueRange carried, LoopBody body) {
  Values bounds;
  for (unsigned loop : ArrayRef(roles.innerSums).drop_back())
    bounds.push_back(extents[loop]);
  bounds.push_back(panelLength);
  return loops(
      b, bounds, carried, [&](ImplicitLocOpBuilder &builder, ValueRange sums, ValueRange inside) {
        for (auto [loop, index] : llvm::zip_equal(roles.innerSums, sums))
          indices[loop] = index;
        indices[roles.innerSums.back()] = b.createOrFold<arith::AddIOp>(panelBegin, sums.back());
        return body(builder, sums, inside);
      });
}

Value OuterProducts::stepInPanel(ValueRange sums, int64_t width) {
  Value flat = indexConstant(b, 0);
  for (auto [loop, index] : llvm::zip_equal(roles.innerSums, sums)) {
    flat = b.createOrFold<arith::AddIOp>(
        b.createOrFold<arith::MulIOp>(flat, indexConstant(b, iterationsOfPanel(loop))), index);
  }
  return b.createOrFold<arith::MulIOp>(flat, indexConstant(b, width));
}

/// A tile's rows of a step lie together, all steps of a tile behind each other. What a tile has
/// more than there are rows stays as it is: nothing that is computed of it is stored.
void OuterProducts::packRows(Input &input, Value begin, Value end) {
  steps(b, begin, end, indexConstant(b, rows), {},
        [&](ImplicitLocOpBuilder &, Value row, ValueRange) -> Values {
          Value tile = b.createOrFold<arith::MulIOp>(b.createOrFold<arith::SubIOp>(row, begin),
                                                     indexConstant(b, panelSteps));
          Value count = least(b, b.createOrFold<arith::SubIOp>(end, row), rows);
          forEachStep({}, [&](ImplicitLocOpBuilder &, ValueRange sums, ValueRange) -> Values {
            Value to = b.createOrFold<arith::AddIOp>(tile, stepInPanel(sums, rows));
            indices[roles.rows] = row;
            Value from = input.access.place(b, indices);
            steps(b, indexConstant(b, 0), count, indexConstant(b, 1), {},
                  [&](ImplicitLocOpBuilder &, Value i, ValueRange) -> Values {
                    Value step = b.createOrFold<arith::MulIOp>(i, input.access.steps[roles.rows]);
                    Value element = memref::LoadOp::create(
                        b, input.access.base, ValueRange{arith::AddIOp::create(b, from, step)});
                    memref::StoreOp::create(b, element, input.panel,
                                            ValueRange{arith::AddIOp::create(b, to, i)});
                    return {};
                  });
            return {};
          });
          return {};
        });
}

/// A step's lanes lie together, all steps behind each other. What is missing of the lanes stays as
/// it is.
void OuterProducts::packLanes(Input &input) {
  const auto copyOne = [&](Value from, Value to, Value lane) {
    Value step = b.createOrFold<arith::MulIOp>(lane, input.access.steps[roles.lanes]);
    Value element = memref::LoadOp::create(b, input.access.base,
                                           ValueRange{arith::AddIOp::create(b, from, step)});
    memref::StoreOp::create(b, element, input.panel,
                            ValueRange{arith::AddIOp::create(b, to, lane)});
  };
  forEachStep({}, [&](ImplicitLocOpBuilder &, ValueRange sums, ValueRange) -> Values {
    Value from = input.access.place(b, indices), to = stepInPanel(sums, lanes);
    const auto oneByOne = [&](ImplicitLocOpBuilder &) -> Values {
      return steps(b, indexConstant(b, 0), lanesLeft, indexConstant(b, 1), {},
                   [&](ImplicitLocOpBuilder &, Value lane, ValueRange) -> Values {
                     copyOne(from, to, lane);
                     return {};
                   });
    };
    const auto together = [&](ImplicitLocOpBuilder &) -> Values {
      auto type = VectorType::get({lanes}, input.element);
      Value all = vector::LoadOp::create(b, type, input.access.base, ValueRange{from});
      vector::StoreOp::create(b, all, input.panel, ValueRange{to});
      return {};
    };
    if (!input.access.isContiguous(roles.lanes))
      return oneByOne(b);
    if (!isPartial(roles.lanes, lanes))
      return together(b);
    Value isFull =
        arith::CmpIOp::create(b, arith::CmpIPredicate::eq, lanesLeft, indexConstant(b, lanes));
    return branch(b, isFull, together, oneByOne);
  });
}

/// What there is of a tile, element by element.
void OuterProducts::copyTile(Value from, Value fromStart, Value fromStep, Value to, Value toStart,
                             Value toStep) {
  loops(b, {rowsLeft, lanesLeft}, {},
        [&](ImplicitLocOpBuilder &, ValueRange at, ValueRange) -> Values {
          const auto place = [&](Value start, Value step) -> Value {
            Value row = arith::AddIOp::create(b, start, arith::MulIOp::create(b, at[0], step));
            return arith::AddIOp::create(b, row, at[1]);
          };
          Value element = memref::LoadOp::create(b, from, ValueRange{place(fromStart, fromStep)});
          memref::StoreOp::create(b, element, to, ValueRange{place(toStart, toStep)});
          return {};
        });
}

/// A tile that reaches out of the result is computed in the scratch buffer.
void OuterProducts::writeTile(Value end) {
  const Value place = output.place(b, indices), step = output.steps[roles.rows];
  const Value zero = indexConstant(b, 0), width = indexConstant(b, lanes);
  Value isPart, base = output.base, start = place, rowStep = step;
  if (scratch) {
    const auto isLess = [&](Value left, int64_t all) {
      return b.createOrFold<arith::CmpIOp>(arith::CmpIPredicate::slt, left, indexConstant(b, all));
    };
    isPart = b.createOrFold<arith::OrIOp>(isLess(rowsLeft, rows), isLess(lanesLeft, lanes));
    branch(b, isPart, [&](ImplicitLocOpBuilder &) -> Values {
      copyTile(output.base, place, step, scratch, zero, width);
      return {};
    });
    base = arith::SelectOp::create(b, isPart, scratch, output.base);
    start = arith::SelectOp::create(b, isPart, zero, place);
    rowStep = arith::SelectOp::create(b, isPart, width, step);
  }
  Values places, accumulators;
  for (int64_t row = 0; row < rows; ++row) {
    places.push_back(start);
    start = b.createOrFold<arith::AddIOp>(start, rowStep);
  }
  auto type = VectorType::get({lanes}, cast<MemRefType>(base.getType()).getElementType());
  for (Value at : places)
    accumulators.push_back(vector::LoadOp::create(b, type, base, ValueRange{at}));
  accumulators = sum(accumulators, end);
  for (auto [at, sums] : llvm::zip_equal(places, accumulators))
    vector::StoreOp::create(b, sums, base, ValueRange{at});
  if (scratch)
    branch(b, isPart, [&](ImplicitLocOpBuilder &) -> Values {
      copyTile(scratch, zero, width, output.base, place, step);
      return {};
    });
}

Values OuterProducts::placesOfRows(Input &input, Value end) {
  if (input.hasLanes)
    return {indexConstant(b, 0)};
  const Value firstRow = indices[roles.rows];
  Values places;
  if (input.panel) {
    Value tile = b.createOrFold<arith::MulIOp>(b.createOrFold<arith::SubIOp>(firstRow, blockBegin),
                                               indexConstant(b, panelSteps));
    for (int64_t row = 0; row < rows; ++row)
      places.push_back(b.createOrFold<arith::AddIOp>(tile, indexConstant(b, row)));
    return places;
  }
  // The last row stands in for those that are not there.
  Value last = b.createOrFold<arith::SubIOp>(end, indexConstant(b, 1));
  for (int64_t row = 0; row < (input.hasRows ? rows : 1); ++row) {
    Value next = b.createOrFold<arith::AddIOp>(firstRow, indexConstant(b, row));
    indices[roles.rows] =
        isPartial(roles.rows, rows) ? b.createOrFold<arith::MinSIOp>(next, last) : next;
    places.push_back(input.access.place(b, indices));
  }
  indices[roles.rows] = firstRow;
  return places;
}

Values OuterProducts::vectorsOf(Input &input, ValueRange places, ValueRange sums) {
  auto type = VectorType::get({lanes}, input.element);
  if (input.hasLanes) {
    Value vector =
        vector::LoadOp::create(b, type, input.panel, ValueRange{stepInPanel(sums, lanes)});
    return Values(rows, vector);
  }
  Value step;
  if (input.panel) {
    step = stepInPanel(sums, rows);
  } else {
    Access alongSums{input.access.base, indexConstant(b, 0), input.access.steps};
    Values only(indices.size(), Value());
    for (unsigned loop : roles.innerSums)
      only[loop] = indices[loop];
    step = alongSums.place(b, only);
  }
  Values vectors;
  for (Value place : places) {
    Value scalar = memref::LoadOp::create(b, input.panel ? input.panel : input.access.base,
                                          ValueRange{b.createOrFold<arith::AddIOp>(place, step)});
    vectors.push_back(vector::BroadcastOp::create(b, type, scalar));
  }
  vectors.resize(rows, vectors.front());
  return vectors;
}

/// Adds a panel's outer products to a tile.
Values OuterProducts::sum(ValueRange accumulators, Value end) {
  for (unsigned loop : roles.innerSums)
    indices[loop] = Value();
  SmallVector<Values> places;
  for (Input &input : inputs)
    places.push_back(placesOfRows(input, end));
  return forEachStep(accumulators,
                     [&](ImplicitLocOpBuilder &, ValueRange sums, ValueRange carried) -> Values {
                       SmallVector<Values> operands(rows);
                       for (auto [input, of] : llvm::zip_equal(inputs, places))
                         for (auto [row, vector] : llvm::enumerate(vectorsOf(input, of, sums)))
                           operands[row].push_back(vector);
                       Values results;
                       for (auto [row, before] : llvm::enumerate(carried)) {
                         operands[row].push_back(before);
                         results.append(cloneOverVectors(b, op, operands[row], lanes));
                       }
                       return results;
                     });
}

/// The roles of an op that this pass takes.
std::optional<Roles> rolesOf(linalg::LinalgOp op) {
  if (!isStridedLoops(op) || op.getNumDpsInits() != 1 || !isWorthIt(op))
    return std::nullopt;
  auto [strides, offset] =
      cast<MemRefType>(op.getDpsInitOperand(0)->get().getType()).getStridesAndOffset();
  if (strides.empty() || strides.back() != 1)
    return std::nullopt;
  return chooseRoles(op);
}

struct UseOuterProductsPass : impl::UseOuterProductsPassBase<UseOuterProductsPass> {
  void runOnOperation() override {
    std::vector<std::pair<linalg::LinalgOp, Roles>> taken;
    getOperation()->walk([&](linalg::LinalgOp op) {
      if (auto roles = rolesOf(op))
        taken.emplace_back(op, std::move(*roles));
    });
    for (auto &[op, roles] : taken) {
      ImplicitLocOpBuilder b(op.getLoc(), op);
      OuterProducts(op, std::move(roles), b).write();
      op->erase();
    }
  }
};

} // namespace

} // namespace assay
