#include "generator/growth/Operands.h"
#include "generator/ops/Draw.h"

#include <numeric>

namespace assay {

namespace {

ResultFacts moved(const Application &application) {
  Facts facts = application.facts(0);
  facts.distinctAxis = -1;
  return std::vector{facts};
}

Need anyOfRank(int64_t least, int64_t greatest) {
  Need need;
  need.minRank = least;
  need.maxRank = greatest;
  return need;
}

} // namespace

ResultFacts factsOf(const Transpose &, const Application &application) {
  return moved(application);
}
ResultFacts factsOf(const Broadcast &, const Application &application) {
  return moved(application);
}
ResultFacts factsOf(const Expand &, const Application &application) { return moved(application); }
ResultFacts factsOf(const Collapse &, const Application &application) { return moved(application); }
ResultFacts factsOf(const Reverse &, const Application &application) { return moved(application); }
ResultFacts factsOf(const DimCast &, const Application &application) {
  return std::vector{application.facts(0)};
}

const double weightOfTranspose = 7;
bool drawTranspose(Growth &growth) {
  Handle x = operand(growth, anyOfRank(growth.random.chance(6) ? 0 : 2, 6));
  Transpose op;
  op.permutation.resize(growth.type(x).dims.size());
  std::iota(op.permutation.begin(), op.permutation.end(), 0);
  const std::vector<int64_t> identity = op.permutation;
  // The identity is a legal permutation, but not one to draw often.
  for (int attempt = 0; attempt < 4 && op.permutation == identity; ++attempt)
    growth.random.shuffle(op.permutation);
  return growth.add(op, {x}).has_value();
}

const double weightOfBroadcast = 3;
bool drawBroadcast(Growth &growth) {
  Handle x = operand(growth, anyOfRank(0, 4));
  Broadcast op;
  op.shape = growth.type(x).dims;
  for (int64_t i = growth.random.between(1, 2); i > 0; --i) {
    auto at = growth.random.below(op.shape.size() + 1);
    Dim dim = growth.drawDim(op.shape);
    op.shape.insert(op.shape.begin() + static_cast<std::ptrdiff_t>(at), dim);
    for (int64_t &added : op.added)
      if (added >= static_cast<int64_t>(at))
        ++added;
    op.added.push_back(static_cast<int64_t>(at));
  }
  std::sort(op.added.begin(), op.added.end());
  return growth.add(op, {x}).has_value();
}

namespace {

/// Ways to write a dim as a product: with a literal factor, as symbols that it multiplies, or with
/// units.
std::vector<Dim> factorsOf(Growth &growth, const Dim &dim) {
  Random &random = growth.random;
  std::vector<Dim> factors;
  const auto &terms = dim.terms();
  if (terms.size() == 1) {
    for (SymbolId symbol : terms[0].symbols)
      factors.push_back(Dim::symbol(symbol));
    int64_t rest = terms[0].coefficient;
    for (int64_t factor : {2, 3, 5, 7})
      if (rest > factor && rest % factor == 0 && random.chance(60)) {
        factors.push_back(factor);
        rest /= factor;
      }
    if (rest != 1 || factors.empty())
      factors.push_back(rest);
    random.shuffle(factors);
  } else {
    factors.push_back(dim);
  }
  const bool alone = factors.size() == 1;
  if (random.chance(alone ? 45 : 8))
    factors.insert(factors.begin() + static_cast<std::ptrdiff_t>(random.below(factors.size() + 1)),
                   Dim(1));
  return factors;
}

bool hasFactors(const Dim &dim) {
  return dim.terms().size() == 1 &&
         (dim.terms()[0].symbols.size() > 1 || std::abs(dim.terms()[0].coefficient) > 1);
}

} // namespace

const double weightOfExpand = 3;
bool drawExpand(Growth &growth) {
  Random &random = growth.random;
  if (random.chance(4)) {
    Handle scalar = operand(growth, anyOfRank(0, 0));
    return growth.add(Expand{{}, random.between(0, 3)}, {scalar}).has_value();
  }
  std::optional<Handle> x = growth.pick([](const GrownValue &value) {
    return value.type.rank() >= 1 && value.type.rank() <= 4 &&
           std::any_of(value.type.dims.begin(), value.type.dims.end(), hasFactors);
  });
  if (!x || random.chance(30)) {
    // An argument whose dim is a product: only scalar arguments tell a compiler the factors.
    if (random.chance(60)) {
      std::vector<Dim> dims = growth.drawDims(growth.drawRank(2, 4));
      auto at = random.below(dims.size() - 1);
      dims[at] = dims[at] * dims[at + 1];
      dims.erase(dims.begin() + static_cast<std::ptrdiff_t>(at) + 1);
      x = growth.argument({growth.drawElement([](ElementType) { return true; }), dims});
    } else {
      x = operand(growth, anyOfRank(1, 4));
    }
  }
  Expand op;
  size_t rank = 0;
  for (const Dim &dim : growth.type(*x).dims) {
    op.groups.push_back(factorsOf(growth, dim));
    rank += op.groups.back().size();
  }
  return rank <= 6 && growth.add(op, {*x}).has_value();
}

const double weightOfCollapse = 3;
bool drawCollapse(Growth &growth) {
  Random &random = growth.random;
  if (random.chance(5)) {
    auto units = growth.pick([](const GrownValue &value) {
      return value.type.rank() >= 1 &&
             std::all_of(value.type.dims.begin(), value.type.dims.end(),
                         [](const Dim &dim) { return dim.isConstant(1); });
    });
    if (units)
      return growth.add(Collapse{}, {*units}).has_value();
  }
  Handle x = operand(growth, anyOfRank(2, 6));
  const auto rank = static_cast<int64_t>(growth.type(x).dims.size());
  Collapse op;
  op.groups = {{0}};
  const double joins = random.chance(20) ? 100 : 50;
  for (int64_t dim = 1; dim < rank; ++dim) {
    if (random.chance(joins))
      op.groups.back().push_back(dim);
    else
      op.groups.push_back({dim});
  }
  if (static_cast<int64_t>(op.groups.size()) == rank) {
    op.groups.pop_back();
    op.groups.back().push_back(rank - 1);
  }
  return growth.add(op, {x}).has_value();
}

namespace {

/// Some of 0 .. rank-1, ascending; one of them, all and those between are each likely.
std::vector<int64_t> drawSubset(Random &random, int64_t rank, bool allowEmpty) {
  std::vector<int64_t> dims;
  const double share = random.chance(20) ? 100 : 40;
  for (int64_t dim = 0; dim < rank; ++dim)
    if (random.chance(share))
      dims.push_back(dim);
  if (dims.empty() && rank > 0 && !(allowEmpty && random.chance(10)))
    dims.push_back(random.between(0, rank - 1));
  return dims;
}

} // namespace

const double weightOfReverse = 3;
bool drawReverse(Growth &growth) {
  Handle x = operand(growth, anyOfRank(1, 5));
  return growth.add(Reverse{drawSubset(growth.random, growth.type(x).rank(), true)}, {x})
      .has_value();
}

const double weightOfDimCast = 1.5;
bool drawDimCast(Growth &growth) {
  Handle x = operand(growth, anyOfRank(1, 5));
  return growth.add(DimCast{drawSubset(growth.random, growth.type(x).rank(), true)}, {x})
      .has_value();
}

} // namespace assay
