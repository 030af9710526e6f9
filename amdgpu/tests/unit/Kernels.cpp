#include "amdgpu/tests/unit/Kernels.h"

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

std::vector<std::byte> compile(const std::string &source, const std::string &language, Chip chip) {
  const auto folder =
      std::filesystem::temp_directory_path() / fmt::format("assay-amdgpu-{}", getpid());
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "kernel") << source;
  const std::string command = fmt::format(
      "{} {} -target amdgcn-amd-amdhsa -mcpu={} -nogpulib -O2 -w -mcode-object-version=5 "
      "{}/kernel -o {}/kernel.hsaco 2>{}/log",
      ASSAY_CLANG, language, nameOf(chip), folder.string(), folder.string(), folder.string());
  const int status = std::system(command.c_str());
  const std::string log = read(folder / "log"), object = read(folder / "kernel.hsaco");
  std::filesystem::remove_all(folder);
  if (status != 0)
    throw std::runtime_error(log);
  std::vector<std::byte> bytes(object.size());
  std::memcpy(bytes.data(), object.data(), object.size());
  return bytes;
}

} // namespace

std::vector<std::byte> compileOpenCl(const std::string &source, Chip chip) {
  return compile(source, "-x cl -cl-std=CL2.0 -Xclang -finclude-default-header", chip);
}

std::vector<std::byte> compileAssembly(const std::string &source, Chip chip) {
  return compile(source, "-x assembler", chip);
}

} // namespace assay::amdgpu::test
