#pragma once

#include "amdgpu/hip/Work.h"

namespace assay::amdhip {

struct Capture;
struct Node;

/// Stands for the place in a stream at which it was last recorded.
class Event {
public:
  explicit Event(unsigned flags) : flags(flags) {}
  const unsigned flags;

  /// Null before the first recording.
  std::shared_ptr<Mark> mark() const;
  void setMark(std::shared_ptr<Mark> mark);

  /// Where the event was recorded in a capture, if it was.
  struct Place {
    std::weak_ptr<Capture> capture;
    std::vector<std::shared_ptr<Node>> nodes;
  };
  std::optional<Place> place() const;
  void setPlace(Place place);

private:
  mutable std::mutex mutex;
  std::shared_ptr<Mark> lastMark;
  std::optional<Place> captured;
};

} // namespace assay::amdhip
