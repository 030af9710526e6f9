#include "flavours/TorchOps.h"

#include <algorithm>

namespace assay::torch {

static bool contains(const std::vector<int64_t> &dims, int64_t dim) {
  return std::find(dims.begin(), dims.end(), dim) != dims.end();
}

Results writeOp(Site &site, const ExtractSlice &op) {
  Shaped x = site.operands[0];
  for (int64_t dim = x.rank() - 1; dim >= 0; --dim) {
    const auto at = static_cast<size_t>(dim);
    x = slice(site.scope, x, {dim, op.offsets[at], op.sizes[at], op.strides[at]});
    if (contains(op.dropped, dim))
      x = squeeze(site.scope, x, dim);
  }
  return {x};
}

/// Into a slice of a slice ... of the base, from the innermost one out.
static Shaped insertFrom(Scope &scope, const Shaped &base, const Shaped &source,
                         const InsertSlice &op, int64_t dim) {
  if (dim == base.rank())
    return source;
  const auto at = static_cast<size_t>(dim);
  const SliceOf part{dim, op.offsets[at], source.dims[at], op.strides[at]};
  // Where all else is covered, what the base has there is of no interest.
  Shaped inner = insertFrom(scope, slice(scope, base, part), source, op, dim + 1);
  return insert(scope, base, inner, part);
}

Results writeOp(Site &site, const InsertSlice &op) {
  Shaped source = site.operands[0];
  for (int64_t dim : op.dropped)
    source = unsqueeze(site.scope, source, dim);
  return {insertFrom(site.scope, site.operands[1], source, op, 0)};
}

Results writeOp(Site &site, const Concat &op) {
  return {concatenate(site.scope, site.operands, op.dim)};
}

/// What is added is joined to x, dim by dim.
static Shaped padByConcatenation(Scope &scope, Shaped x, const Pad &op) {
  for (int64_t dim = 0; dim < x.rank(); ++dim) {
    const auto at = static_cast<size_t>(dim);
    auto margin = [&](const Dim &extent) {
      TensorType type{x.element, x.dims};
      type.dims[at] = extent;
      return filled(scope, type, op.value);
    };
    std::vector<Shaped> parts;
    if (op.low[at] != Dim(0))
      parts.push_back(margin(op.low[at]));
    parts.push_back(x);
    if (op.high[at] != Dim(0))
      parts.push_back(margin(op.high[at]));
    if (parts.size() > 1)
      x = concatenate(scope, parts, dim);
  }
  return x;
}

Results writeOp(Site &site, const Pad &op) {
  Scope &scope = site.scope;
  const Shaped &x = site.operands[0];
  if (site.isSpelled(Spelling::Primitives) || isBool(x.element) || isComplex(x.element))
    return {padByConcatenation(scope, x, op)};
  return {pad(scope, x, op.low, op.high,
              isFloat(x.element) ? scope.real(op.value)
                                 : scope.integer(static_cast<int64_t>(op.value)))};
}

} // namespace assay::torch
