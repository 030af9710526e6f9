#pragma once

#include "program/Op.h"

namespace assay {

/// The types of operands side by side, as infer() takes them. A type is two allocations for each
/// dim: here the next operands are written over the last ones, which mostly need no new ones.
class OperandBuffer {
public:
  /// What `typeOf` says of each of these values. Good until the next call.
  template <class TypeOf> OperandTypes of(std::span<const int> values, const TypeOf &typeOf) {
    if (types.size() < values.size())
      types.resize(values.size());
    for (size_t i = 0; i < values.size(); ++i)
      types[i] = typeOf(values[i]);
    return std::span(types).first(values.size());
  }

private:
  std::vector<TensorType> types;
};

} // namespace assay
