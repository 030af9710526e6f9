#include "program/Text.h"
#include "support/Assert.h"
#include "support/Closest.h"
#include "support/NameOf.h"
#include "tools/assay/Cli.h"
#include "tools/assay/Say.h"
#include "triage/litcase/OpSentences.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <ranges>

namespace assay {
namespace {

/// What whoever writes a case by hand must know of an op beside its attributes.
struct Guide {
  std::string_view operands, meaning;
  /// A use that works: types of the operands, and attributes.
  std::vector<std::string_view> types;
  std::string_view attributes;
};

/// One overload for each alternative of Op.
struct GuideOf {
  Guide operator()(const Unary &) const {
    return {"x", "y[i] = function(x[i])", {"f32[4]"}, "{function=exp}"};
  }
  Guide operator()(const Binary &) const {
    return {"x, y", "z[i] = function(x[i], y[i])", {"f32[4]", "f32[4]"}, "{function=sub}"};
  }
  Guide operator()(const Compare &) const {
    return {"x, y", "z[i] = x[i] predicate y[i]", {"f32[4]", "f32[4]"}, "{predicate=le}"};
  }
  Guide operator()(const Select &) const {
    return {"c, a, b", "z[i] = c[i] ? a[i] : b[i]", {"i1[4]", "f32[4]", "f32[4]"}, ""};
  }
  Guide operator()(const Cast &) const {
    return {"x", "each element in another type", {"f32[4]"}, "{to=bf16}"};
  }
  Guide operator()(const Contraction &) const {
    return {"lhs, rhs",
            "sum of products: lhs, rhs and out name the iteration dim that runs over each dim",
            {"f32[2,3]", "f32[3,4]"},
            "{lhs=[0,2], rhs=[2,1], out=[0,1]}"};
  }
  Guide operator()(const Conv &) const {
    return {"x, kernel",
            "convolution: x is [N, C, S..] or [N, S.., C], kernel [F, C / groups, K..] or "
            "[K.., C / groups, F]; sizes are the result's, zeros are padded",
            {"f32[1,2,5]", "f32[3,2,3]"},
            "{sizes=[3], strides=[2], dilations=[1], low=[1], high=[1]}"};
  }
  Guide operator()(const Attention &) const {
    return {"q, k, v[, mask]",
            "softmax(scale * q k^T + mask) v; q is [.., M, K], k [.., N, K], v [.., N, D]",
            {"f32[2,4]", "f32[3,4]", "f32[3,5]"},
            "{scale=0.5}"};
  }
  Guide operator()(const Softmax &) const {
    return {"x", "exp(x - max) / sum of exp(x - max) along dim", {"f32[2,4]"}, "{dim=1}"};
  }
  Guide operator()(const Reduce &) const {
    return {"x", "all elements along dims combined", {"f32[2,4]"}, "{function=sum, dims=[1]}"};
  }
  Guide operator()(const ReduceWindow &) const {
    return {"x",
            "the elements of each window combined; sizes are the result's, padding changes nothing",
            {"f32[2,5]"},
            "{function=max, window=[1,3], sizes=[2,2], strides=[1,2], dilations=[1,1], low=[0,0], "
            "high=[0,0]}"};
  }
  Guide operator()(const ArgReduce &) const {
    return {"x",
            "the greatest or least element along dim, and where it stands",
            {"f32[2,4]"},
            "{dim=1}"};
  }
  Guide operator()(const Scan &) const {
    return {"x", "running combination along dim", {"f32[2,4]"}, "{function=sum, dim=1}"};
  }
  Guide operator()(const Topk &) const {
    return {"x",
            "the k largest or smallest elements along dim, and their places",
            {"f32[2,5]"},
            "{dim=1, k=3}"};
  }
  Guide operator()(const Sort &) const {
    return {"key[, value[, value]]",
            "the operands ordered by the first along dim",
            {"f32[5]", "i32[5]"},
            "{dim=0, descending=true}"};
  }
  Guide operator()(const Scatter &) const {
    return {"base, indices, updates",
            "base, and for each place p of the updates: [p with p[dim] = indices[p]] combined with "
            "updates[p]",
            {"f32[4,3]", "i64[2,3]", "f32[2,3]"},
            "{dim=0, combine=add}"};
  }
  Guide operator()(const ScatterNd &) const {
    return {"base, indices, updates",
            "base, and for each b: [indices[b]] combined with updates[b]; indices are [.., depth]",
            {"f32[4,3]", "i64[2,1]", "f32[2,3]"},
            "{depth=1, combine=add}"};
  }
  Guide operator()(const Gather &) const {
    return {
        "x, indices", "y[p] = x[p with p[dim] = indices[p]]", {"f32[4,3]", "i64[2,3]"}, "{dim=0}"};
  }
  Guide operator()(const GatherNd &) const {
    return {"x, indices",
            "y[b] = x[indices[b]]; indices are [.., depth]",
            {"f32[4,3]", "i64[2,1]"},
            "{depth=1}"};
  }
  Guide operator()(const OneHot &) const {
    return {"indices",
            "a new dim: on where its place is the index, else off",
            {"i64[3]"},
            "{dim=1, depth=4}"};
  }
  Guide operator()(const Transpose &) const {
    return {"x", "result dim i is operand dim permutation[i]", {"f32[2,3]"}, "{permutation=[1,0]}"};
  }
  Guide operator()(const Broadcast &) const {
    return {"x",
            "x repeated along new dims: the result has this shape, and those added are new",
            {"f32[3]"},
            "{shape=[2,3], added=[0]}"};
  }
  Guide operator()(const Expand &) const {
    return {"x",
            "dims split: operand dim i becomes the dims groups[i]",
            {"f32[6,2]"},
            "{groups=[[2,3],[2]]}"};
  }
  Guide operator()(const Collapse &) const {
    return {"x",
            "dims joined: result dim i is the product of the operand dims groups[i]",
            {"f32[2,3,2]"},
            "{groups=[[0,1],[2]]}"};
  }
  Guide operator()(const Reverse &) const {
    return {"x", "x backwards along dims", {"f32[4]"}, "{dims=[0]}"};
  }
  Guide operator()(const DimCast &) const {
    return {"x", "x, by way of a type in which dims are unknown", {"f32[4]"}, "{dims=[0]}"};
  }
  Guide operator()(const ExtractSlice &) const {
    return {"x",
            "sizes elements from offsets on in steps of strides; dims dropped have size 1",
            {"f32[6,4]"},
            "{offsets=[1,0], sizes=[2,4], strides=[2,1]}"};
  }
  Guide operator()(const InsertSlice &) const {
    return {"source, base",
            "base with the slice from offsets on in steps of strides replaced",
            {"f32[2,4]", "f32[6,4]"},
            "{offsets=[1,0], strides=[2,1]}"};
  }
  Guide operator()(const Concat &) const {
    return {"x[, y ...]", "the operands joined along dim", {"f32[2,3]", "f32[4,3]"}, "{dim=0}"};
  }
  Guide operator()(const Pad &) const {
    return {"x",
            "low elements before and high behind along each dim, all of them value",
            {"f32[3]"},
            "{low=[1], high=[2], value=7}"};
  }
  Guide operator()(const Iota &) const {
    return {"", "each element is its place in dim", {}, "{shape=[2,3], dim=1}"};
  }
  Guide operator()(const Fill &) const {
    return {"", "value everywhere", {}, "{shape=[2,3], value=1.5}"};
  }
  Guide operator()(const Constant &) const {
    return {"", "as written", {}, "{value=f32[3] [1,2,3]}"};
  }
};

Guide guideOf(OpKind kind) { return std::visit(GuideOf{}, defaultOp(kind)); }

/// What may stand behind an attribute's name, and what it is if it is left out.
std::string rangeOf(bool value) { return fmt::format("true or false; else {}", value); }
std::string rangeOf(const std::optional<bool> &) { return "true or false; else as the other side"; }
std::string rangeOf(int64_t value) { return fmt::format("a whole number; else {}", value); }
std::string rangeOf(double value) { return fmt::format("a number; else {}", value); }
std::string rangeOf(const Dim &value) {
  return fmt::format("an extent, as in 4 or d0+1; else {}", value.text());
}
std::string rangeOf(ElementType value) {
  return fmt::format("an element type; else {}", name(value));
}
std::string rangeOf(const std::vector<int64_t> &) { return "whole numbers, as in [0,2]"; }
std::string rangeOf(const std::vector<std::vector<int64_t>> &) {
  return "lists of whole numbers, as in [[0,1],[2]]";
}
std::string rangeOf(const std::vector<Dim> &) { return "extents, as in [d0,4]"; }
std::string rangeOf(const std::vector<std::vector<Dim>> &) {
  return "lists of extents, as in [[2,d0],[d1]]";
}
std::string rangeOf(const Tensor &) { return "a tensor, as in f32[2] [1,2]"; }
template <class E>
  requires std::is_enum_v<E>
std::string rangeOf(E value) {
  return fmt::format("{}; else {}", fmt::join(names(value), ", "), nameOf(value));
}

std::string_view destinationText(DestinationRole role) {
  switch (role) {
  case DestinationRole::None:
    return "";
  case DestinationRole::Scratch:
    return "any value of the result's type, to write over";
  case DestinationRole::Initial:
    return "what it starts from";
  }
  return "";
}

/// Each line behind `prefix`.
void printOp(OpKind kind, std::string_view prefix = "") {
  const Guide guide = guideOf(kind);
  say("{0}{1}({2})\n{0}    {3}\n", prefix, name(kind), guide.operands, guide.meaning);
  const auto line = [&](std::string_view what, std::string_view range) {
    say("{}    {:<12} {}\n", prefix, what, range);
  };
  visitAttributes(defaultOp(kind), [&](const char *attribute, const auto &value) {
    line(attribute, rangeOf(value));
  });
  if (const auto into = destinationText(destinationRole(kind)); !into.empty())
    line("into %N", into);
  auto spellings =
      std::views::transform(spellingsOf(kind), [](Spelling spelling) { return nameOf(spelling); });
  line("as SPELLING", fmt::format("{}; else the first", fmt::join(spellings, ", ")));
}

std::string exampleText(OpKind kind, int results) {
  const Guide guide = guideOf(kind);
  std::string program, inputs;
  std::vector<std::string> operands, values;
  for (const std::string_view type : guide.types) {
    const std::string value = fmt::format("%{}", operands.size());
    const bool isFloat = type.starts_with("f");
    program += fmt::format("{} = argument {}\n", value, type);
    // Integers serve as indices.
    inputs += fmt::format("  {} = {} {{seed={}, low={}, high=1}}\n", value,
                          isFloat ? "uniform" : "integers", operands.size() + 1, isFloat ? -1 : 0);
    operands.push_back(value);
  }
  for (int i = 0; i < results; ++i)
    values.push_back(fmt::format("%{}", operands.size() + static_cast<size_t>(i)));
  return fmt::format("assay 1\n{0}{1} = {2}({3}) {4}\nreturn {1}\nrun\n{5}", program,
                     fmt::join(values, ", "), name(kind), fmt::join(operands, ", "),
                     guide.attributes, inputs);
}

/// A whole case with the op.
TestCase example(OpKind kind) {
  // How many results it has says the first reading.
  auto testCase = readText(exampleText(kind, 1), name(kind));
  if (testCase)
    testCase = readText(exampleText(kind, testCase->program().resultCount(0)), name(kind));
  ASSAY_ASSERT(testCase, testCase ? "" : testCase.error().message.c_str());
  return *testCase;
}

template <class E> void printNames(const char *title) {
  say("\n{}\n    {}\n", title, fmt::join(names(E()), ", "));
}

int printAll() {
  for (OpKind kind : allOpKinds)
    printOp(kind);
  say("\nElement types\n    {}\n",
      fmt::join(std::views::transform(allElementTypes, [](ElementType type) { return name(type); }),
                ", "));
  printNames<Knowledge>("What the compiler is told of an extent: d0 WORD");
  printNames<Distribution>("Inputs: %0 = WORD {seed=1, low=-4, high=4}");
  say("\nContracts: contract WORD\n");
  for (size_t i = 0; i < names(Contract()).size(); ++i)
    say("    {:<20} {}\n", names(Contract())[i], contractSentence(static_cast<Contract>(i)));
  say("\n`assay ops NAME` prints one op, and a whole case with it.\n");
  return AllAgree;
}

int printOne(const std::string &wanted) {
  std::vector<std::string_view> known;
  for (OpKind kind : allOpKinds)
    known.push_back(name(kind));
  const auto kind = opKindFromName(wanted);
  if (!kind)
    return complain({fmt::format("there is no op '{}'; `assay ops` lists them{}", wanted,
                                 didYouMean(wanted, known))});
  // What is not the case is a comment of it.
  printOp(*kind, "# ");
  say("{}", writeText(example(*kind)));
  return AllAgree;
}

} // namespace

Action declareOps(CLI::App &app) {
  auto wanted = std::make_shared<std::string>();
  app.add_option("NAME", *wanted, "Print this one alone, and a case with it");
  return [wanted](const Context &) { return wanted->empty() ? printAll() : printOne(*wanted); };
}

} // namespace assay
