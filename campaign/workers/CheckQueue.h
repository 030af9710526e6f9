#pragma once

#include "campaign/workers/Pool.h"

#include <deque>
#include <functional>
#include <memory>

namespace assay {

/// A target with what is built into it or asked of it besides.
struct QueuedTarget {
  TargetName name;
  std::string inject = {}; // as in TargetOptions, as is this
  std::vector<Metric> watch = {};
  bool operator==(const QueuedTarget &) const = default;
};

/// Checks cases on any targets, each in a fresh worker and several side by side. What is told of a
/// verdict may ask for more checks.
class CheckQueue {
public:
  /// The verdict, or why the target could not be had.
  using OnVerdict = std::function<void(const Expected<Verdict> &)>;
  /// Of a worker for the target alone.
  using PoolOptions = std::function<Pool::Options(const QueuedTarget &)>;

  CheckQueue(PoolOptions optionsFor, int jobs)
      : optionsFor(std::move(optionsFor)), lanes(size_t(jobs)) {}

  void add(const QueuedTarget &target, const TestCase &testCase, OnVerdict onVerdict);
  /// Until nothing is left, or `stop` says so; it is asked several times a second.
  Expected<void> run(const std::function<bool()> &stop);

private:
  struct Item {
    QueuedTarget target;
    std::string testCase; // JSON
    OnVerdict onVerdict;
  };
  /// A worker at a time, for one target after another: flags of compilers may be the process's.
  struct Lane {
    std::unique_ptr<Pool> pool;
  };
  void fill(Lane &lane);

  PoolOptions optionsFor;
  std::deque<Item> items;
  std::vector<Lane> lanes;
};

} // namespace assay
