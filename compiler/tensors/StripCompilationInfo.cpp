#include "compiler/dialect/Assay.h"
#include "compiler/tensors/Passes.h"

using namespace mlir;

namespace assay {

#define GEN_PASS_DEF_STRIPCOMPILATIONINFOPASS
#define GEN_PASS_DEF_VERIFYSTRIPPEDPASS
#include "compiler/tensors/Passes.h.inc"

namespace {

/// What is left of an attribute without what is a CompilationInfo in it, or has a name that is
/// reserved for one: itself if there is none, null if there is nothing else.
Attribute stripped(Attribute attribute) {
  if (isa<ir::CompilationInfo>(attribute))
    return nullptr;
  if (auto dictionary = dyn_cast<DictionaryAttr>(attribute)) {
    SmallVector<NamedAttribute> left;
    for (NamedAttribute entry : dictionary)
      if (Attribute value = stripped(entry.getValue());
          value && !ir::AssayDialect::isReservedForCompilation(entry.getName()))
        left.emplace_back(entry.getName(), value);
    if (ArrayRef(left) == dictionary.getValue())
      return attribute;
    return left.empty() ? nullptr : DictionaryAttr::get(attribute.getContext(), left);
  }
  if (auto array = dyn_cast<ArrayAttr>(attribute)) {
    SmallVector<Attribute> left;
    for (Attribute element : array)
      if (Attribute value = stripped(element))
        left.push_back(value);
    if (ArrayRef(left) == array.getValue())
      return attribute;
    return left.empty() ? nullptr : ArrayAttr::get(attribute.getContext(), left);
  }
  return attribute;
}

/// The same of what an op says by itself. Dictionaries that are one for each argument, result or
/// piece of memory stay that many, unless nothing is in any. Where the op is known, what is nothing
/// but CompilationInfo is a value, as of a constant, which the op needs.
Attribute strippedInherent(Operation *op, Attribute attribute) {
  auto dictionaries = dyn_cast<ArrayAttr>(attribute);
  if (!dictionaries || !llvm::all_of(dictionaries, llvm::IsaPred<DictionaryAttr>)) {
    const Attribute left = stripped(attribute);
    return !left && op->isRegistered() ? attribute : left;
  }
  const auto nothing = DictionaryAttr::get(attribute.getContext());
  SmallVector<Attribute> left;
  for (Attribute dictionary : dictionaries) {
    const Attribute kept = stripped(dictionary);
    left.push_back(kept ? kept : nothing);
  }
  if (ArrayRef(left) == dictionaries.getValue())
    return attribute;
  const bool isEmpty = llvm::all_of(left, [&](Attribute kept) { return kept == nothing; });
  return isEmpty ? nullptr : ArrayAttr::get(attribute.getContext(), left);
}

/// What an op says by itself, as far as it is attributes with names.
ArrayRef<NamedAttribute> inherentOf(Operation *op) {
  auto entries = dyn_cast_if_present<DictionaryAttr>(op->getPropertiesAsAttribute());
  return entries ? entries.getValue() : ArrayRef<NamedAttribute>();
}

struct StripCompilationInfoPass : impl::StripCompilationInfoPassBase<StripCompilationInfoPass> {
  void runOnOperation() override {
    getOperation()->walk([](Operation *op) {
      for (NamedAttribute attribute : llvm::to_vector(op->getDiscardableAttrs())) {
        const Attribute left = stripped(attribute.getValue());
        if (!left || ir::AssayDialect::isReservedForCompilation(attribute.getName()))
          op->removeDiscardableAttr(attribute.getName());
        else if (left != attribute.getValue())
          op->setDiscardableAttr(attribute.getName(), left);
      }
      SmallVector<NamedAttribute> inherent;
      for (NamedAttribute attribute : inherentOf(op)) {
        const Attribute left = strippedInherent(op, attribute.getValue());
        if (left)
          inherent.emplace_back(attribute.getName(), left);
        if (op->isRegistered() && left != attribute.getValue())
          op->setInherentAttr(attribute.getName(), left);
      }
      if (!op->isRegistered() && ArrayRef(inherent) != inherentOf(op))
        (void)op->setPropertiesFromAttribute(DictionaryAttr::get(op->getContext(), inherent),
                                             nullptr);
    });
  }
};

struct VerifyStrippedPass : impl::VerifyStrippedPassBase<VerifyStrippedPass> {
  void runOnOperation() override {
    const auto isLeft = [](NamedAttribute attribute) {
      return ir::AssayDialect::isReservedForCompilation(attribute.getName()) ||
             stripped(attribute.getValue()) != attribute.getValue();
    };
    getOperation()->walk([&](Operation *op) {
      const auto isLeftInherent = [&](NamedAttribute attribute) {
        return strippedInherent(op, attribute.getValue()) != attribute.getValue();
      };
      if (llvm::none_of(inherentOf(op), isLeftInherent) &&
          llvm::none_of(op->getDiscardableAttrs(), isLeft))
        return;
      op->emitOpError("still has what assay-strip-compilation-info removes");
      signalPassFailure();
    });
  }
};

} // namespace

} // namespace assay
