#include "generator/ops/Draw.h"

namespace assay {

bool draw(Growth &growth, OpKind kind) {
  switch (kind) {
#define ASSAY_OP(Enumerator, tag, Family)                                                          \
  case OpKind::Enumerator:                                                                         \
    return draw##Enumerator(growth);
#include "program/Ops.def"
  }
  return false;
}

int64_t Application::extent(const Dim &dim, size_t run) const {
  return growth.extents.value(dim, run < growth.extents.runs() ? run : 0);
}

bool onlyMoves(OpKind kind) {
  switch (kind) {
  case OpKind::Select:
  case OpKind::Gather:
  case OpKind::GatherNd:
  case OpKind::Transpose:
  case OpKind::Broadcast:
  case OpKind::Expand:
  case OpKind::Collapse:
  case OpKind::Reverse:
  case OpKind::DimCast:
  case OpKind::ExtractSlice:
  case OpKind::InsertSlice:
  case OpKind::Concat:
  case OpKind::Pad:
    return true;
  default:
    return false;
  }
}

} // namespace assay
