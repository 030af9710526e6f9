#pragma once

#include "amdgpu/hip/Error.h"

#include <memory>

namespace assay::amdhip {

/// Addresses for memory that a graph allocates: known when its node is made, and the same in each
/// launch. Kernels reach it from the node that allocates it to what frees it.
class Reservation {
public:
  /// Null, with the reason in `status`, if there is no room.
  static std::shared_ptr<Reservation> make(size_t bytes, Status &status);
  /// Nobody may use the memory any more: what holds it is a node, work or the live block.
  ~Reservation();
  Reservation(const Reservation &) = delete;
  Reservation &operator=(const Reservation &) = delete;

  void *const pointer;
  const size_t bytes;

  /// Whether all of these bytes lie in some reservation, be it allocated now or not.
  static bool holds(uint64_t address, uint64_t bytes);
  /// Whether a launch that was submitted leaves the memory allocated, to whatever comes after it;
  /// set for what begins at the pointer, if that is a reservation.
  static bool isLeft(const void *pointer);
  static void setLeft(const void *pointer, bool isLeft);
  /// Bytes of all reservations, now and at most.
  static uint64_t total();
  static uint64_t mostTotal();
  static void forgetMost();

private:
  Reservation(void *storage, size_t bytes);
  void *const storage;
};

} // namespace assay::amdhip
