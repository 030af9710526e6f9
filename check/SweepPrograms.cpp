#include "check/SweepPrograms.h"

#include "program/Text.h"
#include "support/Assert.h"
#include "support/NameOf.h"
#include "support/Random.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <cstring>

namespace assay {

namespace {

TestCase read(const std::string &text) {
  auto testCase = readText(text, "sweep");
  ASSAY_ASSERT(testCase, "programs of the sweep are valid");
  return *testCase;
}

/// Operand `i` of run `run` as bits: the high half counts, the low half is the run's. A run's low
/// half steps through all by an odd number, so that few runs have few neighbours among them. Of
/// finite and other operands only those that are asked for; 1 in place of the others.
Tensor operands(ElementType element, int64_t run, bool areFinite) {
  Tensor tensor(element, {sweepRunSize});
  const size_t bytes = storageBytes(element);
  const int unseen = static_cast<int>(8 * bytes) - 16;
  // Of f64 the first run has low bits of zero, the others random ones.
  Random random = Random::forIndex(1, static_cast<uint64_t>(run));
  for (int64_t i = 0; i < sweepRunSize; ++i) {
    uint64_t low = unseen <= 16 ? static_cast<uint64_t>(run) * 40503 : run == 0 ? 0 : random.next();
    low = unseen == 0 ? 0 : low & ((uint64_t(1) << unseen) - 1);
    const uint64_t bits = static_cast<uint64_t>(i) << unseen | low;
    std::memcpy(tensor.data() + static_cast<size_t>(i) * bytes, &bits, bytes);
    if (std::isfinite(tensor.real(i)) != areFinite)
      tensor.setReal(i, 1);
  }
  return tensor;
}

/// Each element as `draw` says.
template <class Draw> Tensor drawn(ElementType element, const Shape &shape, Draw draw) {
  Tensor tensor(element, shape);
  for (int64_t i = 0; i < tensor.size(); ++i)
    tensor.setReal(i, draw(i));
  return tensor;
}

double between(Random &random, double low, double high) {
  return low + (high - low) * random.unit();
}

constexpr int64_t formRuns = 8;

SweepProgram softmaxProgram(ElementType element) {
  SweepProgram program{read(fmt::format(R"(assay 1
%0 = argument {}[64,8]
%1 = softmax(%0) {{dim=1}}
return %1
run
  %0 = normal {{seed=1, low=0, high=1}}
)",
                                        name(element))),
                       element,
                       {"softmax"},
                       {},
                       formRuns,
                       {}};
  program.inputs = [element](int64_t run) {
    Random random = Random::forIndex(2, static_cast<uint64_t>(run));
    // A run of equal elements for each that has others.
    const double width = run % 2 == 0 ? 0 : std::ldexp(1, static_cast<int>(run));
    double shared = 0;
    return std::vector{drawn(element, {64, 8}, [&](int64_t i) {
      if (i % 8 == 0)
        shared = between(random, -20, 20);
      return shared + between(random, -width, width);
    })};
  };
  return program;
}

/// What a run of attention looks for.
enum class AttentionInputs { NearTies, Cancelling, EqualScores, Plain };

SweepProgram attentionProgram(ElementType element, AttentionInputs kind, int64_t keys,
                              int64_t depth) {
  const std::string_view type = name(element);
  SweepProgram program{read(fmt::format(R"(assay 1
%0 = argument {0}[1,32,{2}]
%1 = argument {0}[1,{1},{2}]
%2 = argument {0}[1,{1},4]
%3 = attention(%0, %1, %2) {{scale=0.3}}
return %3
run
  %0 = normal {{seed=1, low=0, high=1}}
  %1 = normal {{seed=2, low=0, high=1}}
  %2 = normal {{seed=3, low=0, high=1}}
)",
                                        type, keys, depth)),
                       element,
                       {"attention"},
                       {},
                       formRuns,
                       {}};
  program.inputs = [=](int64_t run) {
    Random random =
        Random::forIndex(3, static_cast<uint64_t>(run) * 8 + static_cast<uint64_t>(kind));
    // Great scores show the rounding of queries, small ones leave that of weights.
    const double size = kind == AttentionInputs::NearTies      ? 6
                        : kind == AttentionInputs::Cancelling  ? 0.2
                        : kind == AttentionInputs::EqualScores ? 0
                                                               : 1;
    Tensor query =
        drawn(element, {1, 32, depth}, [&](int64_t) { return between(random, -size, size); });
    Tensor key = drawn(element, {1, keys, depth}, [&](int64_t) { return between(random, -2, 2); });
    Tensor value = drawn(element, {1, keys, 4}, [&](int64_t i) {
      return kind == AttentionInputs::Cancelling ? (i / 4 % 2 == 0 ? 1 : -1)
                                                 : between(random, -2, 2);
    });
    return std::vector{query, key, value};
  };
  return program;
}

SweepProgram arithmeticProgram(ElementType element) {
  const bool isShort = precision(element) < precision(ElementType::F32);
  const std::string_view type = name(element), sum = isShort ? "f32" : type;
  SweepProgram program{read(fmt::format(R"(assay 1
%0 = argument {0}[512]
%1 = argument {0}[512]
%2 = argument {0}[512]
%3 = argument {0}[16,32]
%4 = argument {0}[32,16]
%5 = binary(%0, %1) {{function=add}}
%6 = binary(%0, %1) {{function=sub}}
%7 = binary(%0, %2) {{function=mul}}
%8 = binary(%0, %2) {{function=div}}
%9 = contraction(%3, %4) {{lhs=[0,2], rhs=[2,1], out=[0,1], result={1}}}
return %5, %6, %7, %8, %9
run
  %0 = normal {{seed=1, low=0, high=1}}
  %1 = normal {{seed=2, low=0, high=1}}
  %2 = normal {{seed=3, low=0, high=1}}
  %3 = normal {{seed=4, low=0, high=1}}
  %4 = normal {{seed=5, low=0, high=1}}
)",
                                        type, sum)),
                       element,
                       {"add", "sub", "mul", "div", "contraction"},
                       {},
                       formRuns,
                       {}};
  program.inputs = [element](int64_t run) {
    Random random = Random::forIndex(4, static_cast<uint64_t>(run));
    // From below the least normal number to above it, and around 1.
    auto tiny = [&](int64_t) {
      const double size = std::ldexp(minNormal(element), static_cast<int>(random.between(-6, 3)));
      return between(random, -2, 2) * size;
    };
    auto plain = [&](int64_t) { return (random.chance(50) ? -1 : 1) * between(random, 0.5, 2); };
    return std::vector{drawn(element, {512}, tiny), drawn(element, {512}, tiny),
                       drawn(element, {512}, plain), drawn(element, {16, 32}, tiny),
                       drawn(element, {32, 16}, plain)};
  };
  return program;
}

/// From f32 to the type and back.
SweepProgram castProgram(ElementType element) {
  SweepProgram program{read(fmt::format(R"(assay 1
%0 = argument f32[512]
%1 = argument {0}[512]
%2 = cast(%0) {{to={0}}}
%3 = cast(%1) {{to=f32}}
return %2, %3
run
  %0 = normal {{seed=1, low=0, high=1}}
  %1 = normal {{seed=2, low=0, high=1}}
)",
                                        name(element))),
                       element,
                       {"narrowing", "widening"},
                       {},
                       formRuns,
                       {}};
  program.inputs = [element](int64_t run) {
    Random random = Random::forIndex(5, static_cast<uint64_t>(run));
    auto any = [&](int64_t) {
      const double size = std::ldexp(minNormal(element), static_cast<int>(random.between(-8, 20)));
      return between(random, -2, 2) * size;
    };
    return std::vector{drawn(ElementType::F32, {512}, any), drawn(element, {512}, any)};
  };
  return program;
}

} // namespace

std::vector<UnaryKind> sweptFunctions() {
  return {UnaryKind::Exp,   UnaryKind::Exp2, UnaryKind::Expm1, UnaryKind::Log,
          UnaryKind::Log1p, UnaryKind::Sqrt, UnaryKind::Rsqrt, UnaryKind::Sin,
          UnaryKind::Cos,   UnaryKind::Tanh, UnaryKind::Erf};
}

SweepProgram functionsProgram(ElementType element, const std::vector<UnaryKind> &functions,
                              int64_t runs) {
  std::string text = fmt::format("assay 1\n%0 = argument {}[{}]\n", name(element), sweepRunSize);
  std::vector<std::string> operations, values;
  for (UnaryKind function : functions) {
    operations.emplace_back(nameOf(function));
    values.push_back(fmt::format("%{}", operations.size()));
    text += fmt::format("{} = unary(%0) {{function={}}}\n", values.back(), operations.back());
  }
  text += fmt::format("return {}\nrun\n  %0 = normal {{seed=1, low=0, high=1}}\n",
                      fmt::join(values, ", "));
  if (storageBytes(element) == 2)
    runs = 1;
  auto inputs = [element, runs](int64_t run) {
    return std::vector{operands(element, run % runs, run < runs)};
  };
  return {read(text), element, operations, functions, runs, inputs};
}

std::vector<SweepProgram> formPrograms(ElementType element) {
  using Inputs = AttentionInputs;
  std::vector<SweepProgram> programs{
      softmaxProgram(element),
      attentionProgram(element, Inputs::NearTies, 7, 8),
      attentionProgram(element, Inputs::Cancelling, 2, 1),
      attentionProgram(element, Inputs::EqualScores, 4, 8),
      attentionProgram(element, Inputs::Plain, 1, 8),
      attentionProgram(element, Inputs::Plain, 96, 16),
      arithmeticProgram(element),
  };
  if (precision(element) < precision(ElementType::F32))
    programs.push_back(castProgram(element));
  return programs;
}

} // namespace assay
