#include "runners/cpu/Entry.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/Support/raw_ostream.h>

#include <fmt/format.h>

namespace assay {

using namespace llvm;

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

static std::string text(const FunctionType &type) {
  std::string text;
  raw_string_ostream(text) << type;
  return text;
}

static const Function *definedIn(const Module &module, StringRef name) {
  const Function *function = module.getFunction(name);
  return function && !function->isDeclaration() ? function : nullptr;
}

std::optional<std::string> checkMain(const Module &module, size_t scalars, size_t arguments) {
  const Function *main = definedIn(module, mainName);
  if (!main)
    return fmt::format("the module has no function {}", mainName);
  if (takes(*main->getFunctionType(), scalars, arguments))
    return std::nullopt;
  return fmt::format("{} has type {}, which is not (ptr results, {} x i64, {} x ptr)", mainName,
                     text(*main->getFunctionType()), scalars, arguments);
}

static bool isWord(const Type *type) {
  return type->isPointerTy() || (type->isIntegerTy() && type->getIntegerBitWidth() <= 64);
}

static void addEntry(Module &module, Function &function) {
  IRBuilder<> builder(module.getContext());
  auto *entry =
      Function::Create(FunctionType::get(builder.getVoidTy(), {builder.getPtrTy()}, false),
                       GlobalValue::ExternalLinkage, entryName(function.getName().str()), module);
  entry->setDoesNotThrow();
  builder.SetInsertPoint(BasicBlock::Create(module.getContext(), "", entry));
  std::vector<Value *> operands;
  for (unsigned i = 0; i < function.arg_size(); ++i) {
    Value *at = builder.CreateConstInBoundsGEP1_64(builder.getInt64Ty(), entry->getArg(0), i);
    operands.push_back(builder.CreateLoad(function.getFunctionType()->getParamType(i), at));
  }
  builder.CreateCall(&function, operands);
  builder.CreateRetVoid();
}

std::optional<std::string> addEntries(Module &module, std::span<const std::string> functions) {
  for (const std::string &name : functions) {
    const Function *function = definedIn(module, name);
    if (!function)
      return fmt::format("the module has no function {}", name);
    if (!all_of(function->getFunctionType()->params(), isWord))
      return fmt::format("{} has type {}, which takes what is no word", name,
                         text(*function->getFunctionType()));
  }
  for (Function &function : module)
    if (!function.isDeclaration()) {
      function.setLinkage(GlobalValue::InternalLinkage);
      function.setDoesNotThrow();
    }
  for (const std::string &name : functions)
    addEntry(module, *module.getFunction(name));
  return std::nullopt;
}

} // namespace assay
