#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace assay {

/// Element types of tensors. Integers are signless as in MLIR: ops say where signedness matters.
enum class ElementType : uint8_t { F64, F32, F16, BF16, I64, I32, I16, I8, I1, C64 };

inline constexpr std::array allElementTypes = {
    ElementType::F64, ElementType::F32, ElementType::F16, ElementType::BF16, ElementType::I64,
    ElementType::I32, ElementType::I16, ElementType::I8,  ElementType::I1,   ElementType::C64};

/// "f32", "bf16", "i1", "c64" (complex<f32>), ...
std::string_view name(ElementType type);
std::optional<ElementType> elementTypeFromName(std::string_view name);

/// f16, bf16, f32, f64; not complex.
constexpr bool isFloat(ElementType type) { return type <= ElementType::BF16; }
/// i8 ... i64; i1 is not counted: it is a truth value.
constexpr bool isInteger(ElementType type) {
  return type >= ElementType::I64 && type <= ElementType::I8;
}
constexpr bool isBool(ElementType type) { return type == ElementType::I1; }
constexpr bool isComplex(ElementType type) { return type == ElementType::C64; }
/// Has an order and arithmetic: neither i1 nor complex.
constexpr bool isNumber(ElementType type) { return isFloat(type) || isInteger(type); }

/// Width of the value in bits: 1 for i1, 64 for c64.
int bitWidth(ElementType type);
/// Bytes of one element in a Tensor: an i1 takes one.
size_t storageBytes(ElementType type);

/// Bits of significand with the implicit one: 53, 24, 11, 8. Floats only.
int precision(ElementType type);
/// Smallest positive normal number. Floats only.
double minNormal(ElementType type);
/// Largest finite number. Floats only.
double maxFinite(ElementType type);

/// Least and greatest value as two's complement. Integers and i1 (0 and 1) only.
int64_t minInteger(ElementType type);
int64_t maxInteger(ElementType type);

} // namespace assay
