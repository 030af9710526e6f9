#pragma once

#include "program/types/Tensor.h"
#include "runners/cpu/GuardedHeap.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace assay {

/// Copies of tensors in guarded memory that compiled code may read and not write.
class GuardedArguments {
public:
  GuardedArguments(GuardedHeap &heap, std::span<const Tensor> tensors)
      : heap(heap), tensors(tensors) {}

  /// Whether there was memory for all.
  bool copy();
  const std::vector<std::byte *> &buffers() const { return copies; }
  /// The first one that was written to, as a sentence without its full stop; nothing if none was.
  std::optional<std::string> overwritten() const;

private:
  GuardedHeap &heap;
  std::span<const Tensor> tensors;
  std::vector<std::byte *> copies;
};

} // namespace assay
