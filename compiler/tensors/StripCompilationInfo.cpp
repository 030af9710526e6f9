#include "compiler/dialect/Assay.h"
#include "compiler/tensors/Passes.h"

#include <mlir/Interfaces/CallInterfaces.h>

using namespace mlir;

namespace assay {

#define GEN_PASS_DEF_STRIPCOMPILATIONINFOPASS
#define GEN_PASS_DEF_VERIFYSTRIPPEDPASS
#include "compiler/tensors/Passes.h.inc"

namespace {

/// What is left of an attribute without what is a CompilationInfo in it: itself if there is none,
/// null if there is nothing else.
Attribute stripped(Attribute attribute) {
  if (isa<ir::CompilationInfo>(attribute))
    return nullptr;
  if (auto dictionary = dyn_cast<DictionaryAttr>(attribute)) {
    SmallVector<NamedAttribute> left;
    for (NamedAttribute entry : dictionary)
      if (Attribute value = stripped(entry.getValue()))
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

/// What is left of dictionaries, one for each argument or result; null if nothing is in any.
ArrayAttr strippedEach(ArrayAttr dictionaries) {
  MLIRContext *context = dictionaries.getContext();
  const auto nothing = DictionaryAttr::get(context);
  SmallVector<Attribute> left;
  for (Attribute dictionary : dictionaries) {
    const Attribute kept = stripped(dictionary);
    left.push_back(kept ? kept : nothing);
  }
  const bool isEmpty = llvm::all_of(left, [&](Attribute kept) { return kept == nothing; });
  return isEmpty ? nullptr : ArrayAttr::get(context, left);
}

/// Of a function's or a call's arguments and results.
void stripArgumentsAndResults(ArgAndResultAttrsOpInterface op) {
  if (ArrayAttr attributes = op.getArgAttrsAttr()) {
    if (ArrayAttr left = strippedEach(attributes))
      op.setArgAttrsAttr(left);
    else
      op.removeArgAttrsAttr();
  }
  if (ArrayAttr attributes = op.getResAttrsAttr()) {
    if (ArrayAttr left = strippedEach(attributes))
      op.setResAttrsAttr(left);
    else
      op.removeResAttrsAttr();
  }
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
      if (auto function = dyn_cast<ArgAndResultAttrsOpInterface>(op))
        stripArgumentsAndResults(function);
    });
  }
};

/// Whether one of the dictionaries holds a CompilationInfo; null for none.
bool holdInfo(ArrayAttr dictionaries) {
  return dictionaries && stripped(dictionaries) != dictionaries;
}

struct VerifyStrippedPass : impl::VerifyStrippedPassBase<VerifyStrippedPass> {
  void runOnOperation() override {
    const auto isLeft = [](NamedAttribute attribute) {
      return ir::AssayDialect::isReservedForCompilation(attribute.getName()) ||
             stripped(attribute.getValue()) != attribute.getValue();
    };
    getOperation()->walk([&](Operation *op) {
      auto function = dyn_cast<ArgAndResultAttrsOpInterface>(op);
      const bool isOfArguments = function && (holdInfo(function.getArgAttrsAttr()) ||
                                              holdInfo(function.getResAttrsAttr()));
      if (!isOfArguments && llvm::none_of(op->getDiscardableAttrs(), isLeft))
        return;
      op->emitOpError("still has what assay-strip-compilation-info removes");
      signalPassFailure();
    });
  }
};

} // namespace

} // namespace assay
