#include "runners/cpu/FastSelection.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>

namespace assay {

using namespace llvm;

using Path = SmallVector<unsigned, 4>;

/// Callers come first: what is inlined is copied, so each body should be while it is still short.
static void inlineSingleCalls(Module &module) {
  SmallVector<CallBase *> calls;
  for (Function &function : module)
    if (!function.hasLocalLinkage())
      for (Instruction &instruction : instructions(function))
        if (auto *call = dyn_cast<CallBase>(&instruction))
          calls.push_back(call);
  while (!calls.empty()) {
    CallBase *call = calls.pop_back_val();
    Function *callee = call->getCalledFunction();
    if (!callee || callee->isDeclaration() || !callee->hasLocalLinkage() || !callee->hasOneUse())
      continue;
    InlineFunctionInfo info;
    if (!InlineFunction(*call, info).isSuccess())
      continue;
    callee->eraseFromParent();
    calls.append(info.InlinedCallSites.begin(), info.InlinedCallSites.end());
  }
}

static void readInserted(Function &function, SmallVectorImpl<WeakTrackingVH> &dead) {
  for (Instruction &instruction : instructions(function))
    if (auto *extract = dyn_cast<ExtractValueInst>(&instruction))
      if (Value *inserted =
              FindInsertedValue(extract->getAggregateOperand(), extract->getIndices())) {
        extract->replaceAllUsesWith(inserted);
        dead.push_back(extract);
      }
}

/// Calls `visit` with the path to each field that is no struct or array itself.
static void forEachField(Type *type, Path &path, function_ref<void(const Path &)> visit) {
  if (!type->isAggregateType())
    return visit(path);
  const uint64_t fields =
      type->isStructTy() ? type->getStructNumElements() : type->getArrayNumElements();
  for (unsigned i = 0; i < fields; ++i) {
    path.push_back(i);
    forEachField(type->getContainedType(type->isStructTy() ? i : 0), path, visit);
    path.pop_back();
  }
}

static Value *addressOf(IRBuilder<> &builder, Type *type, Value *base, ArrayRef<unsigned> path) {
  SmallVector<Value *> indices{builder.getInt32(0)};
  for (unsigned step : path)
    indices.push_back(builder.getInt32(step));
  return builder.CreateInBoundsGEP(type, base, indices);
}

/// Loads that only serve to take single fields out.
static void loadFields(LoadInst &load) {
  auto isField = [](User *user) {
    auto *extract = dyn_cast<ExtractValueInst>(user);
    return extract && !extract->getType()->isAggregateType();
  };
  if (!load.getType()->isAggregateType() || !all_of(load.users(), isField))
    return;
  IRBuilder<> builder(&load);
  for (User *user : make_early_inc_range(load.users())) {
    auto *extract = cast<ExtractValueInst>(user);
    Value *at = addressOf(builder, load.getType(), load.getPointerOperand(), extract->getIndices());
    extract->replaceAllUsesWith(builder.CreateLoad(extract->getType(), at));
    extract->eraseFromParent();
  }
  load.eraseFromParent();
}

/// Stores of structs whose fields are all known.
static void storeFields(StoreInst &store, SmallVectorImpl<WeakTrackingVH> &dead) {
  Value *whole = store.getValueOperand();
  if (!whole->getType()->isAggregateType())
    return;
  SmallVector<std::pair<Path, Value *>> fields;
  bool known = true;
  Path path;
  forEachField(whole->getType(), path, [&](const Path &at) {
    Value *field = FindInsertedValue(whole, at);
    known &= field != nullptr;
    fields.emplace_back(at, field);
  });
  if (!known)
    return;
  IRBuilder<> builder(&store);
  for (const auto &[at, field] : fields)
    builder.CreateStore(field, addressOf(builder, whole->getType(), store.getPointerOperand(), at));
  dead.push_back(whole);
  store.eraseFromParent();
}

void prepareFastSelection(Module &module) {
  inlineSingleCalls(module);
  for (Function &function : module) {
    SmallVector<WeakTrackingVH> dead;
    readInserted(function, dead);
    RecursivelyDeleteTriviallyDeadInstructions(dead);
    dead.clear();
    for (Instruction &instruction : make_early_inc_range(instructions(function)))
      if (auto *store = dyn_cast<StoreInst>(&instruction))
        storeFields(*store, dead);
    RecursivelyDeleteTriviallyDeadInstructionsPermissive(dead);
    SmallVector<LoadInst *> loads;
    for (Instruction &instruction : instructions(function))
      if (auto *load = dyn_cast<LoadInst>(&instruction))
        loads.push_back(load);
    for_each(loads, [](LoadInst *load) { loadFields(*load); });
  }
}

} // namespace assay
