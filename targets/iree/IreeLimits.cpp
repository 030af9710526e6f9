#include "targets/iree/IreeLimits.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay {

namespace {

bool hasElement(const Program &program, ElementType element) {
  for (ValueId value = 0; value < program.valueCount(); ++value)
    if (program.type(value).element == element)
      return true;
  return false;
}

bool castsDoubles(const Program &program) {
  for (size_t i = 0; i < program.nodes().size(); ++i) {
    const int node = static_cast<int>(i);
    if (kindOf(program.nodes()[i].op) != OpKind::Cast)
      continue;
    const ElementType from = program.operandTypes(node)[0].element,
                      to = program.type(program.firstResult(node)).element;
    if ((from == ElementType::F64) != (to == ElementType::F64))
      return true;
  }
  return false;
}

bool castsToNarrowUnsigned(const Program &program) {
  for (size_t i = 0; i < program.nodes().size(); ++i) {
    const int node = static_cast<int>(i);
    const auto *cast = std::get_if<Cast>(&program.nodes()[i].op);
    if (!cast || !cast->isUnsigned || !isFloat(program.operandTypes(node)[0].element))
      continue;
    const ElementType to = program.type(program.firstResult(node)).element;
    if (to == ElementType::I8 || to == ElementType::I16)
      return true;
  }
  return false;
}

struct Limit {
  std::string_view backend;
  bool (*needs)(const Program &program);
  std::string_view reason;
};

constexpr Limit limits[] = {
    // The virtual machine has instructions for i32, i64, f32 and, with less of them, f64.
    {"vmvx", [](const Program &program) { return hasElement(program, ElementType::F16); },
     "no arithmetic in f16"},
    {"vmvx", [](const Program &program) { return hasElement(program, ElementType::BF16); },
     "no arithmetic in bf16"},
    {"vmvx", [](const Program &program) { return hasElement(program, ElementType::C64); },
     "no complex numbers"},
    {"vmvx", castsDoubles, "no casts from and to f64"},
    {"vmvx", castsToNarrowUnsigned, "no casts from floats to narrow unsigned integers"},
};

} // namespace

std::optional<std::string> missingIn(std::string_view backend, const Program &program) {
  for (const Limit &limit : limits)
    if (limit.backend == backend && limit.needs(program))
      return fmt::format("{} has {}", backend, limit.reason);
  return std::nullopt;
}

} // namespace assay
