#include "generator/motifs/Motifs.h"
#include "generator/ops/Draw.h"

namespace assay {

/// Of two such ops compilers make one, or let them change places.
static constexpr WeightedOp outerOps[] = {
    {OpKind::ExtractSlice, 25}, {OpKind::Transpose, 15}, {OpKind::Broadcast, 9},
    {OpKind::Collapse, 10},     {OpKind::Expand, 9},     {OpKind::Pad, 9},
    {OpKind::Reduce, 9},        {OpKind::Cast, 8},       {OpKind::InsertSlice, 7},
    {OpKind::Concat, 6},        {OpKind::Reverse, 4},    {OpKind::DimCast, 3},
    {OpKind::Sort, 2},          {OpKind::Topk, 2},       {OpKind::Scan, 2},
    {OpKind::Gather, 2},        {OpKind::Scatter, 2},
};
static constexpr WeightedOp innerOps[] = {
    {OpKind::ExtractSlice, 14}, {OpKind::Transpose, 23},  {OpKind::Broadcast, 10},
    {OpKind::Collapse, 9},      {OpKind::Pad, 9},         {OpKind::Reduce, 6},
    {OpKind::Cast, 7},          {OpKind::InsertSlice, 7}, {OpKind::Concat, 6},
    {OpKind::Reverse, 4},       {OpKind::DimCast, 3},     {OpKind::Sort, 4},
    {OpKind::Topk, 4},          {OpKind::Scan, 5},        {OpKind::OneHot, 3},
    {OpKind::Gather, 3},        {OpKind::Scatter, 3},     {OpKind::Softmax, 2},
    {OpKind::Attention, 4},     {OpKind::Contraction, 4}, {OpKind::Constant, 18},
};

bool drawComposition(Growth &growth) {
  Random &random = growth.random;
  OpKind outer = pickOp(random, outerOps);
  OpKind inner = random.chance(35) ? outer : pickOp(random, innerOps);
  // What compilers move transposes past most: the slice is then to be taken in another order.
  if (random.chance(14)) {
    outer = OpKind::ExtractSlice;
    inner = OpKind::Transpose;
  }
  return draw(growth, inner) && drawOf(growth, outer, growth.lastNode().first);
}

} // namespace assay
