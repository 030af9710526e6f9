#include "amdgpu/tests/unit/MfmaLines.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace assay::amdgpu::test {

static constexpr Chip gfx90a = Chip::Gfx90a;
const std::vector<MatrixLine> denseLines = {
    {"v_mfma_f32_32x32x1_2b_f32", 'f', 'f', 32, 32, 1, 2},
    {"v_mfma_f32_16x16x1_4b_f32", 'f', 'f', 16, 16, 1, 4},
    {"v_mfma_f32_4x4x1_16b_f32", 'f', 'f', 4, 4, 1, 16},
    {"v_mfma_f32_32x32x2_f32", 'f', 'f', 32, 32, 2, 1},
    {"v_mfma_f32_16x16x4_f32", 'f', 'f', 16, 16, 4, 1},
    {"v_mfma_f32_32x32x4_xf32", 'x', 'x', 32, 32, 4, 1},
    {"v_mfma_f32_16x16x8_xf32", 'x', 'x', 16, 16, 8, 1},
    {"v_mfma_f32_32x32x4_2b_f16", 'h', 'h', 32, 32, 4, 2},
    {"v_mfma_f32_16x16x4_4b_f16", 'h', 'h', 16, 16, 4, 4},
    {"v_mfma_f32_4x4x4_16b_f16", 'h', 'h', 4, 4, 4, 16},
    {"v_mfma_f32_32x32x8_f16", 'h', 'h', 32, 32, 8, 1},
    {"v_mfma_f32_16x16x16_f16", 'h', 'h', 16, 16, 16, 1},
    {"v_mfma_f32_32x32x4_2b_bf16", 'b', 'b', 32, 32, 4, 2},
    {"v_mfma_f32_16x16x4_4b_bf16", 'b', 'b', 16, 16, 4, 4},
    {"v_mfma_f32_4x4x4_16b_bf16", 'b', 'b', 4, 4, 4, 16},
    {"v_mfma_f32_32x32x8_bf16", 'b', 'b', 32, 32, 8, 1},
    {"v_mfma_f32_16x16x16_bf16", 'b', 'b', 16, 16, 16, 1},
    {"v_mfma_i32_32x32x4_2b_i8", 'i', 'i', 32, 32, 4, 2},
    {"v_mfma_i32_16x16x4_4b_i8", 'i', 'i', 16, 16, 4, 4},
    {"v_mfma_i32_4x4x4_16b_i8", 'i', 'i', 4, 4, 4, 16},
    {"v_mfma_i32_32x32x16_i8", 'i', 'i', 32, 32, 16, 1},
    {"v_mfma_i32_16x16x32_i8", 'i', 'i', 16, 16, 32, 1},
    {"v_mfma_f32_32x32x16_fp8_fp8", '8', '8', 32, 32, 16, 1},
    {"v_mfma_f32_32x32x16_fp8_bf8", '8', '5', 32, 32, 16, 1},
    {"v_mfma_f32_32x32x16_bf8_fp8", '5', '8', 32, 32, 16, 1},
    {"v_mfma_f32_32x32x16_bf8_bf8", '5', '5', 32, 32, 16, 1},
    {"v_mfma_f32_16x16x32_fp8_fp8", '8', '8', 16, 16, 32, 1},
    {"v_mfma_f32_16x16x32_fp8_bf8", '8', '5', 16, 16, 32, 1},
    {"v_mfma_f32_16x16x32_bf8_fp8", '5', '8', 16, 16, 32, 1},
    {"v_mfma_f32_16x16x32_bf8_bf8", '5', '5', 16, 16, 32, 1},
    {"v_mfma_f64_16x16x4_f64", 'd', 'd', 16, 16, 4, 1},
    {"v_mfma_f64_4x4x4_4b_f64", 'd', 'd', 4, 4, 4, 4},
    {"v_mfma_f32_32x32x1f32", 'f', 'f', 32, 32, 1, 2, gfx90a},
    {"v_mfma_f32_16x16x1f32", 'f', 'f', 16, 16, 1, 4, gfx90a},
    {"v_mfma_f32_4x4x1f32", 'f', 'f', 4, 4, 1, 16, gfx90a},
    {"v_mfma_f32_32x32x2f32", 'f', 'f', 32, 32, 2, 1, gfx90a},
    {"v_mfma_f32_16x16x4f32", 'f', 'f', 16, 16, 4, 1, gfx90a},
    {"v_mfma_f32_32x32x4f16", 'h', 'h', 32, 32, 4, 2, gfx90a},
    {"v_mfma_f32_16x16x4f16", 'h', 'h', 16, 16, 4, 4, gfx90a},
    {"v_mfma_f32_4x4x4f16", 'h', 'h', 4, 4, 4, 16, gfx90a},
    {"v_mfma_f32_32x32x8f16", 'h', 'h', 32, 32, 8, 1, gfx90a},
    {"v_mfma_f32_16x16x16f16", 'h', 'h', 16, 16, 16, 1, gfx90a},
    {"v_mfma_f32_32x32x2bf16", 'b', 'b', 32, 32, 2, 2, gfx90a},
    {"v_mfma_f32_16x16x2bf16", 'b', 'b', 16, 16, 2, 4, gfx90a},
    {"v_mfma_f32_4x4x2bf16", 'b', 'b', 4, 4, 2, 16, gfx90a},
    {"v_mfma_f32_32x32x4bf16", 'b', 'b', 32, 32, 4, 1, gfx90a},
    {"v_mfma_f32_16x16x8bf16", 'b', 'b', 16, 16, 8, 1, gfx90a},
    {"v_mfma_f32_32x32x4bf16_1k", 'b', 'b', 32, 32, 4, 2, gfx90a},
    {"v_mfma_f32_16x16x4bf16_1k", 'b', 'b', 16, 16, 4, 4, gfx90a},
    {"v_mfma_f32_4x4x4bf16_1k", 'b', 'b', 4, 4, 4, 16, gfx90a},
    {"v_mfma_f32_32x32x8bf16_1k", 'b', 'b', 32, 32, 8, 1, gfx90a},
    {"v_mfma_f32_16x16x16bf16_1k", 'b', 'b', 16, 16, 16, 1, gfx90a},
    {"v_mfma_i32_32x32x4i8", 'i', 'i', 32, 32, 4, 2, gfx90a},
    {"v_mfma_i32_16x16x4i8", 'i', 'i', 16, 16, 4, 4, gfx90a},
    {"v_mfma_i32_4x4x4i8", 'i', 'i', 4, 4, 4, 16, gfx90a},
    {"v_mfma_i32_32x32x8i8", 'i', 'i', 32, 32, 8, 1, gfx90a},
    {"v_mfma_i32_16x16x16i8", 'i', 'i', 16, 16, 16, 1, gfx90a},
    {"v_mfma_f64_16x16x4f64", 'd', 'd', 16, 16, 4, 1, gfx90a},
    {"v_mfma_f64_4x4x4f64", 'd', 'd', 4, 4, 4, 4, gfx90a},
};
const std::vector<MatrixLine> sparseLines = {
    {"v_smfmac_f32_16x16x32_f16", 'h', 'h', 16, 16, 32, 1},
    {"v_smfmac_f32_32x32x16_f16", 'h', 'h', 32, 32, 16, 1},
    {"v_smfmac_f32_16x16x32_bf16", 'b', 'b', 16, 16, 32, 1},
    {"v_smfmac_f32_32x32x16_bf16", 'b', 'b', 32, 32, 16, 1},
    {"v_smfmac_i32_16x16x64_i8", 'i', 'i', 16, 16, 64, 1},
    {"v_smfmac_i32_32x32x32_i8", 'i', 'i', 32, 32, 32, 1},
    {"v_smfmac_f32_16x16x64_fp8_fp8", '8', '8', 16, 16, 64, 1},
    {"v_smfmac_f32_16x16x64_fp8_bf8", '8', '5', 16, 16, 64, 1},
    {"v_smfmac_f32_16x16x64_bf8_fp8", '5', '8', 16, 16, 64, 1},
    {"v_smfmac_f32_16x16x64_bf8_bf8", '5', '5', 16, 16, 64, 1},
    {"v_smfmac_f32_32x32x32_fp8_fp8", '8', '8', 32, 32, 32, 1},
    {"v_smfmac_f32_32x32x32_fp8_bf8", '8', '5', 32, 32, 32, 1},
    {"v_smfmac_f32_32x32x32_bf8_fp8", '5', '8', 32, 32, 32, 1},
    {"v_smfmac_f32_32x32x32_bf8_bf8", '5', '5', 32, 32, 32, 1},
};

const MatrixLine &matrixLine(const std::string &name) {
  for (const auto *list : {&denseLines, &sparseLines})
    for (const MatrixLine &line : *list)
      if (line.name == name)
        return line;
  throw std::runtime_error("no instruction is called " + name);
}

unsigned widthOf(char type) {
  return type == 'd' ? 64 : type == 'f' || type == 'x' ? 32 : type == 'h' || type == 'b' ? 16 : 8;
}

static std::string range(char file, unsigned first, unsigned count) {
  return count == 1 ? fmt::format("{}{}", file, first)
                    : fmt::format("{}[{}:{}]", file, first, first + count - 1);
}

std::string lineOf(const MatrixLine &line, bool isSparse, const char *files) {
  auto registers = [](unsigned elements, unsigned bits) { return elements * bits / 32 / 64; };
  const unsigned bits = line.a == 'd' ? 64 : 32;
  const unsigned ofA =
      registers(line.m * line.k * line.blocks, widthOf(line.a)) / (isSparse ? 2 : 1);
  const unsigned ofB = registers(line.n * line.k * line.blocks, widthOf(line.b));
  const unsigned ofC = registers(line.m * line.n * line.blocks, bits);
  const std::string c = range(files[2], registerOfC, ofC);
  return fmt::format("{} {}, {}, {}, {}", line.name, c, range(files[0], registerOfA, ofA),
                     range(files[1], registerOfB, ofB),
                     isSparse ? range('v', registerOfIndex, 1) : c);
}

RowColumn resultAt(const MatrixLine &line, unsigned lane, unsigned element) {
  if (line.a == 'd')
    return line.m == 16 ? RowColumn{0, 4 * element + lane / 16, lane % 16}
                        : RowColumn{lane / 4 % 4, lane / 16, lane % 4};
  if (line.m == 4)
    return {lane / 4, element, lane % 4};
  if (line.m == 16)
    return {element / 4, 4 * (lane / 16) + element % 4, lane % 16};
  return {element / 16, 8 * (element % 16 / 4) + 4 * (lane / 32) + element % 4, lane % 32};
}

RowK inputAt(const MatrixLine &line, unsigned rows, unsigned perLane, unsigned lane,
             unsigned element) {
  if (line.a == 'd' && line.m == 4)
    return {lane / 4 % 4, lane % 4, lane / 16};
  if (line.blocks > 1)
    return {lane / rows, lane % rows, element};
  return {0, lane % rows, lane / rows * perLane + element};
}

void setElement(Machine &machine, unsigned first, unsigned lane, unsigned element, unsigned bits,
                uint64_t value) {
  const unsigned at = first + element * bits / 32, shift = element * bits % 32;
  auto put = [&](unsigned reg, uint32_t mask, uint32_t part) {
    const std::string name = fmt::format("v{}", reg);
    machine.set(name, (machine.get(name, lane) & ~mask) | part, lane);
  };
  if (bits < 32)
    return put(at, ((1U << bits) - 1) << shift, uint32_t(value) << shift);
  put(at, ~0U, uint32_t(value));
  if (bits == 64)
    put(at + 1, ~0U, uint32_t(value >> 32));
}

uint64_t getElement(const Machine &machine, unsigned first, unsigned lane, unsigned element,
                    unsigned bits) {
  const unsigned at = first + element * bits / 32;
  uint64_t value = machine.get(fmt::format("v{}", at), lane);
  if (bits == 64)
    value |= uint64_t(machine.get(fmt::format("v{}", at + 1), lane)) << 32;
  return value;
}

} // namespace assay::amdgpu::test
