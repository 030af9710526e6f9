#include "census/Anatomy.h"
#include "census/Rules.h"
#include "compiler/dialect/Assay.h"

#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/Dialect/Linalg/IR/Linalg.h>
#include <mlir/Dialect/Tensor/IR/Tensor.h>
#include <mlir/IR/Matchers.h>
#include <mlir/Interfaces/DestinationStyleOpInterface.h>

using namespace mlir;

namespace assay::census {

namespace {

/// Tensors that the op is given to write to.
llvm::SmallVector<Value> destinations(Operation *op) {
  auto styled = dyn_cast<DestinationStyleOpInterface>(op);
  llvm::SmallVector<Value> result;
  if (styled)
    for (Value init : styled.getDpsInits())
      result.push_back(init);
  return result;
}

bool isPartlyUsed(Operation *op) {
  if (op->getNumResults() < 2 || !hasTensorResult(op))
    return false;
  const auto unused = llvm::count_if(op->getResults(), [](Value r) { return r.use_empty(); });
  return unused > 0 && unused < static_cast<int64_t>(op->getNumResults());
}

bool isReadAfterOverwriting(Operation *op) {
  for (Value init : destinations(op)) {
    if (init.getDefiningOp<tensor::EmptyOp>())
      continue;
    for (Operation *user : init.getUsers())
      if (user->getBlock() == op->getBlock() && op->isBeforeInBlock(user))
        return true;
  }
  return false;
}

bool touchesElementwise(Operation *op) {
  if (!isHeavy(op))
    return false;
  for (Value operand : op->getOperands())
    if (Operation *producer = operand.getDefiningOp(); producer && isElementwise(producer))
      return true;
  return llvm::any_of(op->getUsers(), isElementwise);
}

bool blursArgumentsAndResults(func::FuncOp main) {
  auto isArgument = [](Value value) { return isa<BlockArgument>(value) && tensorType(value); };
  bool found = false;
  main.walk([&](Operation *op) {
    for (Value init : destinations(op))
      if (isArgument(init) && op->getBlock() == &main.getBody().front())
        found = true;
    auto returned = dyn_cast<func::ReturnOp>(op);
    for (size_t i = 0; returned && i < returned.getNumOperands(); ++i) {
      Value value = returned.getOperand(static_cast<unsigned>(i));
      found = found || isArgument(value) ||
              llvm::is_contained(returned.getOperands().take_front(i), value);
    }
  });
  return found;
}

/// An op writes to what the fill made, which nothing else has filled alike.
bool hasTwinFills(func::FuncOp function) {
  llvm::SmallVector<linalg::FillOp> written;
  function.walk([&](linalg::FillOp fill) {
    if (llvm::any_of(fill->getUsers(), [&](Operation *user) {
          return llvm::is_contained(destinations(user), fill->getResult(0));
        }))
      written.push_back(fill);
  });
  auto alike = [](linalg::FillOp a, linalg::FillOp b) {
    Attribute x, y;
    return a->getResult(0).getType() == b->getResult(0).getType() &&
           matchPattern(a.getInputs()[0], m_Constant(&x)) &&
           matchPattern(b.getInputs()[0], m_Constant(&y)) && x == y;
  };
  for (size_t i = 0; i < written.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      if (alike(written[i], written[j]))
        return true;
  return false;
}

/// The ops that read the value, looking through reshapes.
void eachReader(Value value, llvm::function_ref<void(Operation *)> visit) {
  for (Operation *user : value.getUsers()) {
    if (isReshape(user))
      eachReader(user->getResult(0), visit);
    else
      visit(user);
  }
}

bool leadsIntoGemm(Operation *transpose) {
  bool found = false;
  eachReader(transpose->getResult(0), [&](Operation *reader) {
    if (!isElementwise(reader) || inputCount(reader) < 2)
      return;
    for (Value result : reader->getResults())
      eachReader(result, [&](Operation *user) { found = found || isContraction(user); });
  });
  return found;
}

/// Whether a gather made an operand of the attention that ends in `op`.
bool attendsToGathered(Operation *op) {
  llvm::SmallVector<Value> pending(op->getOperands());
  for (int steps = 0; steps < 40 && !pending.empty(); ++steps) {
    Operation *producer = originOf(pending.pop_back_val());
    if (!producer)
      continue;
    if (isGather(producer))
      return true;
    // From the weights back to the scores, and on to queries and keys.
    const bool withinAttention = producer->getName().getDialectNamespace() != "assay" &&
                                 (isElementwise(producer) || isContraction(producer) ||
                                  isa<linalg::SoftmaxOp, linalg::BroadcastOp>(producer));
    if (withinAttention)
      llvm::append_range(pending, producer->getOperands());
  }
  return false;
}

bool endsInConcat(Operation *op) {
  llvm::SmallVector<Value> pending(op->getResults());
  for (int steps = 0; steps < 20 && !pending.empty(); ++steps) {
    Value value = pending.pop_back_val();
    for (Operation *user : value.getUsers()) {
      if (isa<tensor::ConcatOp>(user))
        return true;
      auto inserted = dyn_cast<tensor::InsertSliceOp>(user);
      if (inserted && inserted.getSource() == value)
        return true;
      if (isReshape(user) || (isElementwise(user) && inputCount(user) == 1))
        pending.push_back(user->getResult(0));
    }
  }
  return false;
}

bool scattersComputed(Operation *op) {
  if (!isa<ir::ScatterOp, ir::ScatterNdOp>(op))
    return false;
  Operation *producer = op->getOperand(0).getDefiningOp();
  return producer && !matchPattern(producer, m_Constant());
}

bool startsFromEarlierValue(Operation *op) {
  if (!isa<linalg::LinalgOp, ir::ScanOp, ir::TopkOp>(op) || isa<linalg::FillOp>(op))
    return false;
  return llvm::any_of(destinations(op), [](Value init) {
    Operation *producer = init.getDefiningOp();
    if (!producer)
      return tensorType(init) != nullptr;
    if (isa<linalg::FillOp>(producer))
      return !init.hasOneUse();
    return !isa<tensor::EmptyOp>(producer);
  });
}

/// Two ops of one kind and form.
bool areAlike(Operation *a, Operation *b) {
  if (a->getName() != b->getName() || a->getOperandTypes() != b->getOperandTypes() ||
      a->getResultTypes() != b->getResultTypes())
    return false;
  auto first = dyn_cast<linalg::GenericOp>(a), second = dyn_cast<linalg::GenericOp>(b);
  if (!first)
    return true;
  auto names = [](linalg::GenericOp generic) {
    llvm::SmallVector<OperationName> result;
    generic.walk([&](Operation *op) { result.push_back(op->getName()); });
    return result;
  };
  return first.getIndexingMapsArray() == second.getIndexingMapsArray() &&
         names(first) == names(second);
}

bool repeats(ModuleOp module) {
  llvm::SmallVector<Operation *> seen;
  bool found = false;
  module.walk([&](Operation *op) {
    const bool counts = isHeavy(op) || isElementwise(op) || isReshape(op) ||
                        isa<tensor::ExtractSliceOp, tensor::InsertSliceOp, tensor::ConcatOp>(op);
    if (!counts || !hasTensorResult(op) || found)
      return;
    found = llvm::any_of(seen, [&](Operation *other) { return areAlike(op, other); });
    seen.push_back(op);
  });
  return found;
}

} // namespace

void flowRules(ModuleOp module, Note note) {
  note(Structure::J, blursArgumentsAndResults(module.lookupSymbol<func::FuncOp>("main")));
  note(Structure::W, repeats(module));
  for (func::FuncOp function : module.getOps<func::FuncOp>())
    note(Structure::K, hasTwinFills(function));
  module.walk([&](Operation *op) {
    note(Structure::B, isPartlyUsed(op));
    note(Structure::C, isReadAfterOverwriting(op));
    note(Structure::D, touchesElementwise(op));
    note(Structure::N, isTranspose(op) && leadsIntoGemm(op));
    note(Structure::O, scattersComputed(op));
    if (endsAttention(op))
      note(Structure::O, attendsToGathered(op) || endsInConcat(op));
    note(Structure::S, startsFromEarlierValue(op));
  });
}

} // namespace assay::census
