#include "reducer/DimFlow.h"
#include "reducer/StridedCopy.h"

#include <algorithm>

namespace assay {

namespace {

void eraseAt(auto &items, const ErasedDims &erased) {
  for (size_t i = erased.size(); i > 0; --i)
    if (erased[i - 1])
      items.erase(items.begin() + static_cast<std::ptrdiff_t>(i - 1));
}

int64_t shifted(int64_t dim, const ErasedDims &erased) {
  return dim - std::count(erased.begin(), erased.begin() + dim, true);
}

void shiftList(std::vector<int64_t> &dims, const ErasedDims &erased) {
  std::erase_if(dims, [&](int64_t dim) { return erased[static_cast<size_t>(dim)]; });
  for (int64_t &dim : dims)
    dim = shifted(dim, erased);
}

/// Changes attributes: one overload for each alternative of Op.
struct Eraser {
  const std::vector<ErasedDims> &operands;
  const std::vector<ErasedDims> &results;

  void operator()(Unary &) const {}
  void operator()(Binary &) const {}
  void operator()(Compare &) const {}
  void operator()(Select &) const {}
  void operator()(Cast &) const {}
  void operator()(Attention &) const {}
  void operator()(ScatterNd &) const {}
  void operator()(GatherNd &) const {}
  void operator()(Softmax &op) const { op.dim = shifted(op.dim, operands[0]); }
  void operator()(ArgReduce &op) const { op.dim = shifted(op.dim, operands[0]); }
  void operator()(Scan &op) const { op.dim = shifted(op.dim, operands[0]); }
  void operator()(Topk &op) const { op.dim = shifted(op.dim, operands[0]); }
  void operator()(Sort &op) const { op.dim = shifted(op.dim, operands[0]); }
  void operator()(Scatter &op) const { op.dim = shifted(op.dim, operands[0]); }
  void operator()(Gather &op) const { op.dim = shifted(op.dim, operands[0]); }
  void operator()(Concat &op) const { op.dim = shifted(op.dim, operands[0]); }
  void operator()(OneHot &op) const { op.dim = shifted(op.dim, results[0]); }
  void operator()(Reduce &op) const { shiftList(op.dims, operands[0]); }
  void operator()(Reverse &op) const { shiftList(op.dims, operands[0]); }
  void operator()(DimCast &op) const { shiftList(op.dims, operands[0]); }

  void operator()(Contraction &op) const {
    ErasedDims erased(static_cast<size_t>(op.iterationRank()), false);
    for (size_t i = 0; i < op.lhs.size(); ++i)
      if (operands[0][i])
        erased[static_cast<size_t>(op.lhs[i])] = true;
    for (size_t i = 0; i < op.rhs.size(); ++i)
      if (operands[1][i])
        erased[static_cast<size_t>(op.rhs[i])] = true;
    for (auto *map : {&op.lhs, &op.rhs, &op.out})
      shiftList(*map, erased);
  }
  void operator()(Transpose &op) const { shiftList(op.permutation, operands[0]); }
  void operator()(Broadcast &op) const {
    shiftList(op.added, results[0]);
    eraseAt(op.shape, results[0]);
  }
  void operator()(Expand &op) const {
    if (op.groups.empty())
      op.units -= std::count(results[0].begin(), results[0].end(), true);
    size_t next = 0;
    for (std::vector<Dim> &group : op.groups) {
      auto begin = results[0].begin() + static_cast<std::ptrdiff_t>(next);
      next += group.size();
      eraseAt(group, {begin, begin + static_cast<std::ptrdiff_t>(group.size())});
    }
    std::erase_if(op.groups, [](const auto &group) { return group.empty(); });
  }
  void operator()(Collapse &op) const {
    for (std::vector<int64_t> &group : op.groups)
      shiftList(group, operands[0]);
    std::erase_if(op.groups, [](const auto &group) { return group.empty(); });
  }
  void operator()(ExtractSlice &op) const {
    eraseAt(op.offsets, operands[0]);
    eraseAt(op.sizes, operands[0]);
    eraseAt(op.strides, operands[0]);
    shiftList(op.dropped, operands[0]);
  }
  void operator()(InsertSlice &op) const {
    eraseAt(op.offsets, operands[1]);
    eraseAt(op.strides, operands[1]);
    shiftList(op.dropped, operands[1]);
  }
  void operator()(Pad &op) const {
    eraseAt(op.low, operands[0]);
    eraseAt(op.high, operands[0]);
  }
  void operator()(Iota &op) const {
    op.dim = shifted(op.dim, results[0]);
    eraseAt(op.shape, results[0]);
  }
  void operator()(Fill &op) const { eraseAt(op.shape, results[0]); }
  void operator()(Constant &op) const {
    op.value = eraseDims(op.value, results[0], Shape(results[0].size(), 0));
  }
};

} // namespace

void eraseDims(Op &op, const std::vector<ErasedDims> &operands,
               const std::vector<ErasedDims> &results) {
  std::visit(Eraser{operands, results}, op);
}

Tensor eraseDims(const Tensor &tensor, const ErasedDims &erased, const std::vector<int64_t> &kept) {
  std::vector<int64_t> strides = rowMajorStrides(tensor.shape());
  int64_t offset = 0;
  for (size_t dim = 0; dim < erased.size(); ++dim)
    if (erased[dim])
      offset += kept[dim] * strides[dim];
  Shape rest = tensor.shape();
  eraseAt(rest, erased);
  if (tensor.size() == 0)
    return Tensor(tensor.element(), rest);
  eraseAt(strides, erased);
  return stridedCopy(tensor, offset, strides, rest);
}

} // namespace assay
