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
  Operands, // others take their places
};
inline constexpr std::array<std::string_view, 3> names(Alteration) {
  return {"form", "numbers", "operands"};
}

/// What a pass does to a module, in the names of ops: "tensor.pad". Each list is sorted, and has a
/// name once.
struct IrChange {
  std::vector<std::string> gone;  // in lines that it takes away, and in none that it adds
  std::vector<std::string> added; // the other way round
  /// Of which lines of both are, that differ by more than the names of those above.
  std::vector<std::string> altered;
  Alteration how = Alteration::Form; // of these
  /// Of which there are lines with the same operands in another order.
  std::vector<std::string> reordered = {};
  bool isNothing() const {
    return gone.empty() && added.empty() && altered.empty() && reordered.empty();
  }
  bool operator==(const IrChange &) const = default;
};

/// Compares MLIR before and after a pass by lines, whatever values and attributes are called in
/// either. Where nothing but that differs, values count as the ops that make them, so that other
/// operands are a change; where there is one already, only another order of the same operands is.
/// No order of lines is compared. Text that is no MLIR has no ops, and no change.
IrChange irChange(std::string_view before, std::string_view after);

/// Whether two modules are made of the same ops, each as often, whatever their operands, types and
/// attributes are. One that prints values has ops for that, named "flow.tensor.trace", which make
/// nothing.
bool areOfSameOps(std::string_view one, std::string_view other);

/// "takes away tensor.pad; adds tensor.insert_slice, linalg.fill; alters linalg.reduce",
/// "reorders operands of tensor.concat"
std::string describe(const IrChange &change);

} // namespace assay
