#pragma once

#include "check/Cause.h"

#include <optional>
#include <span>

namespace assay {

/// What the causes of two failures tell of whether these come from one bug.
enum class Sameness : uint8_t {
  Other,     // something speaks against it
  Undecided, // what is known is too little, or speaks for it and against it
  Same,
};

/// Whether the passes or phases that are known to be to blame for two failures are others.
bool areLaidApart(const Cause &one, const Cause &other);

/// They come from one bug if they are of one kind, at one op, function or diagnostic unless both
/// show without that, or at ops that may have one bug, or one pass does one thing to both; nothing
/// that the one is laid on speaks against the other; and what hides the one, of the compiler or of
/// the case, hides the other, of which there is something. Symmetric. What is set of one aspect of
/// the cases speaks for it and, where that is open, not against it.
Sameness samenessOf(const Cause &one, const Cause &other, std::optional<CaseAspect> open = {});

/// For each of the causes the first place of one that it is the same as, by way of others or of the
/// known bug whose cause both have if need be: the groups depend on the set of causes alone, and
/// each has the name of its first. Null, where nobody has looked, is by itself.
std::vector<size_t> groupsOf(std::span<const Cause *const> causes);

} // namespace assay
