#include "triage/litcase/OpSentences.h"

#include "support/NameOf.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace assay {

namespace {

std::string list(const std::vector<int64_t> &dims) {
  return fmt::format("[{}]", fmt::join(dims, ","));
}

std::string combined(Combine combine) {
  return combine == Combine::Overwrite ? "is overwritten by" : fmt::format("{}=", nameOf(combine));
}

/// ", strides [1,2], ..." as far as windows are not what they are if nothing is said.
std::string described(const Windows &windows) {
  auto isOne = [](int64_t step) { return step == 1; };
  std::string all;
  if (!std::ranges::all_of(windows.strides, isOne))
    all += fmt::format(", strides {}", list(windows.strides));
  if (!std::ranges::all_of(windows.dilations, isOne))
    all += fmt::format(", dilations {}", list(windows.dilations));
  if (windows.isPadded())
    all += fmt::format(", padded by [{}] before and [{}] behind", text(windows.low),
                       text(windows.high));
  return all;
}

/// One overload for each alternative of Op.
struct Sentence {
  std::string operator()(const Unary &op) const {
    return fmt::format("y[i] = {}(x[i])", nameOf(op.function));
  }
  std::string operator()(const Binary &op) const {
    return fmt::format("z[i] = {}(x[i], y[i]){}", nameOf(op.function),
                       op.isUnsigned ? ", unsigned" : "");
  }
  std::string operator()(const Compare &op) const {
    return fmt::format("z[i] = x[i] {} y[i]{}", nameOf(op.predicate),
                       op.isUnsigned ? ", unsigned" : "");
  }
  std::string operator()(const Select &) const { return "y[i] = c[i] ? a[i] : b[i]"; }
  std::string operator()(const Cast &op) const {
    return fmt::format("y[i] = x[i] as {}{}", name(op.to), op.isUnsigned ? ", unsigned" : "");
  }
  std::string operator()(const Contraction &op) const {
    const bool left = op.extendsByZero(0), right = op.extendsByZero(1);
    const char *signs = left && right ? ", unsigned"
                        : left        ? ", lhs unsigned"
                        : right       ? ", rhs unsigned"
                                      : "";
    return fmt::format("out{} = initial + sum of lhs{} * rhs{} over what out lacks{}", list(op.out),
                       list(op.lhs), list(op.rhs), signs);
  }
  std::string operator()(const Conv &op) const {
    const bool left = op.extendsByZero(0), right = op.extendsByZero(1);
    const char *signs = left && right ? ", unsigned"
                        : left        ? ", x unsigned"
                        : right       ? ", kernel unsigned"
                                      : "";
    return fmt::format("convolution with channels {}{}{}{}",
                       op.layout == ConvLayout::ChannelsFirst ? "first" : "last",
                       described(op.windows),
                       op.groups == 1 ? "" : fmt::format(", {} groups", op.groups), signs);
  }
  std::string operator()(const Attention &op) const {
    return fmt::format("softmax({} * Q K^T{}{}) V along the keys", op.scale,
                       op.mask == MaskKind::None ? "" : " with the mask",
                       op.causal ? ", keys n > m removed" : "");
  }
  std::string operator()(const Softmax &op) const {
    return fmt::format("exp(x - max) / sum of exp(x - max) along dim {}", op.dim);
  }
  std::string operator()(const Reduce &op) const {
    return fmt::format("{} over dims {}, from the initial value", nameOf(op.function),
                       list(op.dims));
  }
  std::string operator()(const ReduceWindow &op) const {
    return fmt::format("{} of each window of {}{}{}", nameOf(op.function), list(op.window),
                       described(op.windows), op.isUnsigned ? ", unsigned" : "");
  }
  std::string operator()(const ArgReduce &op) const {
    return fmt::format("the {} along dim {}, and {} where it stands",
                       op.minimum ? "least" : "greatest", op.dim,
                       op.firstIndex ? "the first place" : "a place");
  }
  std::string operator()(const Scan &op) const {
    return fmt::format("running {} along dim {}, {}{}", nameOf(op.function), op.dim,
                       op.inclusive ? "x[i] included" : "x[i] not included",
                       op.reverse ? ", from the end" : "");
  }
  std::string operator()(const Topk &op) const {
    return fmt::format("the {} {} along dim {}{}, and their places", op.k.text(),
                       op.largest ? "largest" : "smallest", op.dim,
                       op.sorted ? ", best first" : ", in any order");
  }
  std::string operator()(const Sort &op) const {
    return fmt::format("the operands ordered by the first along dim {}, {} first", op.dim,
                       op.descending ? "greatest" : "least");
  }
  std::string operator()(const Scatter &op) const {
    return fmt::format(
        "for each place p of the updates: base[p with p[{}] = indices[p]] {} updates[p]", op.dim,
        combined(op.combine));
  }
  std::string operator()(const ScatterNd &op) const {
    return fmt::format("for each b: base[indices[b]] {} updates[b]", combined(op.combine));
  }
  std::string operator()(const Gather &op) const {
    return fmt::format("y[p] = x[p with p[{}] = indices[p]]", op.dim);
  }
  std::string operator()(const GatherNd &) const { return "y[b] = x[indices[b]]"; }
  std::string operator()(const OneHot &op) const {
    return fmt::format("{} where the place in dim {} is the index, else {}", op.on, op.dim, op.off);
  }
  std::string operator()(const Transpose &op) const {
    return fmt::format("result dim i is operand dim {}[i]", list(op.permutation));
  }
  std::string operator()(const Broadcast &op) const {
    return fmt::format("x repeated along the new dims {}", list(op.added));
  }
  std::string operator()(const Expand &) const { return "the elements in order, dims split"; }
  std::string operator()(const Collapse &) const { return "the elements in order, dims joined"; }
  std::string operator()(const Reverse &op) const {
    return fmt::format("x backwards along dims {}", list(op.dims));
  }
  std::string operator()(const DimCast &) const { return "x, by way of a type with unknown dims"; }
  std::string operator()(const ExtractSlice &op) const {
    return fmt::format("x from [{}], [{}] elements in steps of {}", text(op.offsets),
                       text(op.sizes), list(op.strides));
  }
  std::string operator()(const InsertSlice &op) const {
    return fmt::format("base with the source written from [{}] in steps of {}", text(op.offsets),
                       list(op.strides));
  }
  std::string operator()(const Concat &op) const {
    return fmt::format("the operands joined along dim {}", op.dim);
  }
  std::string operator()(const Pad &op) const {
    return fmt::format("x with [{}] elements of {} before and [{}] behind", text(op.low), op.value,
                       text(op.high));
  }
  std::string operator()(const Iota &op) const {
    return fmt::format("each element is its place in dim {}", op.dim);
  }
  std::string operator()(const Fill &op) const { return fmt::format("{} everywhere", op.value); }
  std::string operator()(const Constant &) const { return "as written"; }
};

} // namespace

std::string opSentence(const Op &op) {
  return fmt::format("{}: {}", name(kindOf(op)), std::visit(Sentence{}, op));
}

std::vector<std::string> opSentences(const Program &program) {
  std::vector<std::string> sentences;
  for (const Node &node : program.nodes())
    if (std::string sentence = opSentence(node.op);
        std::find(sentences.begin(), sentences.end(), sentence) == sentences.end())
      sentences.push_back(sentence);
  return sentences;
}

std::string_view contractSentence(Contract contract) {
  switch (contract) {
  case Contract::StableSort:
    return "a stable sort keeps the order of equal keys";
  case Contract::LowestIndexFirst:
    return "of equal elements topk takes the one with the lower index first";
  case Contract::NanOrder:
    return "NaN has its place in the order of topk, sort and argmax";
  case Contract::ClampedGather:
    return "indices of gathers are clamped into range";
  case Contract::SkippedScatter:
    return "scatter updates out of range are skipped";
  case Contract::BoolArithmetic:
    return "arithmetic on i1";
  }
  return "";
}

} // namespace assay
