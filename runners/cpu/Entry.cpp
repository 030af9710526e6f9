#include "runners/cpu/Entry.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/Support/raw_ostream.h>

#include <fmt/format.h>

namespace assay {

using namespace llvm;

static constexpr const char *mainName = "_mlir_ciface_main";

static bool takes(const FunctionType &type, size_t scalars, size_t arguments) {
  if (!type.getReturnType()->isVoidTy() || type.getNumParams() != 1 + scalars + arguments)
    return false;
  for (unsigned i = 0; i < type.getNumParams(); ++i) {
    const bool isScalar = i >= 1 && i <= scalars;
    const Type *parameter = type.getParamType(i);
    if (isScalar ? !parameter->isIntegerTy(64) : !parameter->isPointerTy())
      return false;
  }
  return true;
}

std::optional<std::string> addEntry(Module &module, size_t scalars, size_t arguments) {
  Function *main = module.getFunction(mainName);
  if (!main || main->isDeclaration())
    return fmt::format("the module has no function {}", mainName);
  if (!takes(*main->getFunctionType(), scalars, arguments)) {
    std::string type;
    raw_string_ostream(type) << *main->getFunctionType();
    return fmt::format("{} has type {}, which is not (ptr results, {} x i64, {} x ptr)", mainName,
                       type, scalars, arguments);
  }
  for (Function &function : module)
    if (!function.isDeclaration()) {
      function.setLinkage(GlobalValue::InternalLinkage);
      function.setDoesNotThrow();
    }

  IRBuilder<> builder(module.getContext());
  auto *entry =
      Function::Create(FunctionType::get(builder.getVoidTy(), {builder.getPtrTy()}, false),
                       GlobalValue::ExternalLinkage, entryName, module);
  entry->setDoesNotThrow();
  builder.SetInsertPoint(BasicBlock::Create(module.getContext(), "", entry));
  std::vector<Value *> operands;
  for (unsigned i = 0; i < main->arg_size(); ++i) {
    Value *at = builder.CreateConstInBoundsGEP1_64(builder.getInt64Ty(), entry->getArg(0), i);
    operands.push_back(builder.CreateLoad(main->getFunctionType()->getParamType(i), at));
  }
  builder.CreateCall(main, operands);
  builder.CreateRetVoid();
  return std::nullopt;
}

} // namespace assay
