#include "amdgpu/emu/Emu.h"
#include "amdgpu/machine/Bundle.h"
#include "amdgpu/machine/SourceLine.h"
#include "amdgpu/machine/hostcall/Heap.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>

namespace assay::amdgpu {
namespace {

using nlohmann::json;
using std::filesystem::path;

/// Bytes of a .npy file before its elements; 0 if it is none.
size_t npyHeaderBytes(std::span<const std::byte> file) {
  if (file.size() < 10 || std::memcmp(file.data(), "\x93NUMPY", 6) != 0)
    return 0;
  const auto at = [&](size_t i) { return static_cast<size_t>(file[i]); };
  const size_t bytes =
      at(6) == 1 ? 10 + at(8) + at(9) * 256 : 12 + at(8) + at(9) * 256 + at(10) * 65536;
  return bytes <= file.size() ? bytes : 0;
}

/// An argument of the kernel, and the buffer behind it.
struct Argument {
  uint64_t value = 0;
  std::vector<std::byte> file; // the .npy it came from
  size_t headerBytes = 0;
  path out, expected;

  std::span<std::byte> elements() const {
    return {reinterpret_cast<std::byte *>(value), file.size() - headerBytes};
  }
};

template <class T> uint64_t bitsOf(const json &number) {
  const T value = number.get<T>();
  uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  return bits;
}

Expected<Argument> readArgument(const json &from, const path &folder, Memory &memory) {
  Argument argument;
  if (from.contains("i32"))
    argument.value = bitsOf<int32_t>(from["i32"]);
  else if (from.contains("i64"))
    argument.value = bitsOf<int64_t>(from["i64"]);
  else if (from.contains("f32"))
    argument.value = bitsOf<float>(from["f32"]);
  else if (from.contains("f64"))
    argument.value = bitsOf<double>(from["f64"]);
  else if (from.contains("npy")) {
    const path file = folder / from["npy"].get<std::string>();
    auto bytes = readFile(file.string());
    if (!bytes)
      return bytes.error();
    argument.file = std::move(*bytes);
    argument.headerBytes = npyHeaderBytes(argument.file);
    if (argument.headerBytes == 0)
      return Error{fmt::format("{} is no .npy file", file.string())};
    auto address = memory.allocate(argument.file.size() - argument.headerBytes,
                                   from["npy"].get<std::string>());
    if (!address)
      return address.error();
    argument.value = *address;
    std::memcpy(argument.elements().data(), argument.file.data() + argument.headerBytes,
                argument.elements().size());
    if (from.contains("out"))
      argument.out = folder / from["out"].get<std::string>();
    if (from.contains("expected"))
      argument.expected = folder / from["expected"].get<std::string>();
  } else if (!from.contains("null")) {
    return Error{
        fmt::format("the argument {} is none of i32, i64, f32, f64, npy, null", from.dump())};
  }
  return argument;
}

/// Writes "out" and compares with "expected", bit for bit.
Expected<bool> finish(const Argument &argument) {
  if (!argument.out.empty()) {
    std::ofstream file(argument.out, std::ios::binary);
    file.write(reinterpret_cast<const char *>(argument.file.data()),
               std::streamsize(argument.headerBytes));
    file.write(reinterpret_cast<const char *>(argument.elements().data()),
               std::streamsize(argument.elements().size()));
    if (!file.flush())
      return Error{fmt::format("{} cannot be written", argument.out.string())};
  }
  if (argument.expected.empty())
    return true;
  auto expected = readFile(argument.expected.string());
  if (!expected)
    return expected.error();
  const auto wanted = std::span(*expected).subspan(npyHeaderBytes(*expected));
  const auto got = argument.elements();
  const bool isSame =
      wanted.size() == got.size() && std::memcmp(wanted.data(), got.data(), got.size()) == 0;
  if (!isSame)
    fmt::print("differs from {}\n", argument.expected.string());
  return isSame;
}

Dim3 dim3(const json &manifest, const char *key) {
  const json &from = manifest.at(key);
  return {from.at(0), from.size() > 1 ? from[1].get<uint32_t>() : 1,
          from.size() > 2 ? from[2].get<uint32_t>() : 1};
}

int run(const json &manifest, const path &folder, const Options &options, bool isTimed) {
  const std::string objectPath = (folder / manifest.at("code_object").get<std::string>()).string();
  auto object = readCodeObject(objectPath);
  if (!object)
    return complain(object.error());
  Memory memory;
  auto module = Module::load(std::move(*object), memory);
  if (!module)
    return complain(module.error());
  const std::string name = manifest.at("kernel");
  const Kernel *kernel = (*module)->findKernel(name);
  if (!kernel)
    return complain({fmt::format("the code object has no kernel '{}'", name)});

  std::vector<Argument> arguments;
  for (const json &from : manifest.at("arguments")) {
    auto argument = readArgument(from, folder, memory);
    if (!argument)
      return complain(argument.error());
    arguments.push_back(std::move(*argument));
  }
  if (arguments.size() != explicitArguments(kernel->metadata))
    return complain({fmt::format("kernel '{}' takes {} arguments, the manifest has {}", name,
                                 explicitArguments(kernel->metadata), arguments.size())});
  std::vector<const void *> pointers;
  for (const Argument &argument : arguments)
    pointers.push_back(&argument.value);
  const Geometry geometry{dim3(manifest, "grid"), dim3(manifest, "block"),
                          manifest.value("lds", 0U)};
  const auto start = std::chrono::steady_clock::now();
  const std::clock_t cpuStart = std::clock();
  Heap heap(memory);
  Options withHeap = options;
  withHeap.heap = &heap;
  auto outcome =
      launch(**module, name, geometry, packKernarg(kernel->metadata, pointers, geometry), withHeap);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  const double cpuSeconds = double(std::clock() - cpuStart) / CLOCKS_PER_SEC;
  if (!outcome)
    return complain(outcome.error());
  if (const auto *fault = std::get_if<Fault>(&*outcome)) {
    fmt::print("{}\n{}", describe(*fault),
               (*module)->disassembleAround(static_cast<uint32_t>(fault->address)));
    auto bytes = readFile(objectPath);
    auto elf = bytes ? unbundle(*bytes, Chip::Gfx942)
                     : Expected<std::span<const std::byte>>(bytes.error());
    if (auto line = elf ? sourceLine(*elf, fault->address) : std::nullopt)
      fmt::print("at {}\n", *line);
    return SomethingWrong;
  }
  if (isTimed) {
    const auto count = double(std::get<Finished>(*outcome).instructions);
    fmt::print("{:.0f} wave instructions in {:.3f} s: {:.1f} million a second, {:.1f} a second of "
               "CPU time\n",
               count, seconds.count(), count / seconds.count() / 1e6, count / cpuSeconds / 1e6);
  }
  bool isRight = true;
  for (const Argument &argument : arguments) {
    auto finished = finish(argument);
    if (!finished)
      return complain(finished.error());
    isRight &= *finished;
  }
  return isRight ? AllRight : SomethingWrong;
}

} // namespace

int runManifest(const std::string &file, const Options &options, bool isTimed) {
  auto bytes = readFile(file);
  if (!bytes)
    return complain(bytes.error());
  try {
    const auto *begin = reinterpret_cast<const char *>(bytes->data());
    return run(json::parse(begin, begin + bytes->size()), path(file).parent_path(), options,
               isTimed);
  } catch (const json::exception &exception) {
    return complain({fmt::format("{}: {}", file, exception.what())});
  }
}

} // namespace assay::amdgpu
