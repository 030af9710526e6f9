#include "compiler/coverage/CoverageCounter.h"

#include "compiler/coverage/StandIns.h"
#include "support/Assert.h"

namespace assay {
namespace {

thread_local CoverageCounter *counterOfThread = nullptr;

const void *rootAddress(const mlir::Pattern &pattern) {
  if (auto op = pattern.getRootKind())
    return op->getAsOpaquePointer();
  return pattern.getRootInterfaceID() ? pattern.getRootInterfaceID()->getAsOpaquePointer()
         : pattern.getRootTraitID()   ? pattern.getRootTraitID()->getAsOpaquePointer()
                                      : nullptr;
}

} // namespace

CoveragePoint pointOf(const mlir::Pattern &pattern) {
  const auto op = pattern.getRootKind();
  return {CoveragePoint::Kind::Pattern,
          pattern.getDebugName().empty() ? "(no name)" : pattern.getDebugName().str(),
          op                             ? op->getStringRef().str()
          : pattern.getRootInterfaceID() ? "interface"
          : pattern.getRootTraitID()     ? "trait"
                                         : "any"};
}

CoverageCounter::Scope::Scope(CoverageCounter &counter)
    : outer(std::exchange(counterOfThread, &counter)) {}

CoverageCounter::Scope::~Scope() {
  counterOfThread->byAddress.clear();
  counterOfThread->successes.clear();
  counterOfThread = outer;
}

CoverageCounter::CoverageCounter() {
  ASSAY_ASSERT(isMlirWatched(), "MLIR's own functions come before those that count");
}

CoverageCounter *CoverageCounter::current() { return counterOfThread; }

size_t CoverageCounter::numberOf(CoveragePoint point) {
  auto [known, isNew] = numbers.try_emplace(std::move(point), counts.size());
  if (isNew)
    counts.push_back({known->first});
  return known->second;
}

size_t CoverageCounter::numberOf(const mlir::Pattern &pattern) {
  auto [known, isNew] =
      byAddress.try_emplace({pattern.getDebugName().data(), rootAddress(pattern)}, 0);
  if (isNew)
    known->second = numberOf(pointOf(pattern));
  return known->second;
}

void CoverageCounter::addTry(size_t number) {
  if (counts[number].tries++ == 0)
    met.push_back(number);
}

void CoverageCounter::add(const CoveragePoint &point, bool succeeded) {
  const size_t number = numberOf(point);
  addTry(number);
  counts[number].successes += succeeded;
}

void CoverageCounter::addTry(const mlir::Pattern &pattern) { addTry(numberOf(pattern)); }

void CoverageCounter::addSuccess(const mlir::Pattern &pattern) {
  const size_t number = numberOf(pattern);
  ++counts[number].successes;
  successes.push_back(number);
}

void CoverageCounter::forgetSuccessesFrom(size_t first) {
  for (; successes.size() > first; successes.pop_back())
    --counts[successes.back()].successes;
}

std::vector<PointCount> CoverageCounter::take() {
  std::vector<PointCount> taken;
  taken.reserve(met.size());
  for (const size_t number : met) {
    PointCount &count = counts[number];
    taken.push_back(count);
    count.tries = count.successes = 0;
  }
  met.clear();
  return taken;
}

} // namespace assay
