#pragma once

#include <cstdlib>
#include <cstring>
#include <dlfcn.h>

namespace assay {

/// MLIR's own function of that name, for which another stands in. Who calls that one has it.
inline void *ownSymbol(const char *name) {
  void *found = dlsym(RTLD_NEXT, name);
  if (!found)
    std::abort();
  return found;
}

/// The same as what it is called by; the second argument says its type.
template <class Result, class... Arguments>
auto ownFunction(const char *name, Result (*)(Arguments...)) {
  return reinterpret_cast<Result (*)(Arguments...)>(ownSymbol(name));
}
template <class Class, class Result, class... Arguments>
auto ownFunction(const char *name, Result (Class::*)(Arguments...)) {
  const void *const found = ownSymbol(name);
  Result (Class::*function)(Arguments...) = nullptr;
  static_assert(sizeof(function) >= sizeof(found));
  // No cast makes a member function of it.
  std::memcpy(static_cast<void *>(&function), static_cast<const void *>(&found), sizeof(found));
  return function;
}

} // namespace assay
