#include "runners/cpu/CpuRunner.h"
#include "runners/cpu/Entry.h"
#include "runners/cpu/GuardedArguments.h"
#include "runners/cpu/Runtime.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <ctime>

namespace assay {

namespace {

/// A memref descriptor in the C ABI: allocated, aligned, offset, sizes[rank], strides[rank].
size_t descriptorWords(size_t rank) { return 3 + 2 * rank; }

/// The usual limit of a stack.
constexpr int64_t stackBytes = int64_t(8) << 20;

/// CPU seconds of this thread.
double threadSeconds() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

TargetFailure sanitizer(std::string detail) {
  return {TargetFailure::Kind::Sanitizer, Stage::Run, std::move(detail)};
}

std::string shapeText(const Shape &shape) { return fmt::format("[{}]", fmt::join(shape, ",")); }

/// A result as compiled code describes it.
struct StridedView {
  const std::byte *aligned = nullptr;
  __int128 offset = 0; // in elements
  Shape extents;
  std::vector<int64_t> strides;

  StridedView(const int64_t *words, size_t rank)
      : aligned(reinterpret_cast<const std::byte *>(words[1])), offset(words[2]),
        extents(words + 3, words + 3 + rank), strides(words + 3 + rank, words + 3 + 2 * rank) {}

  bool isEmpty() const { return std::find(extents.begin(), extents.end(), 0) != extents.end(); }

  /// Addresses of the first byte used and of the one past the last. Not empty.
  std::pair<__int128, __int128> range(size_t elementBytes) const {
    __int128 low = offset, high = offset;
    for (size_t i = 0; i < extents.size(); ++i) {
      __int128 reach = static_cast<__int128>(extents[i] - 1) * strides[i];
      (reach < 0 ? low : high) += reach;
    }
    const auto base = static_cast<__int128>(reinterpret_cast<uintptr_t>(aligned));
    const auto bytes = static_cast<__int128>(elementBytes);
    return {base + low * bytes, base + (high + 1) * bytes};
  }
};

void copyStrided(const StridedView &view, Tensor &to) {
  const size_t bytes = storageBytes(to.element());
  const auto *begin =
      view.aligned + static_cast<int64_t>(view.offset) * static_cast<int64_t>(bytes);
  if (view.strides == rowMajorStrides(view.extents)) {
    std::memcpy(to.data(), begin, to.byteSize());
    return;
  }
  std::vector<int64_t> index(view.extents.size(), 0);
  for (int64_t element = 0; element < to.size(); ++element) {
    int64_t place = 0;
    for (size_t i = 0; i < index.size(); ++i)
      place += index[i] * view.strides[i];
    std::memcpy(to.data() + static_cast<size_t>(element) * bytes,
                begin + place * static_cast<int64_t>(bytes), bytes);
    for (size_t i = index.size(); i-- > 0;) {
      if (++index[i] < view.extents[i])
        break;
      index[i] = 0;
    }
  }
}

/// One call: its guarded buffers and the words that describe them to compiled code.
class Call {
public:
  Call(std::span<const int64_t> scalars, std::span<const Tensor> arguments,
       std::span<const ResultType> results);

  /// Calls and takes the results.
  Outcome<std::vector<Tensor>> run(void (*entry)(int64_t *));
  /// Calls without guards.
  Outcome<double> time(void (*entry)(int64_t *));

private:
  std::optional<TargetFailure> pass();
  /// Buffers that results lie in are called so in reports.
  void nameResults();
  Outcome<Tensor> take(size_t result, const StridedView &view);

  std::span<const Tensor> arguments;
  std::span<const ResultType> results;
  Execution execution;
  GuardedArguments copies;
  std::vector<int64_t> words;
  std::vector<std::vector<int64_t>> descriptors;
  std::vector<int64_t> resultWords;
};

Call::Call(std::span<const int64_t> scalars, std::span<const Tensor> arguments,
           std::span<const ResultType> results)
    : arguments(arguments), results(results), copies(execution.heap, arguments) {
  size_t count = 0;
  for (const ResultType &result : results)
    count += descriptorWords(result.shape.size());
  resultWords.assign(count, 0);
  words.push_back(reinterpret_cast<int64_t>(resultWords.data()));
  words.insert(words.end(), scalars.begin(), scalars.end());
}

std::optional<TargetFailure> Call::pass() {
  if (!copies.copy())
    return TargetFailure{TargetFailure::Kind::OutOfMemory, Stage::Run, "the inputs are too large"};
  for (size_t i = 0; i < arguments.size(); ++i) {
    const auto address = reinterpret_cast<int64_t>(copies.buffers()[i]);
    std::vector<int64_t> descriptor = {address, address, 0};
    const Shape &shape = arguments[i].shape();
    descriptor.insert(descriptor.end(), shape.begin(), shape.end());
    const std::vector<int64_t> strides = rowMajorStrides(shape);
    descriptor.insert(descriptor.end(), strides.begin(), strides.end());
    descriptors.push_back(std::move(descriptor));
    words.push_back(reinterpret_cast<int64_t>(descriptors.back().data()));
  }
  return std::nullopt;
}

void Call::nameResults() {
  const int64_t *descriptor = resultWords.data();
  for (size_t i = 0; i < results.size(); ++i) {
    GuardedHeap::Block *block = execution.heap.find(reinterpret_cast<void *>(descriptor[1]));
    if (block && !block->isForeign)
      block->name = fmt::format("result {}", i);
    descriptor += descriptorWords(results[i].shape.size());
  }
}

Outcome<Tensor> Call::take(size_t result, const StridedView &view) {
  const ResultType &expected = results[result];
  for (int64_t extent : view.extents)
    if (extent < 0)
      return sanitizer(fmt::format("result {} has shape {}", result, shapeText(view.extents)));
  if (view.isEmpty())
    return Tensor(expected.element, view.extents);

  auto [low, high] = view.range(storageBytes(expected.element));
  GuardedHeap::Block *block =
      execution.heap.find(reinterpret_cast<void *>(static_cast<uintptr_t>(low)));
  if (!block) {
    // Constants of the module are returned in place; nothing tells how large they are.
    if (view.extents != expected.shape || !view.aligned)
      return sanitizer(fmt::format("result {} of shape {} lies in no buffer of the program", result,
                                   shapeText(view.extents)));
    // This object lives in the caller's frame: compiled code's frames were below it.
    const auto distance = static_cast<__int128>(reinterpret_cast<uintptr_t>(this)) - low;
    if (distance > 0 && distance < stackBytes)
      return sanitizer(fmt::format("result {} lies in a stack frame that is gone", result));
  } else {
    const auto begin = static_cast<__int128>(reinterpret_cast<uintptr_t>(block->payload));
    if (low < begin || high > begin + static_cast<__int128>(block->bytes))
      return sanitizer(
          fmt::format("result {} reaches out of its buffer ({} bytes): it begins {} bytes "
                      "into it and is {} bytes long",
                      result, block->bytes, static_cast<int64_t>(low - begin),
                      static_cast<int64_t>(high - low)));
    if (block->released)
      return sanitizer(fmt::format("result {} lies in memory that was freed", result));
  }
  Tensor tensor(expected.element, view.extents);
  copyStrided(view, tensor);
  return tensor;
}

Outcome<std::vector<Tensor>> Call::run(void (*entry)(int64_t *)) {
  if (auto failure = pass())
    return std::move(*failure);
  callCompiled(entry, words.data(), execution);

  nameResults();
  // Memory faults first: they explain an abort, and spoiled results.
  if (auto fault = execution.heap.fault())
    return sanitizer(std::move(*fault));
  if (execution.failure)
    return std::move(*execution.failure);
  if (auto text = copies.overwritten())
    return sanitizer(std::move(*text));
  std::vector<Tensor> tensors;
  const int64_t *descriptor = resultWords.data();
  for (size_t i = 0; i < results.size(); ++i) {
    Outcome<Tensor> taken = take(i, StridedView(descriptor, results[i].shape.size()));
    if (auto *failure = taken.failure())
      return *failure;
    tensors.push_back(std::move(*taken));
    descriptor += descriptorWords(results[i].shape.size());
  }
  return tensors;
}

Outcome<double> Call::time(void (*entry)(int64_t *)) {
  if (auto failure = pass())
    return std::move(*failure);
  execution.isGuarded = false;
  const double before = threadSeconds();
  callCompiled(entry, words.data(), execution);
  const double seconds = threadSeconds() - before;
  if (execution.failure)
    return std::move(*execution.failure);
  return seconds;
}

} // namespace

Outcome<std::unique_ptr<CpuExecutable>> CpuExecutable::load(CpuRunner &runner, llvm::Module &module,
                                                            size_t scalars, size_t arguments) {
  if (auto problem = checkMain(module, scalars, arguments))
    return TargetFailure{TargetFailure::Kind::Rejected, Stage::Load, std::move(*problem)};
  const std::string main = mainName;
  auto library = runner.load(module, {&main, 1});
  if (auto *failure = library.failure())
    return *failure;
  return std::unique_ptr<CpuExecutable>(new CpuExecutable(std::move(*library)));
}

Outcome<std::vector<Tensor>> CpuExecutable::run(std::span<const int64_t> scalars,
                                                std::span<const Tensor> arguments,
                                                std::span<const ResultType> results) {
  return Call(scalars, arguments, results).run(library->entries().front());
}

Outcome<double> CpuExecutable::time(std::span<const int64_t> scalars,
                                    std::span<const Tensor> arguments,
                                    std::span<const ResultType> results) {
  return Call(scalars, arguments, results).time(library->entries().front());
}

} // namespace assay
