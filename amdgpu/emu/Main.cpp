#include "amdgpu/emu/Emu.h"

#include "amdgpu/machine/Bundle.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>

namespace assay::amdgpu {

int complain(const Error &error) {
  fmt::print(stderr, "assay-emu: {}\n", error.message);
  return UsageError;
}

Expected<std::vector<std::byte>> readFile(const std::string &path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  std::vector<std::byte> bytes(file ? static_cast<size_t>(std::max<std::streamoff>(0, file.tellg()))
                                    : 0);
  file.seekg(0);
  if (!file.read(reinterpret_cast<char *>(bytes.data()),
                 static_cast<std::streamsize>(bytes.size())))
    return Error{fmt::format("{} cannot be read", path)};
  return bytes;
}

Expected<CodeObject> readCodeObject(const std::string &path) {
  auto bytes = readFile(path);
  if (!bytes)
    return bytes.error();
  auto object = unbundle(*bytes, Chip::Gfx942);
  if (!object)
    return Error{fmt::format("{}: {}", path, object.error().message)};
  auto read = CodeObject::read(*object);
  if (!read)
    return Error{fmt::format("{}: {}", path, read.error().message)};
  return read;
}

} // namespace assay::amdgpu

int main(int argc, char **argv) {
  using namespace assay::amdgpu;
  CLI::App app("Runs AMDGPU code objects without a GPU");
  app.require_subcommand(1);
  std::map<CLI::App *, Action> actions;
  auto add = [&](const char *name, const char *summary, Action (*declare)(CLI::App &)) {
    CLI::App *sub = app.add_subcommand(name, summary);
    actions[sub] = declare(*sub);
  };
  add("census", "Count the instructions of code objects, and say which have no handler",
      declareCensus);
  add("disasm", "Print a code object as assembly text", declareDisasm);
  add("run", "Run a kernel as a manifest says", declareRun);
  add("trace", "Run, and print the state of one wave after each instruction", declareTrace);
  CLI11_PARSE(app, argc, argv);
  return actions.at(app.get_subcommands().front())();
}
