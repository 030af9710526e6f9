#include "generator/growth/ResultFacts.h"

namespace assay {

int64_t Application::extent(const Dim &dim, size_t run) const {
  return growth.extents.value(dim, run < growth.extents.runs() ? run : 0);
}

} // namespace assay
