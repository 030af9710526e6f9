#include "reducer/DimFlow.h"

#include "reducer/StridedCopy.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace assay {

namespace {

/// Union-find over the dims of all values of a program.
class DimSets {
public:
  explicit DimSets(const Program &program) {
    for (ValueId value = 0; value < program.valueCount(); ++value) {
      offsets.push_back(places.size());
      for (int64_t dim = 0; dim < program.type(value).rank(); ++dim)
        places.push_back({value, dim});
    }
    parents.resize(places.size());
    std::iota(parents.begin(), parents.end(), size_t(0));
    pinned.assign(places.size(), false);
  }

  void join(DimPlace a, DimPlace b) { parents[root(index(a))] = root(index(b)); }
  void pin(DimPlace place) { pinned[index(place)] = true; }

  std::vector<std::vector<DimPlace>> droppable() {
    std::map<size_t, std::vector<DimPlace>> sets;
    std::map<size_t, bool> isPinned;
    for (size_t i = 0; i < places.size(); ++i) {
      sets[root(i)].push_back(places[i]);
      isPinned[root(i)] |= pinned[i];
    }
    std::vector<std::vector<DimPlace>> result;
    for (auto &[root, set] : sets)
      if (!isPinned[root])
        result.push_back(std::move(set));
    std::sort(result.begin(), result.end());
    return result;
  }

private:
  size_t index(DimPlace place) const {
    return offsets[static_cast<size_t>(place.value)] + static_cast<size_t>(place.dim);
  }
  size_t root(size_t i) const {
    while (parents[i] != i)
      i = parents[i];
    return i;
  }

  std::vector<DimPlace> places;
  std::vector<size_t> offsets, parents;
  std::vector<bool> pinned;
};

bool contains(const std::vector<int64_t> &dims, int64_t dim) {
  return std::find(dims.begin(), dims.end(), dim) != dims.end();
}

/// Says which dims of a node's operands and results go together: one overload for each kind of
/// flow, called with each alternative of Op.
class NodeFlow {
public:
  NodeFlow(const Program &program, int index, DimSets &sets)
      : program(program), node(program.node(index)), result(program.firstResult(index)),
        results(program.resultCount(index)), sets(sets) {}

  void operator()(const Unary &) { alike(); }
  void operator()(const Binary &) { alike(); }
  void operator()(const Compare &) { alike(); }
  void operator()(const Select &) { alike(); }
  void operator()(const Cast &) { alike(); }
  void operator()(const Reverse &) { alike(); }
  void operator()(const DimCast &) { alike(); }
  void operator()(const Pad &) { alike(); }
  void operator()(const ReduceWindow &op) {
    alike();
    for (size_t i = 0; i < op.windows.rank(); ++i)
      pinPadded(op.windows, i, static_cast<int64_t>(i));
  }
  void operator()(const Softmax &op) { alikeBut(op.dim); }
  void operator()(const Scan &op) { alikeBut(op.dim); }
  void operator()(const Topk &op) { alikeBut(op.dim); }
  void operator()(const Sort &op) { alikeBut(op.dim); }
  void operator()(const Scatter &op) { alikeBut(op.dim); }
  void operator()(const Gather &op) { alikeBut(op.dim); }
  void operator()(const Concat &op) { alikeBut(op.dim); }
  void operator()(const Iota &op) { sets.pin({result, op.dim}); }
  void operator()(const Fill &) {}
  void operator()(const Constant &) {}

  void operator()(const Contraction &op) {
    std::map<int64_t, DimPlace> first;
    auto visit = [&](const std::vector<int64_t> &map, ValueId value) {
      for (size_t i = 0; i < map.size(); ++i) {
        DimPlace place{value, static_cast<int64_t>(i)};
        sets.join(first.try_emplace(map[i], place).first->second, place);
      }
    };
    visit(op.lhs, node.operands[0]);
    visit(op.rhs, node.operands[1]);
    visit(op.out, result);
  }

  void operator()(const Conv &op) {
    const Conv::Parts at = op.parts();
    const ValueId x = node.operands[0], kernel = node.operands[1];
    for (ValueId value : {x, result})
      for (size_t dim : {size_t(0), at.channel})
        sets.pin({value, static_cast<int64_t>(dim)});
    for (size_t dim : {at.filter, at.depth})
      sets.pin({kernel, static_cast<int64_t>(dim)});
    for (size_t i = 0; i < op.windows.rank(); ++i) {
      const auto spatial = static_cast<int64_t>(at.spatial + i);
      sets.join({x, spatial}, {result, spatial});
      sets.join({x, spatial}, {kernel, static_cast<int64_t>(at.window + i)});
      pinPadded(op.windows, i, spatial);
    }
  }

  void operator()(const Attention &op) {
    const int64_t batch = rank(node.operands[0]) - 2;
    for (ValueId value : values()) {
      for (int64_t dim = 0; dim < batch; ++dim)
        sets.join({result, dim}, {value, dim});
      sets.pin({value, batch});
      sets.pin({value, batch + 1});
    }
    if (op.group != 1)
      sets.pin({result, batch - 1});
  }

  void operator()(const Reduce &op) { without(op.dims); }
  void operator()(const ArgReduce &op) {
    sets.pin({node.operands[0], op.dim});
    without({op.dim});
  }

  void operator()(const ScatterNd &op) {
    windows(node.operands[0], op.depth, node.operands[2]);
    for (int64_t dim = 0; dim < rank(node.operands[0]); ++dim)
      sets.join({node.operands[0], dim}, {result, dim});
  }
  void operator()(const GatherNd &op) { windows(node.operands[0], op.depth, result); }

  void operator()(const OneHot &op) {
    sets.pin({result, op.dim});
    kept(result, {op.dim}, node.operands[0]);
  }
  void operator()(const Transpose &op) {
    for (size_t i = 0; i < op.permutation.size(); ++i)
      sets.join({node.operands[0], op.permutation[i]}, {result, static_cast<int64_t>(i)});
  }
  void operator()(const Broadcast &op) { kept(result, op.added, node.operands[0]); }
  void operator()(const ExtractSlice &op) { kept(node.operands[0], op.dropped, result); }
  void operator()(const InsertSlice &op) {
    kept(node.operands[1], op.dropped, node.operands[0]);
    for (int64_t dim = 0; dim < rank(result); ++dim)
      sets.join({node.operands[1], dim}, {result, dim});
  }

  void operator()(const Expand &op) {
    std::vector<int64_t> sizes;
    for (const std::vector<Dim> &group : op.groups)
      sizes.push_back(static_cast<int64_t>(group.size()));
    regroup(node.operands[0], result, sizes);
  }
  void operator()(const Collapse &op) {
    std::vector<int64_t> sizes;
    for (const std::vector<int64_t> &group : op.groups)
      sizes.push_back(static_cast<int64_t>(group.size()));
    regroup(result, node.operands[0], sizes);
  }

  void destination() {
    if (!node.destination)
      return;
    if (const Scan *scan = std::get_if<Scan>(&node.op))
      return kept(result, {scan->dim}, *node.destination);
    for (int64_t dim = 0; dim < rank(result); ++dim)
      sets.join({result, dim}, {*node.destination, dim});
  }

private:
  int64_t rank(ValueId value) const { return program.type(value).rank(); }

  std::vector<ValueId> values() const {
    std::vector<ValueId> all = node.operands;
    for (int i = 0; i < results; ++i)
      all.push_back(result + i);
    return all;
  }

  /// Operands and results have the same dims.
  void alike() {
    for (ValueId value : values())
      for (int64_t dim = 0; dim < rank(value); ++dim)
        sets.join({result, dim}, {value, dim});
  }
  void alikeBut(int64_t pinned) {
    alike();
    sets.pin({result, pinned});
  }

  /// The only window over a single element holds it, unless padding comes before.
  void pinPadded(const Windows &windows, size_t i, int64_t dim) {
    if (windows.low[i] != Dim(0))
      sets.pin({result, dim});
  }

  /// The dims of `less` are those of `more` without `missing`.
  void kept(ValueId more, const std::vector<int64_t> &missing, ValueId less) {
    for (int64_t dim = 0, next = 0; dim < rank(more); ++dim)
      if (!contains(missing, dim))
        sets.join({more, dim}, {less, next++});
  }
  void without(const std::vector<int64_t> &dims) {
    for (int i = 0; i < results; ++i)
      kept(node.operands[0], dims, result + i);
  }

  /// `windowed` is [B..., S...] for indices [B..., depth] into `base`, whose dims behind depth are
  /// S.
  void windows(ValueId base, int64_t depth, ValueId windowed) {
    const ValueId indices = node.operands[1];
    const int64_t batch = rank(indices) - 1;
    sets.pin({indices, batch});
    for (int64_t dim = 0; dim < depth; ++dim)
      sets.pin({base, dim});
    for (int64_t dim = 0; dim < batch; ++dim)
      sets.join({indices, dim}, {windowed, dim});
    for (int64_t dim = depth; dim < rank(base); ++dim)
      sets.join({base, dim}, {windowed, batch + dim - depth});
  }

  /// Dim i of `joined` is made of the next sizes[i] dims of `split`.
  void regroup(ValueId joined, ValueId split, const std::vector<int64_t> &sizes) {
    int64_t next = 0;
    for (size_t i = 0; i < sizes.size(); ++i) {
      DimPlace whole{joined, static_cast<int64_t>(i)};
      if (sizes[i] == 1)
        sets.join(whole, {split, next});
      else
        sets.pin(whole);
      next += sizes[i];
    }
  }

  const Program &program;
  const Node &node;
  const ValueId result;
  const int results;
  DimSets &sets;
};

} // namespace

std::vector<std::vector<DimPlace>> droppableDims(const Program &program) {
  DimSets sets(program);
  for (int i = 0; i < static_cast<int>(program.nodes().size()); ++i) {
    NodeFlow flow(program, i, sets);
    std::visit(flow, program.node(i).op);
    flow.destination();
  }
  return sets.droppable();
}

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

void eraseWindows(Windows &windows, const ErasedDims &erased) {
  eraseAt(windows.sizes, erased);
  eraseAt(windows.strides, erased);
  eraseAt(windows.dilations, erased);
  eraseAt(windows.low, erased);
  eraseAt(windows.high, erased);
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
  void operator()(Conv &op) const {
    const auto begin = operands[0].begin() + static_cast<std::ptrdiff_t>(op.parts().spatial);
    eraseWindows(op.windows, {begin, begin + static_cast<std::ptrdiff_t>(op.windows.rank())});
  }
  void operator()(ReduceWindow &op) const {
    eraseAt(op.window, operands[0]);
    eraseWindows(op.windows, operands[0]);
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
