#pragma once

#include "program/Abi.h"

#include <mlir/IR/Value.h>

#include <map>

namespace assay::emission {

/// What one call of emit() is about.
struct Subject {
  const Program &program;
  const Specialization &specialization;
  const Bindings &known;

  Knowledge knowledge(SymbolId symbol) const { return specialization[static_cast<size_t>(symbol)]; }
  /// Every symbol of the dim is Static.
  bool isStatic(const Dim &dim) const;
};

/// Writes extents in the arithmetic of a dialect, each once.
class Extents {
public:
  /// Says where the extent of a symbol comes from: a value, or a dim of a tensor, which is read
  /// when it is first asked for. The first definition counts.
  void defineSymbol(SymbolId symbol, mlir::Value extent);
  void defineSymbol(SymbolId symbol, mlir::Value tensor, int64_t dim);

protected:
  explicit Extents(const Subject &subject) : extentsOf(subject) {}
  ~Extents() = default;

  mlir::Value write(const Dim &dim);

  virtual mlir::Value writeNumber(int64_t number) = 0;
  virtual mlir::Value writeSize(mlir::Value tensor, int64_t dim) = 0;
  virtual mlir::Value writeProduct(mlir::Value x, mlir::Value y) = 0;
  virtual mlir::Value writeSum(mlir::Value x, mlir::Value y) = 0;

private:
  mlir::Value symbol(SymbolId id);

  struct Source {
    mlir::Value value;
    std::optional<int64_t> dim; // of the tensor `value`
  };
  const Subject &extentsOf;
  std::map<SymbolId, Source> sources;
  std::map<Dim, mlir::Value> sums;
};

} // namespace assay::emission
