#pragma once

namespace assay {

/// What a target promises of its arithmetic beyond IEEE basic operations. The default is the widest
/// promise that any built-in target needs. Sources beside the numbers in Accuracy.cpp.
struct Accuracy {
  /// Subnormal results and operands may be flushed to zero.
  bool flushesSubnormals = false;
};

} // namespace assay
