#pragma once

#include "support/Expected.h"

#include <compare>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

/// Index of a symbolic extent of a Program.
using SymbolId = int;

/// symbol -> extent, for one execution; indexed by SymbolId.
using Bindings = std::vector<int64_t>;

/// The extent of a tensor dimension, or an offset into one: a polynomial over symbols with integer
/// coefficients. Kept in canonical form, so that == decides whether two dims are the same
/// expression; this is closed under what tensor ops do to extents (concat adds, collapse
/// multiplies, pad adds a constant). A size that would need a division is a symbol of its own,
/// bounded by a constraint.
class Dim {
public:
  /// The constant 0.
  Dim() = default;
  Dim(int64_t constant);
  static Dim symbol(SymbolId id);

  /// The value, if no symbol occurs.
  std::optional<int64_t> constant() const;
  /// The symbol, if the dim is just that.
  std::optional<SymbolId> asSymbol() const;
  bool isConstant(int64_t value) const { return constant() == value; }

  /// The symbols that occur, ascending, each once.
  std::vector<SymbolId> symbols() const;
  /// Calls back for each occurrence of a symbol.
  void forEachSymbol(const std::function<void(SymbolId)> &visit) const;

  /// The extent under `bindings`, which must cover every symbol. Saturates at +-2^62.
  int64_t evaluate(std::span<const int64_t> bindings) const;

  /// The dim with each symbol replaced by what `replacement` says.
  Dim substitute(const std::function<Dim(SymbolId)> &replacement) const;

  /// "d0", "12", "2*d0*d1+d2-3".
  std::string text() const;
  /// Reads what text() writes.
  static Expected<Dim> parse(std::string_view text);

  friend Dim operator+(const Dim &a, const Dim &b);
  friend Dim operator-(const Dim &a, const Dim &b);
  friend Dim operator*(const Dim &a, const Dim &b);
  bool operator==(const Dim &) const = default;
  auto operator<=>(const Dim &) const = default;

  /// One product: coefficient * symbol * symbol ... Terms of a Dim have coefficient != 0, distinct
  /// symbol lists, and are sorted by symbol list; the constant is the term without symbols.
  struct Term {
    std::vector<SymbolId> symbols;
    int64_t coefficient = 0;
    bool operator==(const Term &) const = default;
    auto operator<=>(const Term &) const = default;
  };
  const std::vector<Term> &terms() const { return sum; }

private:
  void add(const Term &term);
  std::vector<Term> sum;
};

/// The product of all dims; 1 for none.
Dim product(std::span<const Dim> dims);

/// "d0,4,d1+2".
std::string text(std::span<const Dim> dims);

/// Largest symbol id and degree that a file may use: keeps malformed input from asking for memory.
inline constexpr SymbolId maxSymbols = 256;
inline constexpr size_t maxDegree = 8;

} // namespace assay
