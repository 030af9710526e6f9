#include "program/ops/Attention.h"

#include "program/ops/Yield.h"

#include <cmath>

namespace assay {

Expected<Inference> Attention::infer(OperandTypes operands) const {
  ASSAY_TRY(requireOperands(operands, mask == MaskKind::None ? 3 : 4));
  const TensorType &q = operands[0], &k = operands[1], &v = operands[2];
  ASSAY_REQUIRE(isFloat(q.element) && q.element == k.element && q.element == v.element,
                "q, k and v must have one float type");
  ASSAY_REQUIRE(q.rank() >= 2 && q.rank() <= 5, "q must have 2 to 5 dims, not {}", q.rank());
  ASSAY_REQUIRE(k.rank() == q.rank() && v.rank() == q.rank(), "q, k and v must have one rank");
  ASSAY_REQUIRE(std::isfinite(scale), "the scale must be finite");
  const size_t batch = static_cast<size_t>(q.rank() - 2);
  ASSAY_REQUIRE(group >= 1 && (group == 1 || batch > 0), "group {} needs a batch dim", group);
  for (size_t i = 0; i < batch; ++i) {
    Dim heads = i + 1 == batch ? Dim(group) * k.dims[i] : k.dims[i];
    ASSAY_REQUIRE(q.dims[i] == heads, "batch dim {} of q is {}, expected {}", i, q.dims[i].text(),
                  heads.text());
    ASSAY_REQUIRE(k.dims[i] == v.dims[i], "batch dim {} of k and v differ", i);
  }
  const Dim &m = q.dims[batch], &n = k.dims[batch];
  ASSAY_REQUIRE(q.dims[batch + 1] == k.dims[batch + 1], "q and k differ in their last dim");
  ASSAY_REQUIRE(v.dims[batch] == n, "k and v differ in their number of keys");
  if (mask != MaskKind::None) {
    TensorType expected{mask == MaskKind::Boolean ? ElementType::I1 : q.element, q.dims};
    expected.dims[batch] = m;
    expected.dims[batch + 1] = n;
    ASSAY_TRY(requireSame(operands[3], expected));
  }
  TensorType result = q;
  result.dims[batch + 1] = v.dims[batch + 1];
  return yields(std::move(result), {n - Dim(1)});
}

double Attention::steps(Shapes operands, Shapes) const {
  // Each element of the queries meets each key, each weight each element of the values.
  const Shape &queries = operands[0], &keys = operands[1], &values = operands[2];
  double rows = 1;
  for (size_t dim = 0; dim + 1 < queries.size(); ++dim)
    rows *= static_cast<double>(queries[dim]);
  return 2 * static_cast<double>(keys[keys.size() - 2]) * rows *
         static_cast<double>(queries.back() + values.back());
}

std::string Attention::sentence() const {
  return fmt::format("softmax({} * Q K^T{}{}) V along the keys", scale,
                     mask == MaskKind::None ? "" : " with the mask",
                     causal ? ", keys n > m removed" : "");
}

} // namespace assay
