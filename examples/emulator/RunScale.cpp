// Runs the kernel of scale.cl on 64 numbers: run_scale scale.hsaco
#include "amdgpu/machine/Launch.h"

#include <cstdio>
#include <fstream>
#include <iterator>

using namespace assay;
using namespace assay::amdgpu;

static int complain(const std::string &message) {
  std::fprintf(stderr, "run_scale: %s\n", message.c_str());
  return 2;
}

int main(int count, char **words) {
  std::ifstream file(count > 1 ? words[1] : "", std::ios::binary);
  const std::vector<char> bytes(std::istreambuf_iterator<char>(file), {});
  auto object = CodeObject::read(std::as_bytes(std::span(bytes)));
  if (!object)
    return complain(object.error().message);
  Memory memory;
  auto module = Module::load(std::move(*object), memory);
  if (!module)
    return complain(module.error().message);
  const Kernel *kernel = (*module)->findKernel("scale");
  if (!kernel)
    return complain("there is no kernel 'scale'");

  // Memory of the host; what lies around it belongs to nobody.
  int numbers[64];
  for (int i = 0; i < 64; ++i)
    numbers[i] = i;
  if (auto adopted = memory.adopt(numbers, sizeof(numbers), "numbers"); !adopted)
    return complain(adopted.error().message);
  const int *address = numbers;
  const int factor = 3;
  const void *arguments[] = {static_cast<const void *>(&address), &factor};

  const Geometry geometry{.grid = {1}, .block = {64}};
  auto outcome =
      launch(**module, "scale", geometry, packKernarg(kernel->metadata, arguments, geometry), {});
  if (!outcome)
    return complain(outcome.error().message);
  if (const auto *fault = std::get_if<Fault>(&*outcome))
    return complain(describe(*fault));
  for (int i = 0; i < 64; ++i)
    if (numbers[i] != i * factor)
      return complain("a number is wrong");
  std::printf("%llu instructions, 64 numbers are right\n",
              static_cast<unsigned long long>(std::get<Finished>(*outcome).instructions));
  return 0;
}
