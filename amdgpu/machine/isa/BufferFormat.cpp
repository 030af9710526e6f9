#include "amdgpu/machine/isa/Atomics.h"
#include "amdgpu/machine/isa/Buffer.h"

#include <cmath>
#include <optional>

namespace assay::amdgpu::AMDGPU_LEVEL {

/// How an element of a formatted buffer is laid out: up to four components of equal width.
struct Layout {
  unsigned components, bits;
};

/// By the manual's BUF_DATA_FORMAT; those with components of different widths are missing.
static std::optional<Layout> layoutOf(uint32_t dataFormat) {
  switch (dataFormat) {
  case 1:
    return Layout{1, 8};
  case 2:
    return Layout{1, 16};
  case 3:
    return Layout{2, 8};
  case 4:
    return Layout{1, 32};
  case 5:
    return Layout{2, 16};
  case 10:
    return Layout{4, 8};
  case 11:
    return Layout{2, 32};
  case 12:
    return Layout{4, 16};
  case 13:
    return Layout{3, 32};
  case 14:
    return Layout{4, 32};
  default:
    return std::nullopt;
  }
}

// BUF_NUM_FORMAT. What is no integer comes to registers as f32 or, in d16 instructions, as f16.
enum NumFormat : uint32_t { Unorm, Snorm, Uscaled, Sscaled, Uint, Sint, Float = 7 };
static bool isInteger(uint32_t format) { return format == Uint || format == Sint; }

static float widen(uint32_t bits, unsigned width, uint32_t format) {
  const auto integer = static_cast<int32_t>(bits << (32 - width)) >> (32 - width);
  const auto largest = static_cast<double>((uint64_t(1) << width) - 1);
  const auto largestSigned = static_cast<double>((uint64_t(1) << (width - 1)) - 1);
  switch (format) {
  case Unorm:
    return static_cast<float>(bits / largest);
  case Snorm:
    return static_cast<float>(std::fmax(integer / largestSigned, -1));
  case Uscaled:
    return static_cast<float>(bits);
  case Sscaled:
    return static_cast<float>(integer);
  default:
    return width == 16 ? float(std::bit_cast<_Float16>(static_cast<uint16_t>(bits)))
                       : std::bit_cast<float>(bits);
  }
}

/// What a register holds for a component of memory, as a dword or in 16 bits.
static uint32_t toRegister(uint32_t bits, unsigned width, uint32_t format, bool isHalf) {
  if (format == Sint)
    bits = static_cast<uint32_t>(static_cast<int32_t>(bits << (32 - width)) >> (32 - width));
  if (isInteger(format))
    return isHalf ? bits & 0xffff : bits;
  const float value = widen(bits, width, format);
  if (format == Float && width == (isHalf ? 16 : 32)) // a NaN's payload stays
    return bits;
  return isHalf ? std::bit_cast<uint16_t>(static_cast<_Float16>(value))
                : std::bit_cast<uint32_t>(value);
}

struct Element {
  Layout layout;
  uint32_t format;
  /// By destination: which component, or 0 or 1.
  uint32_t select[4];
};

/// From the instruction if it has a format, otherwise from the resource.
static std::optional<Element> elementOf(Wave &wave, const Instruction &instruction) {
  const BufferResource buffer(wave, instruction.source[3].index);
  const bool isTyped = instruction.format == Format::Mtbuf;
  const uint32_t format = isTyped ? instruction.modifiers.nfmt : buffer.numFormat;
  auto layout = layoutOf(isTyped ? instruction.modifiers.dfmt : buffer.dataFormat);
  const bool isKnown = layout && format <= Float && format != 6 &&
                       (format != Float || layout->bits >= 16) &&
                       (isInteger(format) || format == Float || layout->bits < 32);
  if (!isKnown) {
    raise(wave, instruction, Fault::Kind::UnknownInstruction,
          "this format of a buffer is not implemented");
    return std::nullopt;
  }
  Element element{*layout, format, {}};
  for (unsigned i = 0; i < 4; ++i)
    element.select[i] = isTyped ? 4 + i : buffer.select[i];
  return element;
}

/// An element is checked as a whole. Behind the end components are 0. SEL_0 is 0, SEL_1 is 1, 4 to
/// 7 are x to w; components that memory lacks are 0, w 1.
template <unsigned components, bool isHalf, bool isHighOnly>
static void load(Wave &wave, const Instruction &instruction) {
  const auto element = elementOf(wave, instruction);
  if (!element)
    return;
  const Layout &layout = element->layout;
  const uint32_t bytes = layout.components * layout.bits / 8;
  const BufferAddresses all = bufferAddresses(wave, instruction);
  const Addresses present = lanesWithin(all, 0, bytes);
  if (present.active != 0 && !mayAccess(wave, instruction, all.space, Mode::Load, present, bytes))
    return;
  const uint32_t one = isInteger(element->format) ? 1 : isHalf ? 0x3c00 : 0x3f800000;
  uint32_t *rows = rowOf(wave, instruction.destination);
  forActive(all.at.active, [&](unsigned lane) {
    const bool isPresent = present.active >> lane & 1;
    uint32_t values[4] = {};
    for (unsigned i = 0; i < components; ++i) {
      const uint32_t select = element->select[i];
      if (select == 1 || (isPresent && select == 7 && layout.components < 4))
        values[i] = one;
      else if (isPresent && select >= 4 && select - 4 < layout.components) {
        uint32_t bits = 0;
        std::memcpy(&bits,
                    hostAddress(wave, all.space, present, lane) + (select - 4) * layout.bits / 8,
                    layout.bits / 8);
        values[i] = toRegister(bits, layout.bits, element->format, isHalf);
      }
    }
    if (isHighOnly)
      rows[lane] = (rows[lane] & 0xffff) | values[0] << 16;
    else if (isHalf && components == 1)
      rows[lane] = (rows[lane] & 0xffff0000) | values[0];
    else if (isHalf)
      for (unsigned i = 0; i < components; i += 2)
        rows[i / 2 * lanesPerWave + lane] = values[i] | values[i + 1] << 16;
    else
      for (unsigned i = 0; i < components; ++i)
        rows[i * lanesPerWave + lane] = values[i];
  });
}

/// Only what needs no rounding is stored: integers, and floats of the register's own width.
template <unsigned components, bool isHalf, bool isHighOnly>
static void store(Wave &wave, const Instruction &instruction) {
  const auto element = elementOf(wave, instruction);
  if (!element)
    return;
  const Layout &layout = element->layout;
  constexpr unsigned width = isHalf ? 16 : 32;
  if (layout.components != components ||
      !(element->format == Float ? layout.bits == width
                                 : isInteger(element->format) && layout.bits == width))
    return raise(wave, instruction, Fault::Kind::UnknownInstruction,
                 "stores that convert to this format of a buffer are not implemented");
  constexpr uint32_t bytes = components * width / 8;
  const BufferAddresses all = bufferAddresses(wave, instruction);
  const Addresses present = lanesWithin(all, 0, bytes);
  if (!mayAccess(wave, instruction, all.space, Mode::Store, present, bytes))
    return;
  const uint32_t *rows = rowOf(wave, instruction.source[1]);
  forActive(present.active, [&](unsigned lane) {
    std::byte *to = hostAddress(wave, all.space, present, lane);
    for (unsigned i = 0; i < components; ++i) {
      const unsigned row = isHalf ? i / 2 : i;
      const unsigned shift = isHighOnly || (isHalf && i % 2 != 0) ? 16 : 0;
      const uint32_t value = rows[row * lanesPerWave + lane] >> shift;
      std::memcpy(to + i * width / 8, &value, width / 8);
    }
  });
}

constexpr unsigned dwordsFor(unsigned components, bool isHalf) {
  return isHalf ? (components + 1) / 2 : components;
}
constexpr Shape formatLoadShape(unsigned components, bool isHalf) {
  return isHalf && components % 2 != 0 && components == 1
             ? halfLoadShape(Type::None)
             : loadShape(Type::None, dwordsFor(components, isHalf));
}
template <unsigned components, bool isHalf = false, bool isHighOnly = false>
static constexpr Semantics loads = {load<components, isHalf, isHighOnly>, nullptr,
                                    formatLoadShape(components, isHalf)};
template <unsigned components, bool isHalf = false, bool isHighOnly = false>
static constexpr Semantics stores = {store<components, isHalf, isHighOnly>, nullptr,
                                     storeShape(Type::None, dwordsFor(components, isHalf))};

#define AMDGPU_FORMATTED(NAME)                                                                     \
  {NAME "_load_format_x", loads<1>}, {NAME "_load_format_xy", loads<2>},                           \
      {NAME "_load_format_xyz", loads<3>}, {NAME "_load_format_xyzw", loads<4>},                   \
      {NAME "_load_format_d16_x", loads<1, true>}, {NAME "_load_format_d16_xy", loads<2, true>},   \
      {NAME "_load_format_d16_xyz", loads<3, true>},                                               \
      {NAME "_load_format_d16_xyzw", loads<4, true>}, {NAME "_store_format_x", stores<1>},         \
      {NAME "_store_format_xy", stores<2>}, {NAME "_store_format_xyz", stores<3>},                 \
      {NAME "_store_format_xyzw", stores<4>}, {NAME "_store_format_d16_x", stores<1, true>},       \
      {NAME "_store_format_d16_xy", stores<2, true>},                                              \
      {NAME "_store_format_d16_xyz", stores<3, true>}, {                                           \
    NAME "_store_format_d16_xyzw", stores<4, true>                                                 \
  }

static constexpr Entry entries[] = {
    AMDGPU_FORMATTED("buffer"),
    AMDGPU_FORMATTED("tbuffer"),
    {"buffer_load_format_d16_hi_x", loads<1, true, true>},
    {"buffer_store_format_d16_hi_x", stores<1, true, true>},
};
const Table bufferFormatTable(entries);

} // namespace assay::amdgpu::AMDGPU_LEVEL
