#include "targets/foreign/ModuleReduction.h"

#include "support/Assert.h"
#include "targets/foreign/ForeignModule.h"

#include <llvm/ADT/STLExtras.h>
#include <mlir/IR/BuiltinTypes.h>

#include <algorithm>
#include <set>

namespace assay {

namespace {

using Ops = std::vector<mlir::Operation *>;

/// Of an unregistered op, what stands in <{}> is one attribute.
mlir::Attribute property(mlir::Operation *op, llvm::StringRef name) {
  const auto all = llvm::dyn_cast_or_null<mlir::DictionaryAttr>(op->getPropertiesAsAttribute());
  return all ? all.get(name) : nullptr;
}

void setProperty(mlir::Operation *op, llvm::StringRef name, mlir::Attribute value) {
  mlir::NamedAttrList all(
      llvm::dyn_cast_or_null<mlir::DictionaryAttr>(op->getPropertiesAsAttribute()));
  if (value)
    all.set(name, value);
  else
    all.erase(name);
  // An unregistered op takes any.
  (void)op->setPropertiesFromAttribute(all.getDictionary(op->getContext()), nullptr);
}

/// The type of a function, in any dialect; nothing of other ops.
mlir::FunctionType functionType(mlir::Operation *op) {
  const auto type = llvm::dyn_cast_or_null<mlir::TypeAttr>(property(op, "function_type"));
  return type ? llvm::dyn_cast<mlir::FunctionType>(type.getValue()) : nullptr;
}

/// What is said of each argument or result goes with the old type.
void setFunctionType(mlir::Operation *function, mlir::TypeRange inputs, mlir::TypeRange results) {
  const auto type = mlir::FunctionType::get(function->getContext(), inputs, results);
  setProperty(function, "function_type", mlir::TypeAttr::get(type));
  for (const char *perValue : {"arg_attrs", "res_attrs", "tied_operands"})
    setProperty(function, perValue, nullptr);
}

/// The one block of a function; null of what is none, is only declared, or has several.
mlir::Block *bodyOf(mlir::Operation *op) {
  const bool hasBody =
      functionType(op) && op->getNumRegions() == 1 && op->getRegion(0).hasOneBlock();
  return hasBody ? &op->getRegion(0).front() : nullptr;
}

mlir::Operation *functionAround(mlir::Operation *op) {
  mlir::Operation *around = op->getParentOp();
  while (around && !functionType(around))
    around = around->getParentOp();
  return around;
}

/// Whether the op ends its block, as far as that can be told of unknown ones: what has a symbol's
/// name, or stands in a module, does not.
bool mayBeTerminator(mlir::Operation *op) {
  return op->getBlock() && &op->getBlock()->back() == op &&
         !llvm::isa<mlir::ModuleOp>(op->getParentOp()) && !property(op, "sym_name");
}

bool isErasable(mlir::Operation *op) {
  return op->getParentOp() && op->use_empty() && !mayBeTerminator(op);
}

/// A value of that type that is there where the op stands, other than its results: of its operands
/// if there is one, else the first one around it.
mlir::Value standIn(mlir::Operation *op, mlir::Type type) {
  const auto fits = [&](mlir::Value value) { return value.getType() == type; };
  if (const auto operand = llvm::find_if(op->getOperands(), fits);
      operand != op->getOperands().end())
    return *operand;
  for (mlir::Operation *at = op; at && at->getBlock() && !functionType(at);
       at = at->getParentOp()) {
    if (const auto argument = llvm::find_if(at->getBlock()->getArguments(), fits);
        argument != at->getBlock()->args_end())
      return *argument;
    for (mlir::Operation &before : *at->getBlock()) {
      if (&before == at)
        break;
      if (const auto result = llvm::find_if(before.getResults(), fits);
          result != before.result_end())
        return *result;
    }
  }
  return nullptr;
}

/// An op's results become values that are there anyway, if there are such.
bool useStandIns(mlir::Operation *op) {
  if (op->use_empty() || mayBeTerminator(op))
    return false;
  std::vector<std::pair<mlir::Value, mlir::Value>> replaced;
  for (mlir::Value result : op->getResults()) {
    if (result.use_empty())
      continue;
    const mlir::Value other = standIn(op, result.getType());
    if (!other)
      return false;
    replaced.emplace_back(result, other);
  }
  for (auto [result, other] : replaced)
    result.replaceAllUsesWith(other);
  op->erase();
  return true;
}

/// An op's results become arguments of its function.
bool useArguments(mlir::Operation *op) {
  mlir::Operation *function = functionAround(op);
  mlir::Block *body = function ? bodyOf(function) : nullptr;
  if (!body || op->use_empty() || mayBeTerminator(op))
    return false;
  const mlir::FunctionType type = functionType(function);
  llvm::SmallVector<mlir::Type> inputs(type.getInputs());
  for (mlir::Value result : op->getResults())
    if (!result.use_empty()) {
      inputs.push_back(result.getType());
      result.replaceAllUsesWith(body->addArgument(result.getType(), op->getLoc()));
    }
  setFunctionType(function, inputs, type.getResults());
  op->erase();
  return true;
}

bool dropResult(mlir::Operation *function, unsigned result) {
  mlir::Block *body = bodyOf(function);
  const mlir::FunctionType type = functionType(function);
  if (!body || body->empty() || body->back().getNumOperands() != type.getNumResults())
    return false;
  body->back().eraseOperand(result);
  llvm::SmallVector<mlir::Type> results(type.getResults());
  results.erase(results.begin() + result);
  setFunctionType(function, type.getInputs(), results);
  return true;
}

bool dropArgument(mlir::Operation *function, unsigned argument) {
  mlir::Block *body = bodyOf(function);
  const mlir::FunctionType type = functionType(function);
  if (!body || body->getNumArguments() != type.getNumInputs() ||
      !body->getArgument(argument).use_empty())
    return false;
  body->eraseArgument(argument);
  llvm::SmallVector<mlir::Type> inputs(type.getInputs());
  inputs.erase(inputs.begin() + argument);
  setFunctionType(function, inputs, type.getResults());
  return true;
}

/// What can be dropped of an op, one by one.
struct Parts {
  size_t (*count)(mlir::Operation *);
  bool (*drop)(mlir::Operation *, unsigned which);
};

size_t resultCount(mlir::Operation *op) {
  const mlir::FunctionType type = functionType(op);
  return type ? type.getNumResults() : 0;
}

size_t argumentCount(mlir::Operation *op) {
  const mlir::FunctionType type = functionType(op);
  return type ? type.getNumInputs() : 0;
}

/// Of those that dialects do without, as a rule.
size_t attributeCount(mlir::Operation *op) { return op->getDiscardableAttrDictionary().size(); }

bool dropAttribute(mlir::Operation *op, unsigned which) {
  const mlir::DictionaryAttr all = op->getDiscardableAttrDictionary();
  op->removeDiscardableAttr(all.getValue()[which].getName());
  return true;
}

bool dropAttributes(mlir::Operation *op) {
  if (attributeCount(op) == 0)
    return false;
  op->setDiscardableAttrs(mlir::DictionaryAttr::get(op->getContext()));
  return true;
}

class Reduction {
public:
  Reduction(std::string module, const ModuleJudge &isWanted)
      : current(std::move(module)), isWanted(isWanted) {}

  std::string run() {
    std::string before;
    while (!isOver && current != before) {
      before = current;
      eraseUnread();
      onEach(useStandIns);
      onEach(useArguments);
      onEachPart({resultCount, dropResult});
      onEachPart({argumentCount, dropArgument});
      dropAllAttributes();
    }
    return current;
  }

private:
  /// An attempt is a change of a copy; what makes none returns false.
  bool attempt(const std::function<bool(const Ops &)> &change) {
    if (isOver)
      return false;
    ForeignModule copy(current);
    ASSAY_ASSERT(copy, "what was read, and printed again, can be read");
    if (!change(copy.ops()))
      return false;
    std::string changed = copy.text();
    if (refused.contains(changed))
      return false;
    const std::optional<bool> answer = isWanted(changed);
    isOver = !answer;
    if (!answer.value_or(false)) {
      refused.insert(std::move(changed));
      return false;
    }
    current = std::move(changed);
    return true;
  }

  /// What the ops that there are now give.
  template <class Function> auto ofOps(Function ofThem) const {
    ForeignModule module(current);
    return ofThem(module.ops());
  }
  size_t opCount() const {
    return ofOps([](const Ops &ops) { return ops.size(); });
  }

  /// Many at once, then fewer. From the last one on: what is left unread by one goes with the next.
  void eraseUnread() {
    for (size_t share = opCount(); share > 0 && !isOver; share /= 2)
      for (size_t end = opCount(); end > 0 && !isOver;) {
        const size_t begin = end - std::min(end, share);
        attempt([&](const Ops &ops) {
          bool isChanged = false;
          // What is in an op comes behind it.
          for (size_t at = std::min(end, ops.size()); at-- > begin;)
            if (isErasable(ops[at])) {
              ops[at]->erase();
              isChanged = true;
            }
          return isChanged;
        });
        end = begin;
      }
  }

  /// From the last op on: a change leaves those before it where they are.
  void onEach(const std::function<bool(mlir::Operation *)> &change) {
    for (size_t at = opCount(); at-- > 0 && !isOver;)
      attempt([&](const Ops &ops) { return change(ops[at]); });
  }

  void onEachPart(const Parts &parts) {
    for (size_t at = opCount(); at-- > 0 && !isOver;)
      for (size_t part = ofOps([&](const Ops &ops) { return parts.count(ops[at]); });
           part-- > 0 && !isOver;)
        attempt([&](const Ops &ops) { return parts.drop(ops[at], static_cast<unsigned>(part)); });
  }

  void dropAllAttributes() {
    const bool goAll =
        attempt([](const Ops &ops) { return llvm::count_if(ops, dropAttributes) > 0; });
    if (goAll)
      return;
    onEach(dropAttributes);
    onEachPart({attributeCount, dropAttribute});
  }

  std::string current;
  const ModuleJudge &isWanted;
  std::set<std::string> refused;
  bool isOver = false;
};

} // namespace

Expected<std::string> reduceModule(const std::string &module, const ModulePrinter &print,
                                   const ModuleJudge &isWanted) {
  const Outcome<std::string> given = print(module, ModuleForm::Generic);
  if (const auto *failure = given.failure())
    return Error{failure->detail};
  if (const ForeignModule readable(*given); !readable)
    return Error{readable.unreadable().detail};
  const ModuleJudge isValidAndWanted = [&](const std::string &attempt) {
    std::optional<bool> answer = isWanted(attempt);
    if (answer.value_or(false) &&
        (!ForeignModule(attempt) || print(attempt, ModuleForm::Generic).failure()))
      answer = false;
    return answer;
  };
  std::string reduced = Reduction(*given, isValidAndWanted).run();
  Outcome<std::string> pretty = print(reduced, ModuleForm::Pretty);
  return pretty.failure() || !isWanted(*pretty).value_or(false) ? reduced : *std::move(pretty);
}

} // namespace assay
