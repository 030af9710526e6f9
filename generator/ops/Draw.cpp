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

} // namespace assay
