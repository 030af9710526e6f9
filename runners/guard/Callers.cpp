#include "runners/guard/Callers.h"

#include "runners/guard/Answers.h"
#include "runners/guard/Mappings.h"
#include "runners/guard/Settings.h"

#include <cstddef>
#include <cstring>
#include <dlfcn.h>
#include <initializer_list>
#include <link.h>
#include <unistd.h>

namespace assay::guard {

namespace {

/// The program's own file, for which the loader has no name.
char program[4096];

const char *nameOf(const link_map *object) { return *object->l_name ? object->l_name : program; }

const link_map *objectAt(uintptr_t address) {
  dl_find_object found;
  return _dl_find_object(reinterpret_cast<void *>(address), &found) == 0 ? found.dlfo_link_map
                                                                         : nullptr;
}

/// How a file is named in the list.
enum class Listed : uint8_t { No, ByName, ByFolder };

Listed listedAs(const char *list, const char *file) {
  for (const char *entry = list; *entry;) {
    const size_t length = strcspn(entry, ":");
    if (length > 0 && strncmp(file, entry, length) == 0) {
      if (file[length] == '\0')
        return Listed::ByName;
      if (file[length] == '/' || entry[length - 1] == '/')
        return Listed::ByFolder;
    }
    entry += length + (entry[length] == ':');
  }
  return Listed::No;
}

const char *lastPart(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/// What every program is linked with.
bool isOfTheSystem(const char *library) {
  for (const char *stem : {"libc.", "libm.", "libdl.", "libpthread.", "librt.", "libgcc_s.",
                           "libstdc++.", "libc++.", "libc++abi.", "ld-linux"})
    if (strncmp(library, stem, strlen(stem)) == 0)
      return true;
  return false;
}

/// The dynamic section of an object; null if it has none.
const ElfW(Dyn) * dynamicOf(const dl_phdr_info &object) {
  for (int i = 0; i < object.dlpi_phnum; ++i)
    if (object.dlpi_phdr[i].p_type == PT_DYNAMIC)
      return reinterpret_cast<const ElfW(Dyn) *>(object.dlpi_addr + object.dlpi_phdr[i].p_vaddr);
  return nullptr;
}

/// Whether an object's file says that it is linked with a library of that name.
bool isLinkedWith(const dl_phdr_info &object, const char *library) {
  const ElfW(Dyn) *dynamic = dynamicOf(object);
  uintptr_t strings = 0;
  for (const ElfW(Dyn) *entry = dynamic; entry && entry->d_tag != DT_NULL; ++entry)
    if (entry->d_tag == DT_STRTAB)
      strings = entry->d_un.d_ptr;
  if (strings < object.dlpi_addr) // not relocated, as the kernel's own object is
    return false;
  for (const ElfW(Dyn) *entry = dynamic; entry->d_tag != DT_NULL; ++entry)
    if (entry->d_tag == DT_NEEDED &&
        strcmp(lastPart(reinterpret_cast<const char *>(strings + entry->d_un.d_val)), library) == 0)
      return true;
  return false;
}

/// Whether a file in one of the folders is linked with the library.
bool isRuntime(const char *list, const char *library) {
  struct Question {
    const char *list, *library;
  } question{list, library};
  return dl_iterate_phdr(
             [](dl_phdr_info *object, size_t, void *asked) {
               const auto &[list, library] = *static_cast<const Question *>(asked);
               return listedAs(list, object->dlpi_name) == Listed::ByFolder &&
                              isLinkedWith(*object, library)
                          ? 1
                          : 0;
             },
             &question) != 0;
}

Caller callerIn(const char *list, const link_map *object) {
  const char *file = nameOf(object);
  switch (listedAs(list, file)) {
  case Listed::ByFolder:
    return Caller::Compiled;
  case Listed::ByName:
    return Caller::Runtime;
  case Listed::No:
    break;
  }
  const char *library = lastPart(file);
  if (isOfTheSystem(library))
    return Caller::System;
  return *object->l_name && isRuntime(list, library) ? Caller::Compiled : Caller::Other;
}

/// Whether a call may stand before the address: stacks hold other numbers as well.
bool followsCall(uintptr_t address) {
#if defined(__x86_64__)
  unsigned char before[7];
  if (address < sizeof(before) ||
      readMemory(address - sizeof(before), before, sizeof(before)) != sizeof(before))
    return false;
  if (before[2] == 0xe8) // of a distance of 32 bits
    return true;
  for (size_t length : {2, 3, 6, 7}) { // through a register or memory
    const unsigned char *call = before + sizeof(before) - length;
    if (call[0] == 0xff && (call[1] & 0x38) == 0x10)
      return true;
  }
  return false;
#else
  return address % 4 == 0;
#endif
}

bool isCompiledCaller(const Settings &settings, uintptr_t address) {
  if (!followsCall(address))
    return false;
  return placeOf(address).file ? callerAt(settings, address) >= Caller::Runtime
                               : isCodeInNoFile(address);
}

} // namespace

void rememberProgram() {
  const ssize_t length = readlink("/proc/self/exe", program, sizeof(program) - 1);
  program[length > 0 ? length : 0] = '\0';
}

Caller callerAt(const Settings &settings, uintptr_t address) {
  // Most calls come from few places. What is loaded where another file was may be taken for that
  // one: then a block is guarded, or is not, and nothing else.
  static Answers<Caller, 1021> byAddress;
  static Answers<Caller, 251> byObject;
  return byAddress.get(address, [&] {
    const link_map *object = objectAt(address);
    return !object ? Caller::Compiled
                   : byObject.get(reinterpret_cast<uintptr_t>(object->l_ld),
                                  [&] { return callerIn(settings.code, object); });
  });
}

Place placeOf(uintptr_t address) {
  const link_map *object = objectAt(address);
  return object ? Place{nameOf(object), address - object->l_addr} : Place{};
}

uintptr_t compiledCaller(const Settings &settings, uintptr_t code, uintptr_t stack) {
  if (callerAt(settings, code) >= Caller::Runtime)
    return code;
  constexpr size_t words = 4096;
  static uintptr_t top[words]; // a handler's stack may be short
  const size_t count = readMemory(stack, top, sizeof(top)) / sizeof(top[0]);
  for (size_t i = 0; i < count; ++i)
    if (isCompiledCaller(settings, top[i]))
      return top[i] - 1;
  return code;
}

} // namespace assay::guard
