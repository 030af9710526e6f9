#include "amdgpu/hip/Event.h"

namespace assay::amdhip {

std::shared_ptr<Mark> Event::mark() const {
  std::lock_guard lock(mutex);
  return lastMark;
}

void Event::setMark(std::shared_ptr<Mark> mark) {
  std::lock_guard lock(mutex);
  lastMark = std::move(mark);
  captured.reset();
}

std::optional<Event::Place> Event::place() const {
  std::lock_guard lock(mutex);
  return captured;
}

void Event::setPlace(Place place) {
  std::lock_guard lock(mutex);
  captured = std::move(place);
}

} // namespace assay::amdhip
