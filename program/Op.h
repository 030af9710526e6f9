#pragma once

#include "program/ops/Attention.h"
#include "program/ops/Contraction.h"
#include "program/ops/Elementwise.h"
#include "program/ops/Indexing.h"
#include "program/ops/Layout.h"
#include "program/ops/Reduction.h"
#include "program/ops/Slicing.h"
#include "program/ops/Sorting.h"
#include "program/ops/Source.h"
#include "program/ops/Windows.h"

#include <optional>
#include <string_view>
#include <variant>

namespace assay {

enum class OpKind : uint8_t {
#define ASSAY_OP(Enumerator, tag, Family) Enumerator,
#include "program/Ops.def"
};

inline constexpr std::array allOpKinds = {
#define ASSAY_OP(Enumerator, tag, Family) OpKind::Enumerator,
#include "program/Ops.def"
};

namespace detail {
struct NoOp {};
template <class First, class... Ops> std::variant<Ops...> variantWithout(First, Ops...);
} // namespace detail

/// One alternative for each line of Ops.def, in its order.
using OpVariant = decltype(detail::variantWithout(detail::NoOp {}
#define ASSAY_OP(Enumerator, tag, Family)                                                          \
  , Enumerator {}
#include "program/Ops.def"
                                                  ));

/// An op with its attributes. A function over ops is an overload set over the alternatives, called
/// through std::visit, so that a missing one does not compile. What copies and compares it is in
/// Op.cpp: each file that did it itself would be compiled for a second longer.
struct Op : OpVariant {
  using OpVariant::OpVariant;
  Op() noexcept;
  Op(const Op &other);
  Op(Op &&other) noexcept;
  Op &operator=(const Op &other);
  Op &operator=(Op &&other) noexcept;
  ~Op();
  bool operator==(const Op &other) const;
};

inline OpKind kindOf(const Op &op) { return static_cast<OpKind>(op.index()); }

/// The tag in Ops.def.
std::string_view name(OpKind kind);
std::optional<OpKind> opKindFromName(std::string_view name);

/// The op of that kind with default attributes.
Op defaultOp(OpKind kind);

Spellings spellingsOf(OpKind kind);
DestinationRole destinationRole(OpKind kind);
const OpTraits &traitsOf(OpKind kind);
const OpGuide &guideOf(OpKind kind);
inline const OpTraits &traitsOf(const Op &op) { return traitsOf(kindOf(op)); }
/// What the op does beside reading its operands and writing its results, of these shapes: a
/// multiplication and an addition are a step.
double ownSteps(const Op &op, Shapes operands, Shapes results);

/// The types of results, and the constraints, for operands of these types (the destination is not
/// among them); or why there are none.
Expected<Inference> infer(const Op &op, OperandTypes operands);

/// Calls visit(name, attribute) for each attribute; attributes are int64_t, double, bool, Dim,
/// ElementType, an enum with names(), Tensor, vectors of int64_t, Dim and such vectors, or an
/// optional bool, which is not written where it is not given.
void visitAttributes(Op &op, auto &&visit) {
  std::visit([&](auto &self) { self.attributes(self, visit); }, op);
}
void visitAttributes(const Op &op, auto &&visit) {
  std::visit([&](const auto &self) { self.attributes(self, visit); }, op);
}

/// The op with `change` applied to each Dim among its attributes.
void changeDims(Op &op, const std::function<Dim(const Dim &)> &change);
/// Calls back for each Dim among the op's attributes.
void forEachDim(const Op &op, const std::function<void(const Dim &)> &visit);

} // namespace assay
