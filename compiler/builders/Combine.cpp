#include "compiler/builders/Combine.h"

#include "compiler/builders/Builders.h"

using namespace mlir;

namespace assay {

Value combine(ImplicitLocOpBuilder &b, ir::CombineKind kind, Value present, Value update) {
  switch (kind) {
  case ir::CombineKind::Overwrite:
    return update;
  case ir::CombineKind::Add:
    return add(b, present, update);
  case ir::CombineKind::Min:
    return least(b, present, update);
  case ir::CombineKind::Max:
    return greatest(b, present, update);
  }
  llvm_unreachable("all kinds are handled");
}

Value combine(ImplicitLocOpBuilder &b, ir::ScanKind kind, Value x, Value y) {
  switch (kind) {
  case ir::ScanKind::Sum:
    return add(b, x, y);
  case ir::ScanKind::Product:
    return multiply(b, x, y);
  case ir::ScanKind::Max:
    return greatest(b, x, y);
  case ir::ScanKind::Min:
    return least(b, x, y);
  }
  llvm_unreachable("all kinds are handled");
}

Value identity(ImplicitLocOpBuilder &b, ir::ScanKind kind, Type type) {
  switch (kind) {
  case ir::ScanKind::Sum:
    return arith::ConstantOp::create(b, b.getZeroAttr(type));
  case ir::ScanKind::Product:
    return arith::ConstantOp::create(b, b.getOneAttr(type));
  case ir::ScanKind::Max:
    return extremeConstant(b, type, Extreme::Least);
  case ir::ScanKind::Min:
    return extremeConstant(b, type, Extreme::Greatest);
  }
  llvm_unreachable("all kinds are handled");
}

} // namespace assay
