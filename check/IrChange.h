#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

/// In what lines of one op differ.
enum class Alteration : uint8_t {
  Form,     // types, regions, attributes: what is none of the others
  Numbers,  // and nothing else
  Order,    // of operands
  Operands, // others take their places
};
inline constexpr std::array<std::string_view, 4> names(Alteration) {
  return {"form", "numbers", "order", "operands"};
}

/// What a pass does to a module, in the names of ops: "tensor.pad". Each list is sorted, and has a
/// name once.
struct IrChange {
  std::vector<std::string> gone;  // in lines that it takes away, and in none that it adds
  std::vector<std::string> added; // the other way round
  /// Of which lines of both are, that differ by more than the names of those above.
  std::vector<std::string> altered;
  Alteration how = Alteration::Form; // of these
  bool isNothing() const { return gone.empty() && added.empty() && altered.empty(); }
  bool operator==(const IrChange &) const = default;
};

/// Compares MLIR before and after a pass by lines, whatever values and attributes are called in
/// either. Where nothing but that differs, values count as the ops that make them, so that other
/// operands are a change. No order is compared. Text that is no MLIR has no ops, and no change.
IrChange irChange(std::string_view before, std::string_view after);

/// Whether two modules are made of the same ops, each as often, whatever their operands, types and
/// attributes are. One that prints values has ops for that, named "flow.tensor.trace", which make
/// nothing.
bool areOfSameOps(std::string_view one, std::string_view other);

/// "takes away tensor.pad; adds tensor.insert_slice, linalg.fill; alters linalg.reduce", "alters
/// tensor.concat (order)"
std::string describe(const IrChange &change);

} // namespace assay
