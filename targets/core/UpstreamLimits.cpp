#include "targets/core/UpstreamLimits.h"

#include <algorithm>
#include <iterator>

namespace assay {

bool isLimitOfPass(std::string_view diagnostic) {
  constexpr std::string_view limits[] = {
      "NYI: non-trivial layout map",              // affine-super-vectorize, of a subview
      "error obtaining memory region",            // affine-data-copy-generate
      "getMemRefRegion: compose affine map",      // the same
      "failed to legalize operation 'math.absi'", // convert-math-to-llvm, of vectors with two dims
  };
  return std::ranges::any_of(
      limits, [&](std::string_view limit) { return diagnostic.find(limit) != diagnostic.npos; });
}

} // namespace assay
