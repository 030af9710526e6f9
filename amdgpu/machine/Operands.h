#pragma once

#include "amdgpu/machine/Instruction.h"
#include "amdgpu/machine/isa/Table.h"

#include <optional>
#include <string>

namespace assay::amdgpu {

/// Turns operand codes into Operands of an instruction, in the order of its shape.
class OperandReader {
public:
  OperandReader(uint32_t literal, const Shape &shape, Program &program, Instruction &instruction)
      : shape(shape), literal(literal), program(program), instruction(instruction) {}

  /// Source operand codes from here on are VGPRs.
  static constexpr uint32_t firstVgprCode = 256;

  /// The next source field of the format. Sources of the shape that have no field (a former
  /// destination, a literal) are stepped over, and filled in by themselves.
  void source(uint32_t code, bool isAgpr = false);
  /// The source of that index, whatever the shape says.
  void resolveSource(unsigned index, uint32_t code, Type type, bool isAgpr = false);
  void scalarSource(unsigned index, uint32_t code, Type type);
  void vectorSource(unsigned index, uint32_t number, Type type, bool isAgpr);

  /// Sources that are no operands of the assembler's, once the others are there: VCC.
  void implicitSources();

  /// The result, a VGPR unless the shape says otherwise.
  void destination(uint32_t number);
  void vectorDestination(uint32_t number, bool isAgpr);
  void scalarDestination(Operand &operand, uint32_t code, Type type);

  /// abs and neg, one bit per source.
  void signs(uint32_t absolute, uint32_t negate);

  /// Registers may be used that no operand names.
  void useAllVgprs() { program.vgprs = firstAgpr; }

  void refuse(std::string why);

  const Shape &shape;
  std::optional<std::string> refusal;

private:
  Operand vector(uint32_t number, Type type, bool isAgpr);
  Operand constant(uint64_t value, Type type);
  Operand constantFor(uint32_t code, Type type);

  uint32_t literal;
  Program &program;
  Instruction &instruction;
  unsigned next = 0;
};

} // namespace assay::amdgpu
