#include "generator/growth/Profile.h"

#include "support/Closest.h"
#include "support/Hash.h"
#include "support/Random.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace assay {

namespace {

/// What canonicalizers fold.
bool isFolding(Motif motif) { return motif >= Motif::ConstantChain; }

Profile defaultProfile() {
  Profile profile;
  profile.name = "default";
  profile.summary = "every op, type and structure; 1 to 60 ops, median 7";
#define ASSAY_OP(Enumerator, tag, Family) profile.weight(OpKind::Enumerator) = weightOf##Enumerator;
#include "program/Ops.def"
  profile.weight(ElementType::F32) = 22;
  profile.weight(ElementType::F16) = 13;
  profile.weight(ElementType::BF16) = 13;
  profile.weight(ElementType::F64) = 11;
  profile.weight(ElementType::I32) = 10;
  profile.weight(ElementType::I64) = 9;
  profile.weight(ElementType::I8) = 11;
  profile.weight(ElementType::I16) = 12;
  profile.weight(ElementType::I1) = 13;
  for (Motif motif : allMotifs)
    profile.weight(motif) = isFolding(motif) ? 1 : 4;
  profile.weight(Motif::ReshapeBetween) = 66;
  profile.weight(Motif::SplitArgument) = 10;
  profile.weight(Motif::ComputedScatter) = 6;
  profile.weight(Motif::AttentionIntoConcat) = 9;
  profile.weight(Motif::GatherIntoAttention) = 8;
  profile.weight(Motif::TwinFills) = 24;
  profile.weight(Motif::CastRoundTrip) = 6;
  profile.weight(Motif::ElementwiseAround) = 12;
  profile.weight(Motif::PointwiseChain) = 6;
  profile.weight(Motif::UsedAfterwards) = 8;
  profile.weight(Motif::ColumnInsert) = 8;
  profile.weight(Motif::TransposeIntoGemm) = 30;
  profile.weight(Motif::Inverses) = 23;
  profile.weight(Motif::ConstantOperand) = 13;
  profile.weight(Motif::FilledViews) = 4;
  profile.weight(Motif::PartOfWhole) = 5;
  profile.weight(Motif::PartOfAttention) = 9;
  profile.weight(Motif::ReducedRepeats) = 5;
  profile.weight(Motif::Composition) = 29;
  profile.contractPercent = 12;
  return profile;
}

/// The default with all but the listed ops and motifs switched down.
Profile focused(std::string_view name, std::string_view summary, std::initializer_list<OpKind> ops,
                std::initializer_list<Motif> motifs) {
  Profile profile = defaultProfile();
  profile.name = name;
  profile.summary = summary;
  for (double &weight : profile.ops)
    weight *= 0.12;
  for (OpKind kind : ops)
    profile.weight(kind) = 8;
  profile.motifs.fill(0);
  for (Motif motif : motifs)
    profile.weight(motif) = 4;
  profile.swarm = false;
  return profile;
}

std::vector<Profile> makeProfiles() {
  std::vector<Profile> all{defaultProfile()};
  auto variant = [&](std::string_view name, std::string_view summary) -> Profile & {
    all.push_back(defaultProfile());
    all.back().name = name;
    all.back().summary = summary;
    return all.back();
  };
  auto focus = [&](std::string_view name, std::string_view summary,
                   std::initializer_list<OpKind> ops,
                   std::initializer_list<Motif> motifs) -> Profile & {
    all.push_back(focused(name, summary, ops, motifs));
    return all.back();
  };

  Profile &small = variant("small", "1 or 2 ops on few elements");
  small.maxOps = 2;
  small.firstMotifPercent = 0;
  small.motifPercent = 0;
  small.maxElements = 20'000;
  Profile &large = variant("large", "20 to 60 ops");
  large.minOps = 20;
  // Beyond what a tile, a panel or a workgroup holds, for which others leave no room.
  Profile &longs = variant("long", "1 to 5 ops on extents of up to 3001");
  longs.extents = {.zero = 1, .unit = 8, .small = 40, .medium = 6, .odd = 5, .large = 40};
  longs.maxOps = 5;
  longs.maxElements = 1'000'000;
  longs.maxWork = 20'000'000;
  Profile &exact = variant("exact", "small integers only, so that every result is exact");
  exact.boundedPercent = 0;
  exact.specialPercent = 0;
  exact.drawsFreely = false;
  exact.weight(OpKind::Attention) = exact.weight(OpKind::Softmax) = 0;
  exact.weight(Motif::GatherIntoAttention) = exact.weight(Motif::AttentionIntoConcat) = 0;
  Profile &bounded = variant("bounded", "reals in float types, held against error bounds");
  bounded.boundedPercent = 100;
  for (ElementType type : allElementTypes)
    if (!isFloat(type))
      bounded.weight(type) *= 0.2;
  Profile &dynamic = variant("dynamic", "no static extents, or a single small one; several runs");
  dynamic.knowledge = {0, 45, 55, 0};
  Profile &fixed = variant("static", "every extent is told to the compiler");
  fixed.knowledge = {100, 0, 0, 0};
  Profile &complex = variant("complex", "complex<f32> in elementwise ops and layout, sin, cos");
  complex.complexPercent = 100;
  Profile &special = variant("special", "NaN, infinities and signed zeros among float inputs");
  special.specialPercent = 100;
  special.boundedPercent = 100;
  Profile &contracts = variant("contracts", "relies on stable sorts and lowest index first");
  contracts.contractPercent = 100;
  contracts.weight(OpKind::Sort) = contracts.weight(OpKind::Topk) = 20;

  focus("elementwise", "chains of elementwise ops with broadcasts and casts",
        {OpKind::Unary, OpKind::Binary, OpKind::Compare, OpKind::Select, OpKind::Cast,
         OpKind::Broadcast},
        {Motif::PointwiseChain, Motif::PositionBody, Motif::UsedAfterwards, Motif::Inverses,
         Motif::ConstantOperand, Motif::NarrowedResult});
  focus("contraction", "contractions by index maps, with transposes and elementwise around",
        {OpKind::Contraction, OpKind::Transpose, OpKind::Binary, OpKind::Expand, OpKind::Collapse},
        {Motif::TransposeIntoGemm, Motif::ElementwiseAround, Motif::Repetition});
  focus("windows", "convolutions and window reductions, with pads and elementwise around",
        {OpKind::Conv, OpKind::ReduceWindow, OpKind::Pad, OpKind::Binary, OpKind::Transpose},
        {Motif::ElementwiseAround, Motif::Repetition});
  Profile &attention =
      focus("attention", "attention with gathers, masks and concats around it",
            {OpKind::Attention, OpKind::Softmax, OpKind::Gather, OpKind::GatherNd, OpKind::Concat},
            {Motif::GatherIntoAttention, Motif::AttentionIntoConcat});
  attention.boundedPercent = 100;
  focus("reduction", "reductions, scans, arg reductions and softmax",
        {OpKind::Reduce, OpKind::ArgReduce, OpKind::Scan, OpKind::Softmax},
        {Motif::ElementwiseAround, Motif::PartlyUsed, Motif::Repetition, Motif::ReducedRepeats});
  focus("sorting", "topk, sort and argmax with ties and unused results",
        {OpKind::Topk, OpKind::Sort, OpKind::ArgReduce},
        {Motif::PartlyUsed, Motif::Repetition, Motif::ComputedScatter});
  focus("indexing", "gather, scatter and one_hot, with computed indices",
        {OpKind::Scatter, OpKind::ScatterNd, OpKind::Gather, OpKind::GatherNd, OpKind::OneHot},
        {Motif::ComputedScatter, Motif::ColumnInsert, Motif::UsedAfterwards});
  focus("layout", "transposes, reshapes, broadcasts, reverses and dim casts",
        {OpKind::Transpose, OpKind::Broadcast, OpKind::Expand, OpKind::Collapse, OpKind::Reverse,
         OpKind::DimCast},
        {Motif::ReshapeBetween, Motif::ReshapeAndBack, Motif::SplitArgument, Motif::CastRoundTrip,
         Motif::TransposeIntoGemm, Motif::Composition});
  focus("slicing", "slices that drop dims, inserts, concats and pads",
        {OpKind::ExtractSlice, OpKind::InsertSlice, OpKind::Concat, OpKind::Pad},
        {Motif::AmbiguousDrop, Motif::ColumnInsert, Motif::ScalarSlice, Motif::SlicedResult,
         Motif::PartOfWhole, Motif::TwinFills, Motif::Composition});
  Profile &foldings = variant("foldings", "runs of ops that canonicalizers fold");
  for (Motif motif : allMotifs)
    if (isFolding(motif))
      foldings.weight(motif) = 20;
  foldings.firstMotifPercent = 80;
  foldings.motifPercent = 50;
  return all;
}

} // namespace

const std::vector<Profile> &profiles() {
  static const std::vector<Profile> all = makeProfiles();
  return all;
}

Expected<Profile> profileFromName(std::string_view name) {
  std::vector<std::string_view> known;
  for (const Profile &profile : profiles()) {
    if (profile.name == name)
      return profile;
    known.push_back(profile.name);
  }
  return Error{fmt::format("there is no profile '{}': choose one of {}{}", name,
                           fmt::join(known, ", "), didYouMean(name, known))};
}

/// Turns some of the weights off and some up; at least one stays.
template <size_t count>
static void drawSubset(Random &random, std::array<double, count> &weights, double off, double up) {
  const std::array<double, count> before = weights;
  double total = 0;
  for (double &weight : weights) {
    const double at = random.unit() * 100;
    weight *= at < off ? 0 : at < off + up ? 3 : 1;
    total += weight;
  }
  if (total == 0)
    weights = before;
}

Profile swarmed(const Profile &profile, uint64_t seed, uint64_t index) {
  Profile batch = profile;
  if (!profile.swarm)
    return batch;
  Random random = Random::forIndex(seed ^ hash64(profile.name), index / batchSize);
  drawSubset(random, batch.ops, 22, 22);
  drawSubset(random, batch.elements, 22, 20);
  drawSubset(random, batch.motifs, 22, 22);
  return batch;
}

} // namespace assay
