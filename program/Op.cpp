#include "program/Op.h"

#include "support/Assert.h"

#include <type_traits>

namespace assay {

namespace {
struct Row {
  std::string_view tag;
  Spellings spellings;
  DestinationRole destination;
  OpTraits traits;
  OpGuide guide;
};
const Row rows[] = {
#define ASSAY_OP(Enumerator, tag, Family)                                                          \
  {#tag, Enumerator::spellings, Enumerator::destination, Enumerator::traits, Enumerator::guide},
#include "program/Ops.def"
};
const Row &row(OpKind kind) { return rows[static_cast<size_t>(kind)]; }
} // namespace

Op::Op() noexcept = default;
Op::Op(const Op &other) = default;
Op::Op(Op &&other) noexcept = default;
Op &Op::operator=(const Op &other) = default;
Op &Op::operator=(Op &&other) noexcept = default;
Op::~Op() = default;
bool Op::operator==(const Op &other) const {
  return static_cast<const OpVariant &>(*this) == static_cast<const OpVariant &>(other);
}

std::string_view name(OpKind kind) { return row(kind).tag; }

std::optional<OpKind> opKindFromName(std::string_view wanted) {
  for (OpKind kind : allOpKinds)
    if (name(kind) == wanted)
      return kind;
  return std::nullopt;
}

Op defaultOp(OpKind kind) {
  switch (kind) {
#define ASSAY_OP(Enumerator, tag, Family)                                                          \
  case OpKind::Enumerator:                                                                         \
    return Enumerator{};
#include "program/Ops.def"
  }
  ASSAY_ASSERT(false, "op kind out of range");
}

Spellings spellingsOf(OpKind kind) { return row(kind).spellings; }
DestinationRole destinationRole(OpKind kind) { return row(kind).destination; }
const OpTraits &traitsOf(OpKind kind) { return row(kind).traits; }
const OpGuide &guideOf(OpKind kind) { return row(kind).guide; }

double ownSteps(const Op &op, Shapes operands, Shapes results) {
  return std::visit(
      [&](const auto &self) {
        if constexpr (std::remove_cvref_t<decltype(self)>::traits.work == Work::Own)
          return self.steps(operands, results);
        else
          return 0.0;
      },
      op);
}

Expected<Inference> infer(const Op &op, OperandTypes operands) {
  return std::visit([&](const auto &self) { return self.infer(operands); }, op);
}

/// Applies `visit` to a Dim, or to each Dim in nested vectors; ignores other attributes.
template <class T> static void eachDim(T &attribute, auto &&visit) {
  using Plain = std::remove_const_t<T>;
  if constexpr (std::is_same_v<Plain, Dim>)
    visit(attribute);
  else if constexpr (std::is_same_v<Plain, std::vector<Dim>> ||
                     std::is_same_v<Plain, std::vector<std::vector<Dim>>>)
    for (auto &item : attribute)
      eachDim(item, visit);
}

void changeDims(Op &op, const std::function<Dim(const Dim &)> &change) {
  visitAttributes(op, [&](std::string_view, auto &attribute) {
    eachDim(attribute, [&](Dim &dim) { dim = change(dim); });
  });
}

void forEachDim(const Op &op, const std::function<void(const Dim &)> &visit) {
  visitAttributes(op, [&](std::string_view, const auto &attribute) {
    eachDim(attribute, [&](const Dim &dim) { visit(dim); });
  });
}

} // namespace assay
