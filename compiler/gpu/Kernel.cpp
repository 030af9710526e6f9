#include "compiler/gpu/Kernel.h"

#include "compiler/builders/OriginName.h"
#include "compiler/gpu/GroupLoop.h"

#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/MemRef/IR/MemRef.h>

#include <fmt/format.h>

using namespace mlir;

namespace assay {

/// A kernel that is being written.
struct KernelWriter::Frame {
  gpu::GPUFuncOp kernel;
  SmallVector<Value> arguments; // the host's values for the kernel's arguments
  IRMapping inside;             // from values outside of the kernel to those in it
  int64_t workItems = 1;        // of a workgroup
};

KernelWriter::KernelWriter(ModuleOp module) {
  OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
  kernels = gpu::GPUModuleOp::create(builder, module.getLoc(), "kernels");
  kernels->remove();
  SymbolTable(module).insert(kernels); // by another name if that is taken
  module->setAttr(gpu::GPUDialect::getContainerModuleAttrName(), builder.getUnitAttr());
}

/// The values that the ops use and do not define, in the order of their first use.
static llvm::SetVector<Value> captured(ArrayRef<Operation *> ops) {
  llvm::DenseSet<Value> defined;
  llvm::SetVector<Value> used;
  for (Operation *op : ops)
    op->walk([&](Operation *nested) {
      for (Value result : nested->getResults())
        defined.insert(result);
      for (Region &region : nested->getRegions())
        for (Block &block : region)
          defined.insert(block.args_begin(), block.args_end());
      used.insert(nested->operand_begin(), nested->operand_end());
    });
  used.remove_if([&](Value value) { return defined.contains(value); });
  return used;
}

KernelWriter::Frame KernelWriter::begin(Location location, ArrayRef<Operation *> ops,
                                        ValueRange more, int64_t workItems) {
  llvm::SetVector<Value> used = captured(ops);
  used.insert(more.begin(), more.end());
  Frame frame;
  frame.workItems = workItems;
  SmallVector<Value> constants, arguments, loaded;
  for (Value value : used) {
    Operation *origin = value.getDefiningOp();
    if (origin && origin->hasTrait<OpTrait::ConstantLike>())
      constants.push_back(value);
    else if (Value memory = inMemory.lookup(value)) {
      loaded.push_back(value);
      frame.arguments.push_back(memory);
    } else {
      arguments.push_back(value);
    }
  }
  frame.arguments.append(arguments);
  OpBuilder builder = OpBuilder::atBlockEnd(kernels.getBody());
  auto type = builder.getFunctionType(TypeRange(ValueRange(frame.arguments)), {});
  frame.kernel = gpu::GPUFuncOp::create(
      builder, location, fmt::format("{}_{}", originName(ops, "kernel"), count++), type);
  frame.kernel->setAttr(gpu::GPUDialect::getKernelFuncAttrName(), builder.getUnitAttr());
  frame.kernel.setKnownBlockSizeAttr(
      builder.getDenseI32ArrayAttr({static_cast<int32_t>(workItems), 1, 1}));
  builder.setInsertionPointToStart(&frame.kernel.getBody().front());
  for (auto [value, argument] :
       llvm::zip(arguments, frame.kernel.getArguments().drop_front(loaded.size())))
    frame.inside.map(value, argument);
  for (auto [value, argument] : llvm::zip(loaded, frame.kernel.getArguments()))
    frame.inside.map(value, memref::LoadOp::create(builder, location, argument).getResult());
  for (Value value : constants)
    frame.inside.map(value, builder.clone(*value.getDefiningOp())->getResult(0));
  return frame;
}

/// What a work-item has for itself, it has once.
static void declareOwnMemory(gpu::GPUFuncOp kernel) {
  OpBuilder builder = OpBuilder::atBlockBegin(&kernel.getBody().front());
  SmallVector<memref::AllocOp> allocations;
  kernel.walk([&](memref::AllocOp op) {
    if (isOfWorkItem(op.getType()))
      allocations.push_back(op);
  });
  for (memref::AllocOp op : allocations) {
    op.replaceAllUsesWith(memref::AllocaOp::create(builder, op.getLoc(), op.getType()).getResult());
    op.erase();
  }
}

void KernelWriter::launch(OpBuilder &host, Frame &frame, Value workgroups) {
  declareOwnMemory(frame.kernel);
  const Location location = frame.kernel.getLoc();
  Value one = arith::ConstantIndexOp::create(host, location, 1);
  Value workItems = arith::ConstantIndexOp::create(host, location, frame.workItems);
  gpu::LaunchFuncOp::create(host, location, frame.kernel, {workgroups, one, one},
                            {workItems, one, one}, /*dynamicSharedMemorySize=*/Value(),
                            frame.arguments);
}

void KernelWriter::addSerial(OpBuilder &host, ArrayRef<Operation *> ops) {
  const Location location = ops.front()->getLoc();
  Frame frame = begin(location, ops, {}, 1);
  OpBuilder builder = OpBuilder::atBlockEnd(&frame.kernel.getBody().front());
  for (Operation *op : ops)
    builder.clone(*op, frame.inside);
  gpu::ReturnOp::create(builder, location);
  launch(host, frame, arith::ConstantIndexOp::create(host, location, 1));
}

/// The number of iterations along each dim of the loop.
static Values iterations(ImplicitLocOpBuilder &b, scf::ParallelOp loop) {
  Values result;
  Value zero = indexConstant(b, 0);
  for (auto [lower, upper, step] :
       llvm::zip(loop.getLowerBound(), loop.getUpperBound(), loop.getStep())) {
    Value span = b.createOrFold<arith::SubIOp>(upper, lower);
    // Two spans below 0 would make a product above.
    span = b.createOrFold<arith::MaxSIOp>(span, zero);
    result.push_back(b.createOrFold<arith::CeilDivSIOp>(span, step));
  }
  return result;
}

/// The place of this work-item among those of all workgroups, as i32.
static Value flatId(ImplicitLocOpBuilder &b, int64_t workItems) {
  Value group = gpu::BlockIdOp::create(b, gpu::Dimension::x);
  Value item = gpu::ThreadIdOp::create(b, gpu::Dimension::x);
  Value size = arith::ConstantIndexOp::create(b, workItems);
  Value id = arith::AddIOp::create(b, arith::MulIOp::create(b, group, size), item);
  return arith::IndexCastOp::create(b, b.getI32Type(), id);
}

void KernelWriter::cloneIteration(ImplicitLocOpBuilder &b, Frame &frame, scf::ParallelOp loop,
                                  ArrayRef<Value> sizes, Value id) {
  Values insideSizes;
  for (Value size : sizes)
    insideSizes.push_back(frame.inside.lookup(size));
  for (auto [variable, place, lower, step] :
       llvm::zip(loop.getInductionVars(), delinearise(b, id, insideSizes), loop.getLowerBound(),
                 loop.getStep())) {
    Value at = b.createOrFold<arith::MulIOp>(place, frame.inside.lookup(step));
    frame.inside.map(variable, b.createOrFold<arith::AddIOp>(at, frame.inside.lookup(lower)));
  }
  for (Operation &op : loop.getBody()->without_terminator()) {
    auto memory = dyn_cast<memref::AllocaOp>(op);
    if (memory && isOfWorkgroup(memory.getType()))
      frame.inside.map(memory, frame.kernel.addWorkgroupAttribution(memory.getType(), op.getLoc()));
    else
      b.clone(op, frame.inside);
  }
}

void KernelWriter::addParallel(OpBuilder &host, scf::ParallelOp loop, int64_t workItems) {
  const Location location = loop.getLoc();
  ImplicitLocOpBuilder onHost(location, host);
  Values sizes = iterations(onHost, loop);
  Value total = product(onHost, sizes);
  Value workgroups =
      onHost.createOrFold<arith::CeilDivUIOp>(total, indexConstant(onHost, workItems));

  Values more(sizes);
  more.push_back(total);
  Frame frame = begin(location, loop.getOperation(), more, workItems);
  ImplicitLocOpBuilder b(location, host.getContext());
  b.setInsertionPointToEnd(&frame.kernel.getBody().front());
  Value id = flatId(b, workItems);
  Value bound = arith::IndexCastOp::create(b, b.getI32Type(), frame.inside.lookup(total));
  Value isInside = arith::CmpIOp::create(b, arith::CmpIPredicate::ult, id, bound);
  branch(b, isInside, [&](ImplicitLocOpBuilder &b) -> Values {
    cloneIteration(b, frame, loop, sizes, id);
    return {};
  });
  gpu::ReturnOp::create(b);
  launch(host, frame, workgroups);
}

void KernelWriter::addGroups(OpBuilder &host, scf::ParallelOp loop) {
  const Location location = loop.getLoc();
  ImplicitLocOpBuilder onHost(location, host);
  Values sizes = iterations(onHost, loop);
  Frame frame = begin(location, loop.getOperation(), sizes, *workItemsOf(loop));
  ImplicitLocOpBuilder b(location, host.getContext());
  b.setInsertionPointToEnd(&frame.kernel.getBody().front());
  Value id =
      arith::IndexCastOp::create(b, b.getI32Type(), gpu::BlockIdOp::create(b, gpu::Dimension::x));
  cloneIteration(b, frame, loop, sizes, id);
  gpu::ReturnOp::create(b);
  launch(host, frame, product(onHost, sizes));
}

} // namespace assay
