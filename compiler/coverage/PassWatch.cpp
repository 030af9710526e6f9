#include "compiler/coverage/PassWatch.h"

#include <mlir/IR/Operation.h>
#include <mlir/Pass/Pass.h>

namespace assay {
namespace {

/// Tells an op and all that is in it from what was made of it. MLIR's OperationFingerPrint is of
/// the same, but hashes with SHA-1, which takes a fifth of what the passes do.
class Print {
public:
  explicit Print(mlir::Operation *op) { add(op); }
  bool operator==(const Print &) const = default;

private:
  void add(uint64_t number) {
    hash = (hash ^ number) * 0x9e3779b97f4a7c15; // 2^64 over the golden ratio
    hash ^= hash >> 32;
  }
  void add(const void *address) { add(reinterpret_cast<uintptr_t>(address)); }

  void add(mlir::Operation *op) {
    add(static_cast<const void *>(op));
    add(op->getName().getAsOpaquePointer());
    add(mlir::LocationAttr(op->getLoc()).getAsOpaquePointer());
    add(op->getRawDictionaryAttrs().getAsOpaquePointer());
    add(static_cast<size_t>(op->hashProperties()));
    for (const mlir::Value operand : op->getOperands())
      add(operand.getAsOpaquePointer());
    for (const mlir::Type type : op->getResultTypes())
      add(type.getAsOpaquePointer());
    for (mlir::Block *successor : op->getSuccessors())
      add(static_cast<const void *>(successor));
    for (mlir::Region &region : op->getRegions()) {
      add(uint64_t(region.getRegionNumber()));
      for (mlir::Block &block : region) {
        add(static_cast<const void *>(&block));
        for (const mlir::BlockArgument argument : block.getArguments()) {
          add(argument.getAsOpaquePointer());
          add(argument.getType().getAsOpaquePointer());
        }
        for (mlir::Operation &nested : block)
          add(&nested);
      }
    }
  }

  uint64_t hash = 0;
};

/// What a pass finds is mostly what the last one left: each state is looked at once.
class PassWatch : public mlir::PassInstrumentation {
public:
  PassWatch(CoverageCounter &counter, const bool &isOn) : counter(counter), isOn(isOn) {}

  void runBeforePass(mlir::Pass *pass, mlir::Operation *op) override {
    if (isOn && isOne(*pass))
      found.push_back(latest && op == of ? *latest : Print(op));
    latest.reset();
  }
  void runAfterPass(mlir::Pass *pass, mlir::Operation *op) override {
    if (!isOn || !isOne(*pass))
      return;
    of = op;
    latest = Print(op);
    count(*pass, *latest != found.back());
  }
  void runAfterPassFailed(mlir::Pass *pass, mlir::Operation *) override {
    if (isOn && isOne(*pass))
      count(*pass, false);
  }
  void runAfterPipeline(std::optional<mlir::OperationName>, const PipelineParentInfo &) override {
    latest.reset();
  }

private:
  /// Not what runs a pipeline on what is nested in an op.
  static bool isOne(const mlir::Pass &pass) { return !pass.getArgument().empty(); }

  void count(const mlir::Pass &pass, bool changed) {
    counter.add({CoveragePoint::Kind::Pass, pass.getArgument().str()}, changed);
    found.pop_back();
  }

  CoverageCounter &counter;
  const bool &isOn;
  /// What each pass found that runs: one may run others.
  std::vector<Print> found;
  /// What the last one left, if nothing has run since, and the op that it ran on.
  std::optional<Print> latest;
  mlir::Operation *of = nullptr;
};

} // namespace

std::unique_ptr<mlir::PassInstrumentation> makePassWatch(CoverageCounter &counter,
                                                         const bool &isOn) {
  return std::make_unique<PassWatch>(counter, isOn);
}

} // namespace assay
