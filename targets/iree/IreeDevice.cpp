#include "targets/iree/IreeDevice.h"

#include <fmt/format.h>

#include <cstdlib>

namespace assay {

namespace fs = std::filesystem;

/// PREFIX/lib/hip/libamdhip64.so for PREFIX/bin/assay.
static std::optional<fs::path> ownHipLibrary() {
  std::error_code code;
  const fs::path program = fs::read_symlink("/proc/self/exe", code);
  const fs::path library = program.parent_path().parent_path() / "lib/hip/libamdhip64.so";
  return fs::exists(library, code) ? std::optional(library) : std::nullopt;
}

Expected<std::optional<fs::path>> hipLibrary() {
  const char *named = std::getenv("ASSAY_HIP_LIBRARY");
  if (!named)
    return ownHipLibrary();
  if (!*named)
    return std::optional<fs::path>();
  std::error_code code;
  fs::path library = fs::absolute(named, code);
  if (fs::is_directory(library, code))
    library /= "libamdhip64.so";
  if (!fs::exists(library, code))
    return Error{fmt::format("there is no {}, which ASSAY_HIP_LIBRARY names", library.string())};
  return std::optional(library);
}

Expected<std::optional<IreeDevice>> ireeDevice(std::string_view backend) {
  if (backend != "hip")
    return std::optional(IreeDevice{{"--device=local-sync"}});
  auto library = hipLibrary();
  if (!library)
    return library.error();
  if (!*library)
    return std::optional<IreeDevice>();
  return std::optional(
      IreeDevice{{"--device=hip", "--hip_dylib_path=" + (*library)->parent_path().string()}, true});
}

} // namespace assay
