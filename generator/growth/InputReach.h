#pragma once

#include "program/Program.h"

#include <set>
#include <span>

namespace assay {

/// What an element of a value may be beside what the generator knows of it.
struct Reach {
  bool nan = false;     // of floats and complex numbers
  bool changed = false; // anything else of the type
  bool open = false;    // any of those that are known, where just one was right

  Reach operator|(const Reach &other) const {
    return {nan || other.nan, changed || other.changed, open || other.open};
  }
};

/// A value that is given more than the generator knew of: an argument, or what a node holds by
/// itself.
struct ReachStart {
  ValueId value = 0;
  Reach reach;
};

/// Whether every op is defined for what then reaches it: a float that is not known may not be cast
/// to an integer; an integer that is not known may be no index, divisor or shift, and a dividend
/// only if it is unsigned or the divisor is positive; one that is open may be none that must differ
/// from others; and NaN may not be what a sort, topk or argmax orders by. With less at any value
/// the program stays defined. `positive` are the arguments whose elements are known to be so.
bool staysDefined(const Program &program, std::span<const ReachStart> starts,
                  const std::set<ValueId> &positive = {});

} // namespace assay
