#pragma once

#include "program/Program.h"

#include <set>

namespace assay {

/// The nodes of a program that are to blame for a failure, as far as a known bug tells.
struct Accused {
  /// None if it does not tell.
  std::set<NodeId> nodes;
  /// These, and what it takes beside them for the bug to show.
  std::set<NodeId> withNeighbours;
  /// The failure says itself that it is this bug, or goes away with what hides it: whether the
  /// nodes fail alone tells nothing more.
  bool isSure = false;
};

} // namespace assay
