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

/// Whether there is a cast such that is(cast, from, to).
template <class Is> bool hasCast(const Program &program, Is is) {
  for (size_t i = 0; i < program.nodes().size(); ++i) {
    const int node = static_cast<int>(i);
    const auto *cast = std::get_if<Cast>(&program.nodes()[i].op);
    if (cast && is(*cast, program.operandTypes(node)[0].element,
                   program.type(program.firstResult(node)).element))
      return true;
  }
  return false;
}

bool castsDoubles(const Program &program) {
  return hasCast(program, [](const Cast &, ElementType from, ElementType to) {
    return (from == ElementType::F64) != (to == ElementType::F64);
  });
}

bool castsToNarrowUnsigned(const Program &program) {
  return hasCast(program, [](const Cast &cast, ElementType from, ElementType to) {
    return cast.isUnsigned && isFloat(from) && (to == ElementType::I8 || to == ElementType::I16);
  });
}

/// All flavours but torch say it with math.copysign.
bool hasFloatSign(const Program &program) {
  for (const Node &node : program.nodes()) {
    const auto *unary = std::get_if<Unary>(&node.op);
    if (unary && unary->function == UnaryKind::Sign &&
        isFloat(program.type(node.operands[0]).element))
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
    {"vmvx", hasFloatSign, "no copysign"},
};

} // namespace

std::optional<std::string> missingIn(std::string_view backend, const Program &program) {
  for (const Limit &limit : limits)
    if (limit.backend == backend && limit.needs(program))
      return fmt::format("{} has {}", backend, limit.reason);
  return std::nullopt;
}

std::optional<std::string> missingForModule(std::string_view module) {
  // The loops that a sort is without iree_linalg_ext say so where their results lie.
  constexpr std::string_view op = "bufferization.alloc_tensor";
  if (module.find(op) == std::string_view::npos)
    return std::nullopt;
  return fmt::format("IREE has no {}", op);
}

} // namespace assay
