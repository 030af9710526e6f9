#include "tests/unit/amdgpu/Kernels.h"

#include <fmt/format.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <unistd.h>

namespace assay::amdgpu::test {
namespace {

std::string read(const std::filesystem::path &path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

} // namespace

std::vector<std::byte> compileOpenCl(const std::string &source, Chip chip) {
  const auto folder =
      std::filesystem::temp_directory_path() / fmt::format("assay-amdgpu-{}", getpid());
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "kernel.cl") << source;
  const std::string command = fmt::format(
      "{} -x cl -cl-std=CL2.0 -Xclang -finclude-default-header -target amdgcn-amd-amdhsa -mcpu={} "
      "-nogpulib -O2 -w -mcode-object-version=5 {}/kernel.cl -o {}/kernel.hsaco 2>{}/log",
      ASSAY_CLANG, nameOf(chip), folder.string(), folder.string(), folder.string());
  const int status = std::system(command.c_str());
  const std::string log = read(folder / "log"), object = read(folder / "kernel.hsaco");
  std::filesystem::remove_all(folder);
  if (status != 0)
    throw std::runtime_error(log);
  std::vector<std::byte> bytes(object.size());
  std::memcpy(bytes.data(), object.data(), object.size());
  return bytes;
}

} // namespace assay::amdgpu::test
