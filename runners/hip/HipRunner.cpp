#include "runners/hip/HipRunner.h"

#include "support/Assert.h"
#include "support/Overloaded.h"

#include <chrono>
#include <fmt/format.h>
#include <thread>

namespace assay {

namespace {

// As in hip_runtime_api.h.
constexpr int hipSuccess = 0, hipErrorOutOfMemory = 2, hipErrorNotReady = 600,
              hipErrorIllegalAddress = 700, hipErrorLaunchTimeOut = 702;
constexpr int hipMemcpyHostToDevice = 1, hipMemcpyDeviceToHost = 2, hipMemcpyDeviceToDevice = 3;
constexpr unsigned hipStreamNonBlocking = 1;

constexpr std::chrono::seconds timeLimit(60);

/// Makes NaN of every float type, no i1, and integers that are seldom right.
constexpr int unwritten = 0xff;

TargetFailure::Kind kindOf(int error) {
  switch (error) {
  case hipErrorOutOfMemory:
    return TargetFailure::Kind::OutOfMemory;
  case hipErrorIllegalAddress:
    return TargetFailure::Kind::Sanitizer;
  case hipErrorLaunchTimeOut:
    return TargetFailure::Kind::TimedOut;
  default:
    return TargetFailure::Kind::Crashed;
  }
}

} // namespace

/// One execution, with all that it holds of the device.
class HipExecution {
public:
  explicit HipExecution(HipExecutable &executable)
      : hip(*executable.library), plan(executable.plan), module(executable.module) {}
  ~HipExecution();

  Outcome<std::vector<Tensor>> run(std::span<const int64_t> scalars,
                                   std::span<const Tensor> arguments,
                                   std::span<const ElementType> results,
                                   std::vector<HeldMemory> *held);

private:
  /// Whether all is well so far; the first thing that is not is kept.
  bool check(int error, std::string_view call);
  bool allocate(std::span<const Tensor> arguments);
  bool fill(void *memory, const std::byte *from, size_t bytes);
  bool fetch(std::byte *to, const Range &from, size_t bytes);
  bool take(const Copy &copy);
  bool take(const Launch &launch);
  bool take(const Call &call);
  bool wait();

  std::byte *address(const Range &range) const {
    return static_cast<std::byte *>(memory[range.buffer]) + values[range.offset];
  }
  size_t size(ScalarId bytes) const { return static_cast<size_t>(values[bytes]); }

  HipLibrary &hip;
  const Plan &plan;
  void *module;
  void *stream = nullptr;
  std::vector<int64_t> values;
  std::vector<void *> memory;
  /// Copied to until the stream has ended, which the destructor makes sure of.
  std::vector<Tensor> results;
  std::optional<TargetFailure> failure;
};

HipExecution::~HipExecution() {
  if (stream)
    (void)hip.hipStreamDestroy(stream);
  for (void *block : memory)
    (void)hip.hipFree(block);
  if (failure)
    hip.reset();
}

bool HipExecution::check(int error, std::string_view call) {
  if (failure || error == hipSuccess)
    return !failure;
  failure = hip.firstFault();
  if (!failure)
    failure = TargetFailure{kindOf(error), Stage::Run,
                            fmt::format("{} returns {}", call, hip.hipGetErrorName(error))};
  return false;
}

bool HipExecution::fill(void *to, const std::byte *from, size_t bytes) {
  return bytes == 0 || check(hip.hipMemcpyAsync(to, from, bytes, hipMemcpyHostToDevice, stream),
                             "hipMemcpyAsync to the device");
}

bool HipExecution::allocate(std::span<const Tensor> arguments) {
  const auto block = [&](size_t bytes) {
    memory.push_back(nullptr);
    // HIP has no memory of no bytes.
    return check(hip.hipMalloc(&memory.back(), std::max<size_t>(bytes, 1)), "hipMalloc");
  };
  for (const Buffer &buffer : plan.buffers) {
    const bool isMade = std::visit(
        Overloaded{[&](const Buffer::Argument &it) {
                     const Tensor &tensor = arguments[it.index];
                     return block(tensor.byteSize()) &&
                            fill(memory.back(), tensor.data(), tensor.byteSize());
                   },
                   [&](const Buffer::Constant &it) {
                     return block(it.bytes.size()) &&
                            fill(memory.back(), it.bytes.data(), it.bytes.size());
                   },
                   [&](const Buffer::Scratch &it) {
                     const size_t bytes = size(it.bytes);
                     return block(bytes) &&
                            (bytes == 0 ||
                             check(hip.hipMemsetAsync(memory.back(), unwritten, bytes, stream),
                                   "hipMemsetAsync"));
                   }},
        buffer.form);
    if (!isMade)
      return false;
  }
  return true;
}

bool HipExecution::fetch(std::byte *to, const Range &from, size_t bytes) {
  return bytes == 0 ||
         check(hip.hipMemcpyAsync(to, address(from), bytes, hipMemcpyDeviceToHost, stream),
               "hipMemcpyAsync from the device");
}

bool HipExecution::take(const Copy &copy) {
  const size_t bytes = size(copy.from.bytes);
  return bytes == 0 || check(hip.hipMemcpyAsync(address(copy.to), address(copy.from), bytes,
                                                hipMemcpyDeviceToDevice, stream),
                             "hipMemcpyAsync on the device");
}

bool HipExecution::take(const Launch &launch) {
  std::array<unsigned, 3> workgroups{};
  for (size_t dim = 0; dim < 3; ++dim) {
    workgroups[dim] = static_cast<unsigned>(values[launch.workgroups[dim]]);
    if (workgroups[dim] == 0)
      return true;
  }
  void *function = nullptr;
  if (!check(hip.hipModuleGetFunction(&function, module, launch.kernel.c_str()),
             "hipModuleGetFunction"))
    return false;
  std::vector<int64_t> words = wordsFor(launch.parameters, values, memory);
  std::vector<void *> pointers;
  for (int64_t &word : words)
    pointers.push_back(&word);
  const auto &items = launch.workItems;
  return check(hip.hipModuleLaunchKernel(function, workgroups[0], workgroups[1], workgroups[2],
                                         items[0], items[1], items[2], 0, stream, pointers.data(),
                                         nullptr),
               "hipModuleLaunchKernel");
}

bool HipExecution::take(const Call &call) {
  ASSAY_ASSERT(false, ("there is no function on the device: " + call.function).c_str());
  return false;
}

bool HipExecution::wait() {
  const auto end = std::chrono::steady_clock::now() + timeLimit;
  int state = hipErrorNotReady;
  for (std::chrono::microseconds pause(20);
       (state = hip.hipStreamQuery(stream)) == hipErrorNotReady;
       pause = std::min(2 * pause, std::chrono::microseconds(5000))) {
    if (std::chrono::steady_clock::now() > end) {
      failure = TargetFailure{TargetFailure::Kind::TimedOut, Stage::Run,
                              "the device did not end in a minute"};
      return false;
    }
    std::this_thread::sleep_for(pause);
  }
  return check(state, "hipStreamQuery");
}

Outcome<std::vector<Tensor>> HipExecution::run(std::span<const int64_t> scalars,
                                               std::span<const Tensor> arguments,
                                               std::span<const ElementType> elements,
                                               std::vector<HeldMemory> *held) {
  std::vector<Shape> shapes;
  for (const Tensor &argument : arguments)
    shapes.push_back(argument.shape());
  values = evaluate(plan, scalars, shapes);
  if (auto what = exceeded(plan, values))
    return TargetFailure{TargetFailure::Kind::Unsupported, Stage::Run, std::move(*what)};
  hip.forgetFaults();

  bool isWell = check(hip.hipStreamCreateWithFlags(&stream, hipStreamNonBlocking),
                      "hipStreamCreateWithFlags") &&
                allocate(arguments);
  for (const Step &step : plan.steps)
    isWell = isWell && std::visit([&](const auto &it) { return take(it); }, step);
  for (size_t i = 0; isWell && i < plan.results.size(); ++i) {
    const PlanResult &result = plan.results[i];
    Tensor &tensor = results.emplace_back(elements[i], valuesOf(result.shape, values));
    isWell = fetch(tensor.data(), result.range, tensor.byteSize());
  }
  for (size_t i = 0; held && isWell && i < plan.held.size(); ++i) {
    const Held &one = plan.held[i];
    HeldMemory &left = held->emplace_back(&one, valuesOf(one.shape, values));
    left.bytes.resize(size(one.range.bytes));
    isWell = fetch(left.bytes.data(), one.range, left.bytes.size());
  }
  if (isWell && wait())
    return std::move(results);
  return std::move(*failure);
}

Outcome<std::unique_ptr<HipExecutable>>
HipExecutable::load(std::shared_ptr<HipLibrary> library, const std::string &codeObject, Plan plan) {
  std::unique_ptr<HipExecutable> executable(new HipExecutable(std::move(library), std::move(plan)));
  const HipLibrary &hip = *executable->library;
  if (int error = hip.hipModuleLoadData(&executable->module, codeObject.data()))
    return TargetFailure{TargetFailure::Kind::Rejected, Stage::Load,
                         fmt::format("hipModuleLoadData returns {}", hip.hipGetErrorName(error))};
  return executable;
}

HipExecutable::~HipExecutable() {
  if (module)
    (void)library->hipModuleUnload(module);
}

Outcome<std::vector<Tensor>> HipExecutable::run(std::span<const int64_t> scalars,
                                                std::span<const Tensor> arguments,
                                                std::span<const ElementType> results,
                                                std::vector<HeldMemory> *held) {
  return HipExecution(*this).run(scalars, arguments, results, held);
}

} // namespace assay
