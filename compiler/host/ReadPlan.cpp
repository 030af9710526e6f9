#include "compiler/host/ReadPlan.h"

#include "compiler/dialect/Provenance.h"
#include "compiler/host/HostOps.h"

#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/Complex/IR/Complex.h>
#include <mlir/Dialect/ControlFlow/IR/ControlFlowOps.h>
#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/Dialect/GPU/IR/GPUDialect.h>
#include <mlir/Dialect/MemRef/IR/MemRef.h>
#include <mlir/Dialect/Utils/StaticValueUtils.h>

#include <fmt/format.h>
#include <llvm/ADT/TypeSwitch.h>

using namespace mlir;

namespace assay {
namespace {

/// Bytes of an element in memory.
int64_t byteSize(Type type) {
  if (auto complex = dyn_cast<ComplexType>(type))
    return 2 * byteSize(complex.getElementType());
  return type.isIndex() ? 8 : (type.getIntOrFloatBitWidth() + 7) / 8;
}

/// A memref as the host knows it.
struct Memory {
  BufferId buffer;
  ScalarId offset; // in elements
  SmallVector<ScalarId> sizes, strides;
};

/// The elements of a constant as they lie in memory.
std::vector<std::byte> bytesOf(DenseElementsAttr elements) {
  std::vector<std::byte> bytes;
  auto append = [&](const APInt &value) {
    for (unsigned bit = 0; bit < value.getBitWidth(); bit += 8)
      bytes.push_back(static_cast<std::byte>(
          value.extractBitsAsZExtValue(std::min(8u, value.getBitWidth() - bit), bit)));
  };
  Type type = elements.getElementType();
  if (auto complex = dyn_cast<ComplexType>(type))
    for (std::complex<APFloat> value : elements.getValues<std::complex<APFloat>>()) {
      append(value.real().bitcastToAPInt());
      append(value.imag().bitcastToAPInt());
    }
  else if (isa<FloatType>(type))
    for (const APFloat &value : elements.getValues<APFloat>())
      append(value.bitcastToAPInt());
  else
    for (const APInt &value : elements.getValues<APInt>())
      append(value);
  return bytes;
}

class PlanReader {
public:
  explicit PlanReader(ModuleOp module) : module(module) {}

  Expected<Plan> run() {
    auto main = module.lookupSymbol<func::FuncOp>("main");
    readArguments(main);
    for (Operation &op : main.getBody().front())
      if (!read(&op))
        return Error{fmt::format("the host cannot do '{}'", op.getName().getStringRef().str())};
    return std::move(plan);
  }

private:
  ScalarId scalar(decltype(Scalar::form) form) {
    plan.scalars.push_back({form});
    return static_cast<ScalarId>(plan.scalars.size() - 1);
  }
  ScalarId constant(int64_t value) {
    auto [place, isNew] = constants.try_emplace(value);
    if (isNew)
      place->second = scalar(Scalar::Constant{value});
    return place->second;
  }
  ScalarId multiply(ScalarId a, ScalarId b) {
    return scalar(Scalar::Operation{ScalarOp::Mul, {a, b, 0}});
  }
  ScalarId scalarOf(OpFoldResult value) {
    // A value first: a constant truth value is 1 there, and -1 as an integer of one bit.
    if (auto computed = dyn_cast<Value>(value))
      if (auto found = scalars.find(computed); found != scalars.end())
        return found->second;
    return constant(*getConstantIntValue(value));
  }
  SmallVector<ScalarId> scalarsOf(ArrayRef<OpFoldResult> values) {
    return llvm::map_to_vector(values, [&](OpFoldResult value) { return scalarOf(value); });
  }
  BufferId buffer(decltype(Buffer::form) form) {
    plan.buffers.push_back({std::move(form)});
    return static_cast<BufferId>(plan.buffers.size() - 1);
  }

  ScalarId elements(ArrayRef<ScalarId> sizes) {
    ScalarId total = constant(1);
    for (ScalarId size : sizes)
      total = multiply(total, size);
    return total;
  }
  /// A whole buffer of dense elements.
  Memory dense(BufferId buffer, SmallVector<ScalarId> sizes) {
    Memory memory{buffer, constant(0), std::move(sizes), {}};
    ScalarId stride = constant(1);
    for (ScalarId size : llvm::reverse(memory.sizes)) {
      memory.strides.insert(memory.strides.begin(), stride);
      stride = multiply(stride, size);
    }
    return memory;
  }
  Range range(Value memref) {
    const Memory &memory = memories.at(memref);
    const ScalarId width = constant(byteSize(cast<MemRefType>(memref.getType()).getElementType()));
    return {memory.buffer, multiply(memory.offset, width), multiply(elements(memory.sizes), width)};
  }

  void readArguments(func::FuncOp main);
  std::vector<Parameter> parametersOf(ValueRange operands);
  Held heldIn(Value memref, ir::HeldAttr attribute);
  bool read(Operation *op);
  bool readScalar(Operation *op);
  bool read(memref::AllocOp op);
  bool read(memref::CastOp op);
  bool read(memref::DimOp op);
  bool read(memref::ExtractStridedMetadataOp op);
  bool read(memref::GetGlobalOp op);
  bool read(memref::ReinterpretCastOp op);
  bool read(memref::CopyOp op);
  bool read(gpu::LaunchFuncOp op);
  bool read(func::CallOp op);
  bool read(cf::AssertOp op);
  bool read(func::ReturnOp op);

  ModuleOp module;
  Plan plan;
  llvm::DenseMap<int64_t, ScalarId> constants;
  llvm::DenseMap<Value, ScalarId> scalars;
  llvm::DenseMap<Value, Memory> memories;
};

void PlanReader::readArguments(func::FuncOp main) {
  uint32_t numbers = 0, tensors = 0;
  for (BlockArgument argument : main.getArguments()) {
    auto type = dyn_cast<MemRefType>(argument.getType());
    if (!type) {
      scalars[argument] = scalar(Scalar::Argument{numbers++});
      continue;
    }
    SmallVector<ScalarId> sizes;
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      sizes.push_back(type.isDynamicDim(dim)
                          ? scalar(Scalar::Extent{tensors, static_cast<uint32_t>(dim)})
                          : constant(type.getDimSize(dim)));
    memories[argument] = dense(buffer(Buffer::Argument{tensors++}), std::move(sizes));
  }
}

bool PlanReader::read(Operation *op) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<memref::AllocOp, memref::CastOp, memref::DimOp, memref::ExtractStridedMetadataOp,
            memref::GetGlobalOp, memref::ReinterpretCastOp, memref::CopyOp, gpu::LaunchFuncOp,
            func::CallOp, cf::AssertOp, func::ReturnOp>(
          [this](auto specific) { return read(specific); })
      .Default([this](Operation *other) { return readScalar(other); });
}

bool PlanReader::readScalar(Operation *op) {
  if (op->hasTrait<OpTrait::ConstantLike>()) {
    // Others than integers are of use in kernels only, which have them cloned.
    Value result = op->getResult(0);
    if (auto known = getConstantIntValue(result))
      scalars[result] = constant(result.getType().isInteger(1) ? *known & 1 : *known);
    return true;
  }
  if (isHostCast(op)) {
    scalars[op->getResult(0)] = scalarOf(op->getOperand(0));
    return true;
  }
  std::optional<HostOp> form = hostOp(op);
  if (!form)
    return false;
  std::array<ScalarId, 3> operands{};
  for (auto [i, operand] : llvm::enumerate(op->getOperands()))
    operands[i] = scalarOf(operand);
  if (form->isSwapped)
    std::swap(operands[0], operands[1]);
  scalars[op->getResult(0)] = scalar(Scalar::Operation{form->op, operands});
  return true;
}

bool PlanReader::read(memref::AllocOp op) {
  Builder builder(op.getContext());
  SmallVector<ScalarId> sizes = scalarsOf(op.getMixedSizes());
  const ScalarId bytes =
      multiply(elements(sizes), constant(byteSize(op.getType().getElementType())));
  memories[op] = dense(buffer(Buffer::Scratch{bytes}), std::move(sizes));
  if (ir::HeldAttr held = ir::heldAt(op.getLoc()))
    plan.held.push_back(heldIn(op, held));
  return true;
}

Held PlanReader::heldIn(Value memref, ir::HeldAttr attribute) {
  const Memory &memory = memories.at(memref);
  Held held{attribute.getDispatch().getValue().str(),
            range(memref),
            {memory.sizes.begin(), memory.sizes.end()},
            {}};
  if (ir::ValueAttr value = attribute.getValue()) {
    held.value = Held::Value{static_cast<uint32_t>(value.getId()), {}};
    for (int64_t dim : value.getPermutation())
      held.value->permutation.push_back(static_cast<uint32_t>(dim));
  }
  return held;
}

bool PlanReader::read(memref::CastOp op) {
  memories[op] = Memory(memories.at(op.getSource()));
  return true;
}

bool PlanReader::read(memref::DimOp op) {
  auto dim = op.getConstantIndex();
  if (dim)
    scalars[op] = memories.at(op.getSource()).sizes[static_cast<size_t>(*dim)];
  return dim.has_value();
}

bool PlanReader::read(memref::ExtractStridedMetadataOp op) {
  const Memory memory = memories.at(op.getSource());
  memories[op.getBaseBuffer()] = {memory.buffer, constant(0), {}, {}};
  scalars[op.getOffset()] = memory.offset;
  for (auto [value, known] : llvm::zip(op.getSizes(), memory.sizes))
    scalars[value] = known;
  for (auto [value, known] : llvm::zip(op.getStrides(), memory.strides))
    scalars[value] = known;
  return true;
}

bool PlanReader::read(memref::GetGlobalOp op) {
  auto global = SymbolTable::lookupNearestSymbolFrom<memref::GlobalOp>(op, op.getNameAttr());
  auto elements = dyn_cast_or_null<DenseElementsAttr>(global.getInitialValueAttr());
  if (!elements)
    return false;
  SmallVector<ScalarId> sizes;
  for (int64_t size : op.getType().getShape())
    sizes.push_back(constant(size));
  memories[op] = dense(buffer(Buffer::Constant{bytesOf(elements)}), std::move(sizes));
  return true;
}

bool PlanReader::read(memref::ReinterpretCastOp op) {
  memories[op] = Memory{memories.at(op.getSource()).buffer, scalarOf(op.getMixedOffsets().front()),
                        scalarsOf(op.getMixedSizes()), scalarsOf(op.getMixedStrides())};
  return true;
}

bool PlanReader::read(memref::CopyOp op) {
  plan.steps.push_back(Copy{range(op.getSource()), range(op.getTarget())});
  return true;
}

std::vector<Parameter> PlanReader::parametersOf(ValueRange operands) {
  std::vector<Parameter> parameters;
  const auto number = [&](ScalarId value, int64_t bytes) {
    parameters.push_back({Parameter::Number{value, static_cast<uint32_t>(bytes)}});
  };
  for (Value operand : operands) {
    if (!isa<MemRefType>(operand.getType())) {
      number(scalarOf(operand), byteSize(operand.getType()));
      continue;
    }
    const Memory &memory = memories.at(operand);
    parameters.insert(parameters.end(), 2, {Parameter::Address{memory.buffer}});
    number(memory.offset, 8);
    for (ArrayRef<ScalarId> numbers : {ArrayRef(memory.sizes), ArrayRef(memory.strides)})
      for (ScalarId value : numbers)
        number(value, 8);
  }
  return parameters;
}

bool PlanReader::read(gpu::LaunchFuncOp op) {
  Launch launch;
  launch.kernel = op.getKernelName().str();
  const gpu::KernelDim3 groups = op.getGridSizeOperandValues(),
                        items = op.getBlockSizeOperandValues();
  launch.workgroups = {scalarOf(groups.x), scalarOf(groups.y), scalarOf(groups.z)};
  for (auto [i, value] : llvm::enumerate(ArrayRef{items.x, items.y, items.z})) {
    auto known = getConstantIntValue(value);
    if (!known)
      return false;
    launch.workItems[i] = static_cast<uint32_t>(*known);
  }
  launch.parameters = parametersOf(op.getKernelOperands());
  plan.steps.push_back(std::move(launch));
  return true;
}

bool PlanReader::read(func::CallOp op) {
  plan.steps.push_back(Call{op.getCallee().str(), parametersOf(op.getOperands())});
  return true;
}

bool PlanReader::read(cf::AssertOp op) {
  plan.requirements.push_back({scalarOf(op.getArg()), op.getMsg().str()});
  return true;
}

bool PlanReader::read(func::ReturnOp op) {
  for (Value operand : op.getOperands()) {
    const Memory &memory = memories.at(operand);
    plan.results.push_back({range(operand), {memory.sizes.begin(), memory.sizes.end()}});
  }
  return true;
}

} // namespace

Expected<Plan> readPlan(ModuleOp module) { return PlanReader(module).run(); }

} // namespace assay
