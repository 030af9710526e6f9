#include "amdgpu/machine/Operands.h"

#include "amdgpu/machine/Workgroup.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::amdgpu {
namespace {

// Operand codes, from the manual's table of scalar sources.
enum Code : uint32_t {
  IntegerZero = 128,
  IntegerLast = 192,  // 64
  NegativeLast = 208, // -16
  SharedBase = 235,
  SharedLimit = 236,
  PrivateBase = 237,
  PrivateLimit = 238,
  FloatFirst = 240,
  FloatLast = 248,
  VccZ = 251,
  ExecZ = 252,
  SccCode = 253,
  LiteralCode = 255,
};

// 0.5, -0.5, 1, -1, 2, -2, 4, -4, 1/(2 pi) in the three widths.
constexpr uint16_t halves[] = {0x3800, 0xb800, 0x3c00, 0xbc00, 0x4000,
                               0xc000, 0x4400, 0xc400, 0x3118};
constexpr uint32_t floats[] = {0x3f000000, 0xbf000000, 0x3f800000, 0xbf800000, 0x40000000,
                               0xc0000000, 0x40800000, 0xc0800000, 0x3e22f983};
constexpr uint64_t doubles[] = {0x3fe0000000000000, 0xbfe0000000000000, 0x3ff0000000000000,
                                0xbff0000000000000, 0x4000000000000000, 0xc000000000000000,
                                0x4010000000000000, 0xc010000000000000, 0x3fc45f306dc9c882};

uint64_t inlineFloat(uint32_t index, Type type) {
  switch (type) {
  case Type::F16:
    return halves[index];
  case Type::F64:
  case Type::B64:
  case Type::I64:
    return doubles[index];
  default:
    return floats[index];
  }
}

uint64_t literalAs(uint32_t literal, Type type) {
  switch (type) {
  case Type::F64:
    return uint64_t(literal) << 32;
  case Type::I64:
    return static_cast<uint64_t>(static_cast<int64_t>(static_cast<int32_t>(literal)));
  default:
    return literal;
  }
}

} // namespace

void OperandReader::refuse(std::string why) {
  if (!refusal)
    refusal = std::move(why);
}

Operand OperandReader::constant(uint64_t value, Type type) {
  Operand operand;
  operand.kind = Operand::Kind::Constant;
  operand.type = type;
  const unsigned dwords = std::max(dwordsOf(type), 1U);
  auto [found, isNew] = program.constants.try_emplace({value, dwords});
  if (isNew)
    for (unsigned dword = 0; dword < dwords; ++dword)
      found->second.emplace_back().lane.fill(
          dword < 2 ? static_cast<uint32_t>(value >> (32 * dword)) : 0);
  operand.row = found->second.front().lane.data();
  return operand;
}

Operand OperandReader::constantFor(uint32_t code, Type type) {
  if (code <= IntegerLast)
    return constant(code - IntegerZero, type);
  if (code <= NegativeLast)
    return constant(static_cast<uint64_t>(int64_t(IntegerLast) - int64_t(code)), type);
  if (code >= FloatFirst && code <= FloatLast)
    return constant(inlineFloat(code - FloatFirst, type), type);
  switch (code) {
  case SharedBase:
    return constant(sharedBase, type);
  case SharedLimit:
    return constant(sharedBase + 0xffffffff, type);
  case PrivateBase:
    return constant(privateBase, type);
  case PrivateLimit:
    return constant(privateBase + 0xffffffff, type);
  case LiteralCode:
    return constant(literalAs(literal, type), type);
  default:
    refuse(fmt::format("operand code {} has no meaning", code));
    return {};
  }
}

Operand OperandReader::vector(uint32_t number, Type type, bool isAgpr) {
  Operand operand;
  if (type == Type::None)
    return operand;
  const uint32_t end = number + dwordsOf(type);
  if (end > firstAgpr) {
    refuse(fmt::format("{}{} is no register", isAgpr ? 'a' : 'v', end - 1));
    return operand;
  }
  operand.kind = Operand::Kind::Vector;
  operand.type = type;
  operand.index = static_cast<uint16_t>(isAgpr ? firstAgpr + number : number);
  uint32_t &used = isAgpr ? program.agprs : program.vgprs;
  used = std::max(used, end);
  return operand;
}

void OperandReader::resolveSource(unsigned index, uint32_t code, Type type, bool isAgpr) {
  Operand &operand = instruction.source[index];
  if (code >= firstVgprCode)
    operand = vector(code - firstVgprCode, type, isAgpr);
  else if (code < scalar::count)
    scalarSource(index, code, type);
  else if (code == VccZ || code == ExecZ || code == SccCode)
    operand = {.kind = code == VccZ    ? Operand::Kind::VccZ
                       : code == ExecZ ? Operand::Kind::ExecZ
                                       : Operand::Kind::Scc,
               .type = type};
  else
    operand = constantFor(code, type);
}

void OperandReader::source(uint32_t code, bool isAgpr) {
  while (next < 4 && shape.source[next].role != Role::Field) {
    if (shape.source[next].role == Role::Literal)
      instruction.source[next] = constant(literal, shape.source[next].type);
    ++next;
  }
  if (next == 4)
    return;
  resolveSource(next, code, shape.source[next].type, isAgpr || shape.sourceIsAgpr);
  ++next;
}

void OperandReader::implicitSources() {
  for (unsigned i = 0; i < 4; ++i)
    if (shape.source[i].role == Role::Vcc)
      scalarSource(i, scalar::vcc, Type::Mask);
}

void OperandReader::scalarSource(unsigned index, uint32_t code, Type type) {
  if (code + dwordsOf(type) > scalar::count) {
    refuse(fmt::format("a source of {} dwords at operand code {} is no register", dwordsOf(type),
                       code));
    return;
  }
  instruction.source[index] = {
      .kind = Operand::Kind::Scalar, .type = type, .index = static_cast<uint16_t>(code)};
}

void OperandReader::vectorSource(unsigned index, uint32_t number, Type type, bool isAgpr) {
  instruction.source[index] = vector(number, type, isAgpr);
}

void OperandReader::destination(uint32_t number) {
  if (shape.resultIsScalar)
    scalarDestination(instruction.destination, number, shape.result);
  else
    vectorDestination(number, shape.resultIsAgpr);
}

void OperandReader::vectorDestination(uint32_t number, bool isAgpr) {
  instruction.destination = vector(number, shape.result, isAgpr);
  if (shape.preservesHigh) {
    instruction.destination.part = Part::Word0;
    instruction.destination.unused = Unused::Preserve;
  }
  for (unsigned i = 0; i < 4; ++i)
    if (shape.source[i].role == Role::Former)
      instruction.source[i] = vector(number, shape.source[i].type, isAgpr);
}

void OperandReader::scalarDestination(Operand &operand, uint32_t code, Type type) {
  if (type == Type::None)
    return;
  if (code + dwordsOf(type) > scalar::count) {
    refuse(fmt::format("a result of {} dwords at operand code {} is no register", dwordsOf(type),
                       code));
    return;
  }
  operand = {.kind = Operand::Kind::Scalar, .type = type, .index = static_cast<uint16_t>(code)};
  for (unsigned i = 0; i < 4; ++i)
    if (shape.source[i].role == Role::Former)
      instruction.source[i] = operand;
}

void OperandReader::signs(uint32_t absolute, uint32_t negate) {
  for (unsigned i = 0; i < 3; ++i) {
    instruction.source[i].absolute = absolute >> i & 1;
    instruction.source[i].negate = negate >> i & 1;
  }
}

} // namespace assay::amdgpu
