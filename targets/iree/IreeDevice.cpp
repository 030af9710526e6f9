#include "targets/iree/IreeDevice.h"

#include "runners/hip/HipLibrary.h"

namespace assay {

Expected<std::optional<IreeDevice>> ireeDevice(std::string_view backend) {
  if (backend != "hip")
    return std::optional(IreeDevice{{"--device=local-sync"}});
  auto library = hipLibrary();
  if (!library)
    return library.error();
  if (!*library)
    return std::optional<IreeDevice>();
  auto settings = EmulatorSettings::fromEnvironment();
  if (!settings)
    return settings.error();
  auto device = HipLibrary::firstDevice(**library);
  return std::optional(
      IreeDevice{{"--device=hip", "--hip_dylib_path=" + (*library)->parent_path().string()},
                 IreeHip{*settings, **library, device ? *device : device.error().message}});
}

} // namespace assay
