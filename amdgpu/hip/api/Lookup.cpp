#include "amdgpu/hip/Error.h"

#include <fmt/format.h>

#include <dlfcn.h>

// HIP's functions by their names, for programs that are not linked with it.

using namespace assay::amdhip;

namespace {

/// hipDriverProcAddressQueryResult and hipDriverEntryPointQueryResult.
constexpr int isFound = 0, isUnknown = 1;
/// Of the flags: functions in which no stream means that of the thread.
constexpr uint64_t perThread = 2;
constexpr int firstVersion6 = 60000000;

/// Null if this library exports no such function. The libraries that it needs, which are searched
/// as well, have none by such a name.
void *exported(const std::string &name) {
  Dl_info ours;
  if (!name.starts_with("hip") || dladdr(reinterpret_cast<const void *>(&exported), &ours) == 0 ||
      !ours.dli_fname)
    return nullptr;
  void *library = dlopen(ours.dli_fname, RTLD_NOW | RTLD_NOLOAD);
  if (!library)
    return nullptr;
  void *found = dlsym(library, name.c_str());
  dlclose(library);
  return found;
}

Status look(const char *symbol, void **result, int version, uint64_t flags, int *outcome) {
  if (outcome)
    *outcome = isUnknown;
  if (!symbol || !result)
    return {hipErrorInvalidValue, "a pointer is null"};
  *result = nullptr;
  if (flags > perThread)
    return {hipErrorInvalidValue, fmt::format("unknown flags {:#x}", flags)};
  const std::string name = symbol;
  // Two names mean something else since HIP 6.
  if (version >= firstVersion6 && (name == "hipGetDeviceProperties" || name == "hipChooseDevice"))
    *result = exported(name + "R0600");
  else if (flags == perThread)
    *result = exported(name + "_spt");
  if (!*result)
    *result = exported(name);
  if (!*result)
    return {hipErrorInvalidValue, fmt::format("there is no function {}", name)};
  if (outcome)
    *outcome = isFound;
  return {};
}

/// The entry points have no version: what they find is of the newest.
constexpr int newestVersion = 70000000;

} // namespace

extern "C" {

hipError_t hipGetProcAddress(const char *symbol, void **result, int version, uint64_t flags,
                             int *outcome) {
  return finish(look(symbol, result, version, flags, outcome));
}

hipError_t hipGetProcAddress_spt(const char *symbol, void **result, int version, uint64_t flags,
                                 int *outcome) {
  return finish(look(symbol, result, version, flags | perThread, outcome));
}

hipError_t hipGetDriverEntryPoint(const char *symbol, void **result, unsigned long long flags,
                                  int *outcome) {
  return finish(look(symbol, result, newestVersion, flags, outcome));
}

hipError_t hipGetDriverEntryPoint_spt(const char *symbol, void **result, unsigned long long flags,
                                      int *outcome) {
  return finish(look(symbol, result, newestVersion, flags | perThread, outcome));
}
}
