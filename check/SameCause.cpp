#include "check/SameCause.h"

#include "check/Diagnostic.h"
#include "check/Signature.h"

#include <algorithm>
#include <numeric>

namespace assay {
namespace {

/// The first pass that differs need not be the one to blame.
bool isBlamed(const Blamed &pass) { return pass.evidence != Evidence::Differs; }

/// A pass without its options, of which a bug need not know.
std::string_view plainName(std::string_view pass) { return pass.substr(0, pass.find('{')); }

/// Nothing is said where one of both does not know.
bool arePassesApart(const Cause &one, const Cause &other) {
  const auto isOfOther = [&](const Blamed &pass) {
    return isBlamed(pass) && std::ranges::any_of(other.passes, [&](const Blamed &theirs) {
             return isBlamed(theirs) && plainName(theirs.name) == plainName(pass.name);
           });
  };
  return std::ranges::any_of(one.passes, isBlamed) && std::ranges::any_of(other.passes, isBlamed) &&
         std::ranges::none_of(one.passes, isOfOther);
}

bool areApart(const std::optional<Blamed> &one, const std::optional<Blamed> &other) {
  return one && other && one->evidence == other->evidence && one->name != other->name;
}

/// A change after which nothing of the op is left.
constexpr std::string_view withoutOp = "op=negation";

bool showsWithoutOp(const Cause &cause) {
  return std::ranges::any_of(cause.changes, [](const CaseChange &change) {
    return change.what == withoutOp && !change.hides;
  });
}

/// What is wrong first, as valueLabel() has it, taken apart.
struct WrongOp {
  explicit WrongOp(std::string_view label)
      : op(label.substr(0, label.find(':'))), isPrimitives(label.ends_with(":primitives")) {
    const size_t begin = op.find('('), end = op.rfind(')');
    if (begin == op.npos || end == op.npos)
      return;
    function = op.substr(begin, end + 1 - begin);
    op.erase(begin, end + 1 - begin);
  }
  std::string op;            // "topk.indices", "reduce"
  std::string function;      // "(max)"
  bool isPrimitives = false; // it is made of other ops
};

/// Ops that are made of others may have the bug of any of these, and those of one function its.
bool areRelated(const WrongOp &one, const WrongOp &other) {
  return one.isPrimitives || other.isPrimitives ||
         (!one.function.empty() && one.function == other.function);
}

/// Whether the words that say what fails are the same in both.
bool isOnePlace(const Cause &one, const Cause &other) {
  if (one.function || other.function)
    return one.function && other.function && one.function->name == other.function->name;
  if (one.wrongFirst && other.wrongFirst)
    return WrongOp(one.wrongFirst->op).op == WrongOp(other.wrongFirst->op).op ||
           (showsWithoutOp(one) && showsWithoutOp(other));
  return withoutElementTypes(one.signature) == withoutElementTypes(other.signature);
}

/// Whether they may be at one place all the same.
bool mayBeOnePlace(const Cause &one, const Cause &other) {
  return one.wrongFirst && other.wrongFirst &&
         areRelated(WrongOp(one.wrongFirst->op), WrongOp(other.wrongFirst->op));
}

/// What two failures say about the same changes.
struct Agreement {
  bool isContradicted = false; // what hides the one shows the other
  bool isShared = false;       // something hides both
};

/// Whether it sets something that has nothing to do with the op.
bool isOfAnyOp(const CaseChange &change) {
  return change.what.starts_with("extents=") || change.what.starts_with("elements=") ||
         change.what.starts_with("inputs=");
}

/// Whether that it hides two failures tells that they are one bug, if their ops are others: whether
/// extents are told matters to many bugs.
bool isTelling(const CaseChange &change) { return change.what.starts_with("elements="); }

void compareChanges(const Cause &one, const Cause &other, bool isOneOp, Agreement &agreement) {
  for (const CaseChange &change : one.changes)
    for (const CaseChange &theirs : other.changes)
      if (change.what == theirs.what && (isOneOp || isOfAnyOp(change))) {
        agreement.isContradicted |= change.hides != theirs.hides;
        agreement.isShared |= change.hides && theirs.hides && change.what != withoutOp &&
                              (isOneOp || isTelling(change));
      }
}

void compareVariations(const Cause &one, const Cause &other, Agreement &agreement) {
  const auto has = [](const std::vector<Hiding> &all, const Hiding &hiding) {
    return std::ranges::find(all, hiding) != all.end();
  };
  for (const Hiding &hiding : one.hiddenBy) {
    agreement.isShared |= has(other.hiddenBy, hiding);
    agreement.isContradicted |= has(other.shownWith, hiding);
  }
  for (const Hiding &hiding : other.hiddenBy)
    agreement.isContradicted |= has(one.shownWith, hiding);
}

/// Each is right if something goes on before that pass.
bool isHiddenByPass(const Cause &cause) {
  return std::ranges::any_of(cause.passes, [](const Blamed &pass) {
    return pass.evidence == Evidence::Cut || pass.evidence == Evidence::LeftOut;
  });
}

} // namespace

bool isSameCause(const Cause &one, const Cause &other) {
  const bool isOne = isOnePlace(one, other);
  if (one.kind != other.kind || !(isOne || mayBeOnePlace(one, other)) ||
      arePassesApart(one, other) || areApart(one.phase, other.phase))
    return false;
  Agreement agreement;
  compareChanges(one, other, isOne, agreement);
  compareVariations(one, other, agreement);
  agreement.isShared |= isOne && isHiddenByPass(one) && isHiddenByPass(other);
  // What says itself where it ends needs nothing else.
  agreement.isShared |= one.function.has_value() || !one.wrongFirst;
  return agreement.isShared && !agreement.isContradicted;
}

std::vector<size_t> groupsOf(std::span<const Cause> causes) {
  std::vector<size_t> first(causes.size());
  std::iota(first.begin(), first.end(), size_t(0));
  for (size_t i = 0; i < causes.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      if (first[i] != first[j] && isSameCause(causes[i], causes[j])) {
        const auto [kept, merged] = std::minmax(first[i], first[j]);
        const size_t to = kept, from = merged;
        std::ranges::replace(first, from, to);
      }
  return first;
}

} // namespace assay
