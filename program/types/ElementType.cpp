#include "program/types/ElementType.h"

#include "support/Assert.h"

#include <cfloat>

namespace assay {

namespace {
struct Row {
  std::string_view name;
  int bits;
  size_t bytes;
  int precision;
  double minNormal;
  double maxFinite;
};
// In the order of the enumerators.
constexpr Row rows[] = {
    {"f64", 64, 8, 53, DBL_MIN, DBL_MAX},
    {"f32", 32, 4, 24, FLT_MIN, FLT_MAX},
    {"f16", 16, 2, 11, 0x1p-14, 65504.0},
    {"bf16", 16, 2, 8, 0x1p-126, 0x1.fep127},
    {"i64", 64, 8, 0, 0, 0},
    {"i32", 32, 4, 0, 0, 0},
    {"i16", 16, 2, 0, 0, 0},
    {"i8", 8, 1, 0, 0, 0},
    {"i1", 1, 1, 0, 0, 0},
    {"c64", 64, 8, 24, FLT_MIN, FLT_MAX},
};
const Row &row(ElementType type) { return rows[static_cast<size_t>(type)]; }
} // namespace

std::string_view name(ElementType type) { return row(type).name; }

std::optional<ElementType> elementTypeFromName(std::string_view wanted) {
  for (ElementType type : allElementTypes)
    if (name(type) == wanted)
      return type;
  return std::nullopt;
}

int bitWidth(ElementType type) { return row(type).bits; }
size_t storageBytes(ElementType type) { return row(type).bytes; }
int precision(ElementType type) { return row(type).precision; }
double minNormal(ElementType type) { return row(type).minNormal; }
double maxFinite(ElementType type) { return row(type).maxFinite; }

int64_t minInteger(ElementType type) {
  ASSAY_ASSERT(isInteger(type) || isBool(type), "only integers have a least integer");
  return isBool(type) ? 0 : static_cast<int64_t>(-1) << (bitWidth(type) - 1);
}
int64_t maxInteger(ElementType type) { return isBool(type) ? 1 : ~minInteger(type); }

} // namespace assay
