#include "check/SameCause.h"

#include "check/Diagnostic.h"
#include "check/MismatchSignature.h"
#include "check/Signature.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <tuple>

namespace assay {
namespace {

/// A pass without its options, of which a bug need not know.
std::string_view plainName(std::string_view pass) { return pass.substr(0, pass.find('{')); }

bool haveCommonPass(const Cause &one, const Cause &other) {
  return std::ranges::any_of(one.passes, [&](const Blamed &pass) {
    return isBlamed(pass) && std::ranges::any_of(other.passes, [&](const Blamed &theirs) {
             return isBlamed(theirs) && plainName(theirs.name) == plainName(pass.name);
           });
  });
}

/// Whether the pass of one may be that of the other, which is named as an alternative.
bool mayHaveCommonPass(const Cause &one, const Cause &other) {
  const auto mayBe = [](const Cause &cause, std::string_view pass) {
    return std::ranges::any_of(cause.alternatives, [&](const std::string &alternative) {
      return plainName(alternative) == pass;
    });
  };
  const auto isAlternativeOf = [&](const Cause &named, const Cause &cause) {
    return std::ranges::any_of(named.passes, [&](const Blamed &pass) {
      return isBlamed(pass) && mayBe(cause, plainName(pass.name));
    });
  };
  return isAlternativeOf(one, other) || isAlternativeOf(other, one) ||
         std::ranges::any_of(one.alternatives, [&](const std::string &pass) {
           return mayBe(other, plainName(pass));
         });
}

/// Nothing is said where one of both does not know.
bool areOtherPasses(const Cause &one, const Cause &other) {
  return std::ranges::any_of(one.passes, isBlamed) && std::ranges::any_of(other.passes, isBlamed) &&
         !haveCommonPass(one, other);
}

bool areApart(const std::optional<Blamed> &one, const std::optional<Blamed> &other) {
  return one && other && isBlamed(*one) && one->evidence == other->evidence &&
         one->name != other->name;
}

bool showsWithoutOp(const Cause &cause) {
  return std::ranges::any_of(cause.changes, [](const CaseChange &change) {
    return change.aspect() == CaseAspect::Op && !change.hides;
  });
}

/// Ops that are made of others may have the bug of any of these, and those of one function its.
bool areRelated(const ValueLabel &one, const ValueLabel &other) {
  return one.isPrimitives || other.isPrimitives ||
         (!one.function.empty() && one.function == other.function);
}

/// Each is right if something goes on before that pass.
bool isHiddenByPass(const Cause &cause) {
  return std::ranges::any_of(cause.passes, [](const Blamed &pass) {
    return isCut(pass) || pass.evidence == Evidence::LeftOut;
  });
}

/// A pass that makes ops of others, and has to do with more than a few, does what it is there for,
/// to whatever it meets.
bool isSpecific(const IrChange &change) {
  constexpr size_t mostOps = 4;
  return change.gone.empty() ||
         change.gone.size() + change.added.size() + change.altered.size() <= mostOps;
}

bool haveCommon(const std::vector<std::string> &one, const std::vector<std::string> &other) {
  return std::ranges::find_first_of(one, other) != one.end();
}

/// Whether a pass adds the same ops to both, but for a few that an element type needs: enough
/// others are in both.
bool addsAlike(const IrChange &one, const IrChange &other) {
  constexpr size_t enough = 8;
  const auto &[fewer, more] = one.added.size() < other.added.size()
                                  ? std::tie(one.added, other.added)
                                  : std::tie(other.added, one.added);
  return fewer == more ||
         (fewer.size() >= enough && std::ranges::all_of(fewer, [&](const std::string &op) {
            return std::ranges::find(more, op) != more.end();
          }));
}

/// Whether a pass that is to blame for both does something else to the IR of each. What it
/// reorders is seldom what it is there for, and the same whatever it does beside it.
bool areOtherChanges(const Cause &one, const Cause &other) {
  if (!one.change || !other.change || !(isSpecific(*one.change) || isSpecific(*other.change)))
    return false;
  if (!one.change->reordered.empty() && !other.change->reordered.empty())
    return !haveCommon(one.change->reordered, other.change->reordered);
  return one.change->gone != other.change->gone || !addsAlike(*one.change, *other.change);
}

/// Whether a pass hides each, and it is known what it does to the IR.
bool areChangesByPass(const Cause &one, const Cause &other) {
  return one.change && other.change && isHiddenByPass(one) && isHiddenByPass(other);
}

/// Whether a pass that is to blame for both does one thing to the IR of both. What it leaves there
/// and alters only says where it does that, and may be spelled in such a way that it is not told.
bool isOneChange(const Cause &one, const Cause &other) {
  if (!areChangesByPass(one, other))
    return false;
  const IrChange &first = *one.change, &second = *other.change;
  const bool isReplaced = !first.gone.empty() || !first.added.empty();
  const auto isOtherOperand = [](const IrChange &change) {
    return !change.altered.empty() && change.how == Alteration::Operands;
  };
  return isSpecific(first) && isSpecific(second) && first.gone == second.gone &&
         addsAlike(first, second) && (isReplaced || first.reordered == second.reordered) &&
         (first.altered == second.altered ||
          (isReplaced && (first.altered.empty() || second.altered.empty())) ||
          // Whatever op reads it.
          (isOtherOperand(first) && isOtherOperand(second)));
}

/// Whether what a pass does to the IR of each has no op in common: what hides both is that pass, of
/// which these are two bugs.
bool areChangesOfOtherOps(const Cause &one, const Cause &other) {
  if (!areChangesByPass(one, other) || isOneChange(one, other) || !isSpecific(*one.change) ||
      !isSpecific(*other.change))
    return false;
  const auto opsOf = [](const IrChange &change) {
    std::vector<std::string> ops = change.gone;
    for (const auto *more : {&change.added, &change.altered, &change.reordered})
      ops.insert(ops.end(), more->begin(), more->end());
    return ops;
  };
  const auto first = opsOf(*one.change), second = opsOf(*other.change);
  return !first.empty() && !second.empty() && !haveCommon(first, second);
}

/// Whether a pass that is to blame for both reorders operands of one op in the IR of both.
bool isOneReordering(const Cause &one, const Cause &other) {
  return areChangesByPass(one, other) && haveCommon(one.change->reordered, other.change->reordered);
}

/// What is wrong first only reads what another op makes wrong.
bool isOfOpBeside(const Cause &cause) {
  return showsWithoutOp(cause) && !cause.wrongFirst->beside.empty();
}

/// The ops that a wrong result may come from, without their functions.
std::set<std::string> accusedOps(const Cause &cause) {
  if (!isOfOpBeside(cause))
    return {parseValueLabel(cause.wrongFirst->op).op};
  std::set<std::string> ops;
  for (const std::string &op : cause.wrongFirst->beside)
    ops.insert(parseValueLabel(op).op);
  return ops;
}

bool haveCommonOp(const Cause &one, const Cause &other) {
  const std::set<std::string> first = accusedOps(one), second = accusedOps(other);
  return std::ranges::any_of(first, [&](const std::string &op) { return second.contains(op); });
}

/// Whether what is wrong first is of one op in both, and computes something else.
bool areOtherFunctions(const Cause &one, const Cause &other) {
  const auto functionOf = [](const Cause &cause) {
    return cause.wrongFirst ? parseValueLabel(cause.wrongFirst->op).function : std::string();
  };
  const std::string first = functionOf(one), second = functionOf(other);
  return !first.empty() && !second.empty() && first != second;
}

/// What two failures have in common of where they show.
enum class Place : uint8_t {
  Apart,
  Related,   // at other ops that may have one bug
  Rewritten, // at other ops, of which one pass makes the same
  Reordered, // at other ops, which are made of one whose operands a pass reorders
  Read,      // at any op that reads what one op makes wrong
  Same,      // by the words that say what fails
};

/// How a process died, and where: "SIGSEGV" and "mlir::Pass::run<main", or the words with which it
/// ended itself. Nothing is known of where where the second is empty.
struct Death {
  std::string how, where;
};
Death deathOf(const Cause &crash) {
  const std::string what = Signature::parse(crash.signature).what;
  const size_t colon = what.find(':');
  return colon == what.npos ? Death{what, ""}
                            : Death{what.substr(0, colon), what.substr(colon + 1)};
}

/// Whether two crashes end one function for one reason: a division by zero is no bad access, and
/// what ends itself with words is told by these.
bool endAlike(const Cause &one, const Cause &other) {
  const Death first = deathOf(one), second = deathOf(other);
  const auto hasWords = [](const Death &death, const Cause &crash) {
    return !death.where.empty() && death.where.find('*') == std::string::npos &&
           !death.where.starts_with(crash.function->name);
  };
  if (hasWords(first, one) && hasWords(second, other))
    return withoutElementTypes(first.where) == withoutElementTypes(second.where);
  return one.function->name == other.function->name &&
         (first.how == "SIGFPE") == (second.how == "SIGFPE");
}

/// Whether one pass dies in functions of one class in both: in which may depend on what it meets
/// first.
bool dieInOneClass(const Cause &one, const Cause &other) {
  const auto classOf = [](const Blamed &function) {
    const std::string_view name = function.name;
    return name.substr(0, std::min(name.rfind("::"), name.size()));
  };
  return one.function && other.function && haveCommonPass(one, other) &&
         classOf(*one.function) == classOf(*other.function);
}

/// Whether what is known of a failure says itself where it ends. That it takes too long does not,
/// nor does the death of compiled code.
bool saysWhere(const Cause &cause) {
  if (cause.wrongFirst)
    return false;
  const Signature signature = Signature::parse(cause.signature);
  return cause.function || (signature.kind == Signature::Kind::Crash ? !deathOf(cause).where.empty()
                                                                     : !signature.what.empty());
}

Place placeOf(const Cause &one, const Cause &other) {
  const auto sameIf = [](bool isSame) { return isSame ? Place::Same : Place::Apart; };
  if (one.function || other.function)
    return sameIf(one.function && other.function && endAlike(one, other));
  if (!one.wrongFirst || !other.wrongFirst) {
    const std::string first = withoutElementTypes(one.signature),
                      second = withoutElementTypes(other.signature);
    // Without one pass neither is there, whatever op it names; that passes are others is looked at
    // apart.
    const bool isOfPass = isHiddenByPass(one) && isHiddenByPass(other);
    return sameIf(first == second || (isOfPass && withoutOps(first) == withoutOps(second)));
  }
  const ValueLabel first = parseValueLabel(one.wrongFirst->op),
                   second = parseValueLabel(other.wrongFirst->op);
  if ((isOfOpBeside(one) || isOfOpBeside(other)) && haveCommonOp(one, other))
    return Place::Read;
  const auto isOfNoOp = [](const Cause &cause) {
    return showsWithoutOp(cause) && !isOfOpBeside(cause);
  };
  if (first.op == second.op || (isOfNoOp(one) && isOfNoOp(other)))
    return Place::Same;
  return isOneReordering(one, other) ? Place::Reordered
         : isOneChange(one, other)   ? Place::Rewritten
         : areRelated(first, second) ? Place::Related
                                     : Place::Apart;
}

/// What two failures say about the same changes.
struct Agreement {
  bool isContradicted = false; // what hides the one shows the other
  /// What hides both.
  bool byLevel = false, byBackend = false;
  bool byFlag = false; // of the compiler, or by leaving out a pass
  bool byCase = false; // something that is set of it

  /// A level that hides both may do little.
  bool isShared() const { return byFlag || byCase || byLevel; }
  bool isSharedClosely() const { return byFlag || byCase || byBackend; }
};

/// Whether what a change does to each says something about both.
bool isComparable(const CaseChange &change, Place place, bool isPrimitives) {
  // What is known of the ops says whether the one is made of them, not whether its operands are
  // reordered.
  if (place == Place::Reordered)
    return false;
  switch (change.aspect()) {
  case CaseAspect::Extents:
    // Whether a compiler finds out an extent depends on what else there is.
    return place == Place::Same || change.what != "extents=disguised";
  case CaseAspect::Inputs:
    return true;
  case CaseAspect::Elements:
    // Of an op that is made of others it is not the type of what one of these reads.
    return place != Place::Rewritten || !isPrimitives;
  case CaseAspect::Spelling:
  case CaseAspect::Attribute:
  case CaseAspect::Op:
    return place == Place::Same;
  }
}

/// What many bugs need, each of an op of its own.
constexpr std::string_view finiteInputs = "inputs=finite";

/// Whether that it hides both tells that they are one bug. Of an op that is gone nothing can be
/// wrong; and whether extents are told, or inputs are alike, matters to many bugs at other ops.
bool isTelling(const CaseChange &change, Place place) {
  if (change.what == finiteInputs)
    return false;
  return place >= Place::Read ? change.aspect() != CaseAspect::Op
                              : change.aspect() == CaseAspect::Elements;
}

void compareChanges(const Cause &one, const Cause &other, Place place,
                    std::optional<CaseAspect> open, Agreement &agreement) {
  // Of one op the case may be such that what the pass does shows, or does not, by chance.
  const bool isReplacedAlike = place == Place::Same && isOneChange(one, other) &&
                               !(one.change->gone.empty() && one.change->added.empty());
  const auto isPrimitives = [](const Cause &cause) {
    return cause.wrongFirst && parseValueLabel(cause.wrongFirst->op).isPrimitives;
  };
  const bool anyPrimitives = isPrimitives(one) || isPrimitives(other);
  for (const CaseChange &change : one.changes)
    for (const CaseChange &theirs : other.changes)
      if (change.what == theirs.what && isComparable(change, place, anyPrimitives)) {
        agreement.isContradicted |=
            change.hides != theirs.hides && change.aspect() != open && !isReplacedAlike;
        agreement.byCase |= change.hides && theirs.hides && isTelling(change, place);
      }
}

void compareVariations(const Cause &one, const Cause &other, Agreement &agreement) {
  const bool isTelling = !areChangesOfOtherOps(one, other);
  // What one pass does to both may need others ahead of it, of which each level has its own.
  const bool mayNeedOthers = haveCommonPass(one, other) && isOneChange(one, other);
  const auto has = [](const std::vector<Hiding> &all, const Hiding &hiding) {
    return std::ranges::find(all, hiding) != all.end();
  };
  const auto contradicts = [&](const Hiding &hiding, const Cause &that) {
    const bool isOfPasses =
        hiding.kind == VariationKind::Level || hiding.kind == VariationKind::Pass;
    return has(that.shownWith, hiding) && !(mayNeedOthers && isOfPasses);
  };
  for (const Hiding &hiding : one.hiddenBy) {
    if (isTelling && has(other.hiddenBy, hiding))
      switch (hiding.kind) {
      case VariationKind::Level:
        agreement.byLevel = true;
        break;
      case VariationKind::Backend:
        agreement.byBackend = true;
        break;
      case VariationKind::Flag:
      case VariationKind::Pass:
        agreement.byFlag = true;
        break;
      case VariationKind::Flavour:
        break; // in which little of a program is as it was
      }
    agreement.isContradicted |= contradicts(hiding, other);
  }
  for (const Hiding &hiding : other.hiddenBy)
    agreement.isContradicted |= contradicts(hiding, one);
}

/// Whether both need NaN or an infinity, and one backend or flag hides both: how such values are
/// computed with shows at any op.
bool areOfSpecialValues(const Cause &one, const Cause &other) {
  const auto needsThem = [](const Cause &cause) {
    return std::ranges::any_of(cause.changes, [](const CaseChange &change) {
      return change.what == finiteInputs && change.hides;
    });
  };
  const auto hidesBoth = [&](const Hiding &hiding) {
    return (hiding.kind == VariationKind::Backend || hiding.kind == VariationKind::Flag) &&
           std::ranges::find(other.hiddenBy, hiding) != other.hiddenBy.end();
  };
  return needsThem(one) && needsThem(other) && std::ranges::any_of(one.hiddenBy, hidesBoth);
}

/// samenessOf() of two that are not laid apart.
Sameness weighed(const Cause &one, const Cause &other, std::optional<CaseAspect> open) {
  Agreement agreement;
  compareVariations(one, other, agreement);
  const Place place = placeOf(one, other);
  if (one.kind != other.kind) {
    // What one pass does to both may be a wrong result here, and a crash or invalid IR there.
    const bool areApart = one.wrongFirst && other.wrongFirst && place == Place::Apart;
    return agreement.isContradicted        ? Sameness::Other
           : isOneChange(one, other)       ? Sameness::Same
           : agreement.byFlag && !areApart ? Sameness::Undecided
                                           : Sameness::Other;
  }
  const bool isOfSpecialValues = !agreement.isContradicted && areOfSpecialValues(one, other);
  if (place == Place::Apart)
    return isOfSpecialValues || dieInOneClass(one, other) ? Sameness::Undecided : Sameness::Other;
  compareChanges(one, other, place, open, agreement);
  // Each bug of a backend is hidden by the others, and each function has its own.
  const bool isByBackend = agreement.byBackend && !areOtherFunctions(one, other);
  // Of related ops the pass may do something else to each.
  const bool isByPass = place != Place::Related && isHiddenByPass(one) && isHiddenByPass(other) &&
                        !areOtherChanges(one, other);
  // What says itself where it ends needs nothing else.
  const bool sayBoth = saysWhere(one) && saysWhere(other);
  if (!agreement.isContradicted)
    return agreement.isShared() || isByBackend || isByPass || sayBoth ? Sameness::Same
                                                                      : Sameness::Undecided;
  // What hides one may only keep its case from getting to where both fail, which may be by chance.
  const bool failAlike = place == Place::Same &&
                         (sayBoth || haveCommonPass(one, other) || agreement.isSharedClosely());
  return failAlike || isOfSpecialValues ? Sameness::Undecided : Sameness::Other;
}

} // namespace

bool areLaidApart(const Cause &one, const Cause &other) {
  return (areOtherPasses(one, other) && !mayHaveCommonPass(one, other)) ||
         areApart(one.phase, other.phase);
}

Sameness samenessOf(const Cause &one, const Cause &other, std::optional<CaseAspect> open) {
  if (areLaidApart(one, other))
    return Sameness::Other;
  const Sameness sameness = weighed(one, other, open);
  return sameness == Sameness::Same && areOtherPasses(one, other) ? Sameness::Undecided : sameness;
}

/// Whether both are of one known bug, or have one cause by themselves.
static bool isSameBug(const Cause &one, const Cause &other) {
  return (!one.known.bug.empty() && one.known.bug == other.known.bug) ||
         samenessOf(one, other) == Sameness::Same;
}

std::vector<size_t> groupsOf(std::span<const Cause *const> causes) {
  std::vector<size_t> first(causes.size());
  std::iota(first.begin(), first.end(), size_t(0));
  for (size_t i = 0; i < causes.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      if (causes[i] && causes[j] && first[i] != first[j] && isSameBug(*causes[i], *causes[j])) {
        const auto [kept, merged] = std::minmax(first[i], first[j]);
        const size_t to = kept, from = merged;
        std::ranges::replace(first, from, to);
      }
  return first;
}

} // namespace assay
