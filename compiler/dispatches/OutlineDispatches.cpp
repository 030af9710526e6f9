#include "compiler/dialect/Provenance.h"
#include "compiler/dispatches/Passes.h"

#include <mlir/Dialect/Bufferization/IR/Bufferization.h>
#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/Dialect/MemRef/IR/MemRef.h>
#include <mlir/Dialect/Tensor/IR/Tensor.h>
#include <mlir/Dialect/Utils/StaticValueUtils.h>

using namespace mlir;

namespace assay {

#define GEN_PASS_DEF_OUTLINEDISPATCHESPASS
#include "compiler/dispatches/Passes.h.inc"

namespace {

MemRefType bufferOf(RankedTensorType type) {
  return MemRefType::get(type.getShape(), type.getElementType());
}

/// The destination that `tensor` is made in, if it holds nothing before: what is made there can as
/// well be made in the memory that it is then stored to.
OpOperand *emptyDestination(Value tensor) {
  while (auto op = tensor.getDefiningOp<DestinationStyleOpInterface>()) {
    OpOperand *init = op.getTiedOpOperand(cast<OpResult>(tensor));
    tensor = init->get();
    if (tensor.getDefiningOp<tensor::EmptyOp>())
      return init;
    if (!tensor.hasOneUse())
      return nullptr;
  }
  return nullptr;
}

/// Makes a function on buffers of a dispatch.
class Outline {
public:
  Outline(ir::DispatchOp dispatch, SymbolTable &symbols) : dispatch(dispatch) {
    SmallVector<Type> types;
    for (BlockArgument argument : body().getArguments()) {
      auto binding = dyn_cast<ir::BindingType>(argument.getType());
      types.push_back(binding ? bufferOf(binding.getTensor()) : argument.getType());
    }
    Builder builder(dispatch.getContext());
    function = func::FuncOp::create(dispatch.getLoc(), dispatch.getName(),
                                    builder.getFunctionType(types, {}));
    function.setPrivate();
    symbols.insert(function); // which makes its name its own
  }

  void run() {
    Block &entry = *function.addEntryBlock();
    for (BlockArgument argument : body().getArguments())
      if (!isa<ir::BindingType>(argument.getType()))
        argument.replaceAllUsesWith(entry.getArgument(argument.getArgNumber()));
    for (OpResult result : dispatch.getResults())
      if (BlockArgument memory = dispatch.memoryOf(result); memory.hasOneUse())
        storedOnce.insert(memory);
    entry.getOperations().splice(entry.end(), body().getOperations());
    function.walk([&](Operation *op) {
      if (auto load = dyn_cast<ir::LoadOp>(op))
        write(load);
      else if (auto store = dyn_cast<ir::StoreOp>(op))
        write(store);
    });
    OpBuilder builder = OpBuilder::atBlockEnd(&entry);
    func::ReturnOp::create(builder, function.getLoc());
    callInstead();
  }

private:
  Block &body() { return dispatch.getRegion().front(); }
  Value bufferFor(Value memory) {
    return function.getArgument(cast<BlockArgument>(memory).getArgNumber());
  }

  /// Whether types tell that the slice has no elements. It may stand where no slice of upstream's
  /// may.
  template <class Slice> static bool isOfNothing(Slice op) {
    return !op.isWhole() && llvm::is_contained(op.getStaticSizes(), 0);
  }

  /// The sizes of the dims that the slice does not drop.
  static SmallVector<OpFoldResult> sizesLeft(ir::LoadOp op) {
    const llvm::SmallDenseSet<unsigned> dropped = op.droppedDims();
    SmallVector<OpFoldResult> sizes;
    for (auto [dim, size] : llvm::enumerate(op.getMixedSizes()))
      if (!dropped.contains(static_cast<unsigned>(dim)))
        sizes.push_back(size);
    return sizes;
  }

  /// The tensor that a buffer holds, from the function's start on.
  Value tensorOf(Value memory, bool isWritable) {
    Value &tensor = tensors[memory];
    OpBuilder start = OpBuilder::atBlockBegin(&function.front());
    if (!tensor)
      tensor = bufferization::ToTensorOp::create(
          start, memory.getLoc(), cast<ir::BindingType>(memory.getType()).getTensor(),
          bufferFor(memory), /*restrict=*/true, isWritable);
    return tensor;
  }

  void write(ir::LoadOp op) {
    OpBuilder builder(op);
    Value loaded = tensorOf(op.getMemory(), false);
    if (isOfNothing(op))
      loaded = tensor::EmptyOp::create(builder, op.getLoc(), sizesLeft(op),
                                       op.sliceType().getElementType());
    else if (!op.isWhole())
      loaded = tensor::ExtractSliceOp::create(builder, op.getLoc(), op.getResult().getType(),
                                              loaded, op.getMixedOffsets(), op.getMixedSizes(),
                                              op.getMixedStrides());
    op.getResult().replaceAllUsesWith(loaded);
    op.erase();
  }

  void write(ir::StoreOp op) {
    if (isOfNothing(op))
      return op.erase();
    OpBuilder builder(op);
    Value buffer = bufferFor(op.getMemory());
    if (op.isWhole()) {
      // Computed there at once, if nothing else is stored there: all stores come last.
      if (OpOperand *init = emptyDestination(op.getTensor());
          init && storedOnce.contains(op.getMemory()) && init->get().getType() == op.wholeType())
        init->set(tensorOf(op.getMemory(), true));
    } else {
      auto slice = memref::SubViewOp::inferRankReducedResultType(
          op.sliceType().getShape(), cast<MemRefType>(buffer.getType()), op.getMixedOffsets(),
          op.getMixedSizes(), op.getMixedStrides());
      buffer = memref::SubViewOp::create(builder, op.getLoc(), slice, buffer, op.getMixedOffsets(),
                                         op.getMixedSizes(), op.getMixedStrides());
    }
    auto copy = bufferization::MaterializeInDestinationOp::create(builder, op.getLoc(),
                                                                  op.getTensor(), buffer);
    copy.setWritable(true);
    op.erase();
  }

  /// The host allocates what the function writes to, and calls it.
  void callInstead() {
    OpBuilder host(dispatch);
    const Location loc = ir::holdingNothing(dispatch.getLoc());
    SmallVector<Value> operands, results;
    for (Value input : dispatch.getInputs()) {
      auto type = dyn_cast<RankedTensorType>(input.getType());
      operands.push_back(type ? bufferization::ToBufferOp::create(host, loc, bufferOf(type), input,
                                                                  /*read_only=*/true)
                                    .getResult()
                              : input);
    }
    for (OpResult result : dispatch.getResults()) {
      auto type = cast<RankedTensorType>(result.getType());
      const Location held = ir::holdingFor(loc, function.getName(), ir::valueOf(result));
      operands.push_back(
          memref::AllocOp::create(host, held, bufferOf(type), dispatch.dynamicExtentsOf(result)));
    }
    func::CallOp::create(host, loc, function, operands);
    for (auto [result, buffer] :
         llvm::zip(dispatch.getResults(), ArrayRef(operands).take_back(dispatch.getNumResults())))
      result.replaceAllUsesWith(bufferization::ToTensorOp::create(
          host, loc, result.getType(), buffer, /*restrict=*/true, /*writable=*/true));
    dispatch.erase();
  }

  ir::DispatchOp dispatch;
  func::FuncOp function;
  llvm::DenseSet<Value> storedOnce;     // of the body's arguments
  llvm::DenseMap<Value, Value> tensors; // of the same
};

struct OutlineDispatchesPass : impl::OutlineDispatchesPassBase<OutlineDispatchesPass> {
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    for (auto function : llvm::make_early_inc_range(getOperation().getOps<func::FuncOp>()))
      for (auto dispatch : llvm::make_early_inc_range(function.getOps<ir::DispatchOp>()))
        Outline(dispatch, symbols).run();
  }
};

} // namespace

} // namespace assay
