#include "compiler/builders/OriginName.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/StringExtras.h>

using namespace mlir;

namespace assay {

std::string originName(ArrayRef<Operation *> ops, std::string otherwise) {
  constexpr size_t most = 3;
  llvm::SetVector<StringRef> names;
  for (Operation *op : ops)
    op->walk([&](Operation *nested) {
      nested->getLoc()->walk([&](Location location) {
        if (auto named = dyn_cast<NameLoc>(location); named && names.size() < most)
          names.insert(named.getName());
        return WalkResult::advance();
      });
    });
  return names.empty() ? std::move(otherwise) : llvm::join(names, "_");
}

} // namespace assay
