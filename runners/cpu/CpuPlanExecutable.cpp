#include "runners/cpu/CpuPlanExecutable.h"

#include "runners/cpu/GuardedArguments.h"
#include "runners/cpu/Runtime.h"
#include "support/Assert.h"
#include "support/Overloaded.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace assay {

namespace {

/// As malloc aligns.
constexpr size_t alignment = 16;

std::vector<std::string> functionsOf(const Plan &plan) {
  std::vector<std::string> functions;
  for (const Step &step : plan.steps)
    if (const auto *call = std::get_if<Call>(&step))
      functions.push_back(call->function);
  return functions;
}

/// One run of a plan.
class PlanExecution {
public:
  PlanExecution(const Plan &plan, const std::vector<CpuLibrary::Entry> &entries,
                std::vector<int64_t> values, std::span<const Tensor> arguments)
      : plan(plan), nextEntry(entries.begin()), values(std::move(values)),
        arguments(execution.heap, arguments) {}

  /// Takes all steps, or says what is wrong.
  std::optional<TargetFailure> run();
  std::vector<int64_t> shape(const std::vector<ScalarId> &extents) const {
    return valuesOf(extents, values);
  }
  /// What lies there, for which there is room at `to`.
  size_t size(const Range &range) const { return size(range.bytes); }
  void read(const Range &range, std::byte *to) const {
    std::memcpy(to, at(range), size(range.bytes));
  }

private:
  bool allocate();
  /// Buffers are called after what is made in them, in reports.
  std::string nameOf(BufferId buffer) const;
  std::optional<std::string> changedConstant() const;
  void take(const Copy &copy) { std::memmove(at(copy.to), at(copy.from), size(copy.to.bytes)); }
  void take(const Call &call);
  void take(const Launch &) { ASSAY_ASSERT(false, "there are no kernels on a CPU"); }

  size_t size(ScalarId bytes) const { return static_cast<size_t>(values[bytes]); }
  std::byte *at(const Range &range) const {
    return static_cast<std::byte *>(memory[range.buffer]) + values[range.offset];
  }

  const Plan &plan;
  std::vector<CpuLibrary::Entry>::const_iterator nextEntry;
  std::vector<int64_t> values;
  Execution execution;
  GuardedArguments arguments;
  std::vector<void *> memory;
};

std::string PlanExecution::nameOf(BufferId buffer) const {
  for (size_t i = 0; i < plan.results.size(); ++i)
    if (plan.results[i].range.buffer == buffer)
      return fmt::format("result {}", i);
  for (const Held &held : plan.held)
    if (held.range.buffer == buffer)
      return "what " + held.by + " makes";
  return fmt::format("buffer {}", buffer);
}

bool PlanExecution::allocate() {
  if (!arguments.copy())
    return false;
  for (BufferId id = 0; id < plan.buffers.size(); ++id) {
    memory.push_back(std::visit(
        Overloaded{[&](const Buffer::Argument &it) { return arguments.buffers()[it.index]; },
                   [&](const Buffer::Constant &it) {
                     std::byte *block =
                         execution.heap.allocateForeign(it.bytes.size(), "a constant");
                     if (block)
                       std::copy(it.bytes.begin(), it.bytes.end(), block);
                     return block;
                   },
                   [&](const Buffer::Scratch &it) {
                     return execution.heap.allocate(size(it.bytes), alignment, nameOf(id));
                   }},
        plan.buffers[id].form));
    if (!memory.back())
      return false;
  }
  return true;
}

void PlanExecution::take(const Call &call) {
  std::vector<int64_t> words = wordsFor(call.parameters, values, memory);
  callCompiled(*nextEntry++, words.data(), execution);
}

std::optional<std::string> PlanExecution::changedConstant() const {
  for (BufferId id = 0; id < plan.buffers.size(); ++id)
    if (const auto *constant = std::get_if<Buffer::Constant>(&plan.buffers[id].form))
      if (!std::equal(constant->bytes.begin(), constant->bytes.end(),
                      static_cast<const std::byte *>(memory[id])))
        return "a constant was overwritten";
  return std::nullopt;
}

std::optional<TargetFailure> PlanExecution::run() {
  if (!allocate())
    return TargetFailure{TargetFailure::Kind::OutOfMemory, Stage::Run, "the tensors are too large"};
  for (const Step &step : plan.steps) {
    std::visit([&](const auto &it) { take(it); }, step);
    // Memory faults first: they explain an abort, and spoiled results.
    if (execution.failure)
      break;
  }
  const auto sanitizer = [](std::string text) {
    return TargetFailure{TargetFailure::Kind::Sanitizer, Stage::Run, std::move(text)};
  };
  if (auto fault = execution.heap.fault())
    return sanitizer(std::move(*fault));
  if (execution.failure)
    return execution.failure;
  if (auto text = arguments.overwritten())
    return sanitizer(std::move(*text));
  if (auto text = changedConstant())
    return sanitizer(std::move(*text));
  return std::nullopt;
}

} // namespace

Outcome<std::unique_ptr<CpuPlanExecutable>>
CpuPlanExecutable::load(CpuRunner &runner, llvm::Module &module, Plan plan) {
  auto library = runner.load(module, functionsOf(plan));
  if (auto *failure = library.failure())
    return *failure;
  return std::unique_ptr<CpuPlanExecutable>(
      new CpuPlanExecutable(std::move(plan), std::move(*library)));
}

Outcome<std::vector<Tensor>> CpuPlanExecutable::run(std::span<const int64_t> scalars,
                                                    std::span<const Tensor> arguments,
                                                    std::span<const ElementType> elements,
                                                    std::vector<HeldMemory> *held) {
  std::vector<Shape> shapes;
  for (const Tensor &argument : arguments)
    shapes.push_back(argument.shape());
  std::vector<int64_t> values = evaluate(plan, scalars, shapes);
  if (auto what = exceeded(plan, values))
    return TargetFailure{TargetFailure::Kind::Unsupported, Stage::Run, std::move(*what)};
  PlanExecution execution(plan, library->entries(), std::move(values), arguments);
  if (auto failure = execution.run())
    return std::move(*failure);
  std::vector<Tensor> results;
  for (size_t i = 0; i < plan.results.size(); ++i) {
    const PlanResult &result = plan.results[i];
    Tensor &tensor = results.emplace_back(elements[i], execution.shape(result.shape));
    ASSAY_ASSERT(tensor.byteSize() == execution.size(result.range),
                 "a plan returns the types that the program does");
    execution.read(result.range, tensor.data());
  }
  if (held)
    for (const Held &one : plan.held) {
      HeldMemory &memory = held->emplace_back(&one, execution.shape(one.shape));
      memory.bytes.resize(execution.size(one.range));
      execution.read(one.range, memory.bytes.data());
    }
  return results;
}

} // namespace assay
