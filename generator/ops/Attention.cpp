#include "generator/growth/Operands.h"
#include "generator/ops/Draw.h"
#include "generator/ops/Smooth.h"

namespace assay {

ResultFacts factsOf(const Attention &op, const Application &application) {
  const Facts &q = application.facts(0), &k = application.facts(1), &v = application.facts(2);
  for (const Facts *operand : {&q, &k, &v})
    if (operand->nan || !operand->finite() || operand->magnitude() > 1000)
      return std::nullopt;
  double depth = 1;
  for (size_t run = 0; run < maxRuns; ++run)
    depth = std::max(depth,
                     static_cast<double>(application.extent(application.type(0).dims.back(), run)));
  const double score = std::fabs(op.scale) * q.magnitude() * k.magnitude() * depth;
  const double typical = std::fabs(op.scale) * q.scale * k.scale * std::sqrt(depth);
  const ElementType element = application.type(0).element;
  // Scores that are near to each other weigh alike, however great they are.
  const Interval products = q.range() * k.range();
  const double spread = std::fabs(op.scale) * (products.high - products.low) * depth;
  const double apart = std::min(typical, spread);
  if (score > (element == ElementType::F64 ? 1000 : 500) || apart > 8)
    return std::nullopt;
  Facts facts = v;
  facts.distinctAxis = -1;
  facts.integral = false;
  facts.open = q.open || k.open || v.open;
  facts.noise = v.noise + v.scale * (0x1p-18 + unitRoundoff(element) * (1 + apart));
  facts.noise +=
      v.scale * std::fabs(op.scale) * std::sqrt(depth) * (q.noise * k.scale + q.scale * k.noise);
  for (Interval &range : facts.ranges)
    range = range.hull({0, 0});
  if (op.mask != MaskKind::None) {
    const Facts &mask = application.facts(3);
    // A row that is masked as a whole yields NaN or 0.
    facts.nan = op.mask == MaskKind::Boolean || !mask.finite() || mask.nan;
    facts.open = facts.open || mask.open;
  }
  return std::vector{facts};
}

namespace {

/// The dims of an attention, each on its own.
struct AttentionShapes {
  std::vector<Dim> batch; // of k and v
  Dim queries, keys, depth, width;
};

std::vector<Dim> shaped(std::vector<Dim> batch, const Dim &rows, const Dim &columns) {
  batch.push_back(rows);
  batch.push_back(columns);
  return batch;
}

/// Dims around an operand that plays the part of q (0), k (1) or v (2), or around none.
/// `twins`: that another operand may be as well.
AttentionShapes drawShapes(Growth &growth, const std::vector<Dim> &dims, int part, bool twins) {
  Random &random = growth.random;
  AttentionShapes shapes;
  shapes.batch.assign(dims.begin(), dims.end() - 2);
  const Dim rows = dims[dims.size() - 2], columns = dims.back();
  std::vector<Dim> around = dims;
  auto fresh = [&] { return random.chance(24) ? rows : growth.drawDim(around); };
  shapes.queries = part == 0 || (twins && random.chance(50)) ? rows : fresh();
  shapes.keys = part != 0 || twins ? rows : fresh();
  shapes.depth = part != 2 || twins ? columns : fresh();
  shapes.width = part == 2 || twins ? columns : random.chance(50) ? shapes.depth : fresh();
  return shapes;
}

} // namespace

std::optional<Handle> attend(Growth &growth, Handle given, int part) {
  Random &random = growth.random;
  const TensorType type = growth.type(given);
  // A sequence that attends to itself, or keys that are values as well; it takes fewer elements,
  // and so fits more often.
  const bool twins = drawsTwins(growth) && random.chance(60);
  AttentionShapes shapes = drawShapes(growth, type.dims, part, twins);
  if (growth.extents.least(shapes.keys) < 1)
    return std::nullopt;
  Attention op;
  std::vector<Dim> queryBatch = shapes.batch;
  if (!queryBatch.empty() && !twins && random.chance(75)) {
    const int64_t group = random.between(2, 4);
    if (part != 0) {
      op.group = group;
      queryBatch.back() = Dim(group) * queryBatch.back();
    } else if (const auto heads = queryBatch.back().constant(); heads && *heads % group == 0) {
      op.group = group;
      shapes.batch.back() = Dim(*heads / group);
    }
  }
  const TensorType types[] = {
      {type.element, shaped(queryBatch, shapes.queries, shapes.depth)},
      {type.element, shaped(shapes.batch, shapes.keys, shapes.depth)},
      {type.element, shaped(shapes.batch, shapes.keys, shapes.width)},
      {type.element, shaped(queryBatch, shapes.queries, shapes.keys)},
  };
  for (const TensorType &each : types)
    if (!growth.affordable(each))
      return std::nullopt;
  Need need;
  need.range = Interval{-8, 8};
  need.settled = true;
  need.apart = {given};
  // Queries and keys that are much alike, so that each score by itself is beyond exp.
  const bool overflows = part == 2 && !twins && random.chance(16);
  const Interval alike{type.element == ElementType::F64    ? 7.98
                       : type.element == ElementType::BF16 ? 7.9
                                                           : 7.75,
                       8};
  std::vector<Handle> operands;
  for (int i = 0; i < 3; ++i) {
    if (i != part && overflows)
      operands.push_back(growth.argument(types[i], InputWish::within(alike)));
    else
      operands.push_back(
          i == part || (twins && types[i] == type) ? given : operandOf(growth, types[i], need));
    need.apart.push_back(operands.back());
  }
  const bool hasManyKeys = growth.extents.least(shapes.keys) > 64;
  const double kinds[] = {hasManyKeys ? 20. : 45., 27, 28};
  op.mask = static_cast<MaskKind>(pickWeighted(random, kinds));
  if (op.mask == MaskKind::Boolean)
    operands.push_back(random.chance(40)
                           ? operandOf(growth, {ElementType::I1, types[3].dims})
                           : growth.argument({ElementType::I1, types[3].dims}, InputWish::mask()));
  else if (op.mask == MaskKind::Additive)
    operands.push_back(growth.argument(
        types[3], random.chance(24) ? InputWish::within(overflowingExponents(random, type.element))
                                    : InputWish::mask()));
  op.causal = random.chance(42);
  const double depth =
      static_cast<double>(std::max<int64_t>(growth.extents.greatest(shapes.depth), 1));
  const double scales[] = {1 / std::sqrt(depth), 0.125, 0.5, 1, -0.25};
  const double weights[] = {50, 15, 15, 12, 8};
  op.scale = static_cast<float>(scales[pickWeighted(random, weights)]);
  if (overflows) // 7.75 * 7.75 is 60
    op.scale = static_cast<float>((type.element == ElementType::F64 ? 720 : 93) / (60 * depth));
  return growth.add(op, operands);
}

/// Keys for more than a tile of them, or than a wave has lanes, which leave room for little else.
static std::optional<Handle> attendToMany(Growth &growth) {
  Random &random = growth.random;
  const TensorType type{growth.drawElement(isFloat),
                        {Dim(random.pick(std::array{65, 66, 80, 96, 127, 129, 130, 513})),
                         Dim(random.between(1, 8))}};
  return growth.makeRoom(type)
             ? attend(growth, growth.argument(type, InputWish::within(Interval{-8, 8})),
                      static_cast<int>(random.below(3)))
             : std::nullopt;
}

const double weightOfAttention = 11.5;
bool drawAttention(Growth &growth) {
  if (!growth.bounded())
    return false;
  Random &random = growth.random;
  if (random.chance(14))
    return attendToMany(growth).has_value();
  Need need;
  need.element = isFloat;
  need.range = Interval{-8, 8};
  need.settled = true;
  need.minRank = random.chance(70) ? 3 : 2; // groups of heads need a batch
  Handle given = operand(growth, need);
  return attend(growth, given, static_cast<int>(random.below(3))).has_value();
}

} // namespace assay
