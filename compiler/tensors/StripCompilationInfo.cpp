#include "compiler/dialect/Assay.h"
#include "compiler/tensors/Passes.h"

using namespace mlir;

namespace assay {

#define GEN_PASS_DEF_STRIPCOMPILATIONINFOPASS
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

struct StripCompilationInfoPass : impl::StripCompilationInfoPassBase<StripCompilationInfoPass> {
  void runOnOperation() override {
    getOperation()->walk([](Operation *op) {
      for (NamedAttribute attribute : llvm::to_vector(op->getDiscardableAttrs())) {
        const Attribute left = stripped(attribute.getValue());
        if (!left)
          op->removeDiscardableAttr(attribute.getName());
        else if (left != attribute.getValue())
          op->setDiscardableAttr(attribute.getName(), left);
      }
    });
  }
};

} // namespace

} // namespace assay
