#include "support/process/MachineShare.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <optional>
#include <string_view>

namespace assay {
namespace {

constexpr ShareSetting settings[] = {
    {"--memory", "ASSAY_MEMORY", "MIB",
     "Memory that a worker may take, and what it starts once more; default: 4096",
     &MachineShare::mebibytes, 512, 1 << 20},
    {"--disk", "ASSAY_DISK", "MIB",
     "Temporary files that a worker and what it starts may have; default: 2048",
     &MachineShare::diskMebibytes, 16, 1 << 24},
    {"--nice", "ASSAY_NICE", "N", "Let others go first, as nice(1) does: 0 to 19",
     &MachineShare::nice, 0, 19},
};

/// Nothing if it is not in the environment.
std::optional<std::string_view> given(const ShareSetting &setting) {
  const char *text = std::getenv(setting.variable);
  return text && *text ? std::optional<std::string_view>(text) : std::nullopt;
}

std::optional<unsigned> numberIn(std::string_view text, const ShareSetting &setting) {
  unsigned number = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool isWhole = code == std::errc() && end == text.data() + text.size();
  return isWhole && number >= setting.least && number <= setting.most ? std::optional(number)
                                                                      : std::nullopt;
}

} // namespace

std::span<const ShareSetting> shareSettings() { return settings; }

MachineShare machineShare() {
  MachineShare share;
  for (const ShareSetting &setting : settings)
    if (const auto text = given(setting))
      share.*setting.member = numberIn(*text, setting).value_or(share.*setting.member);
  return share;
}

Expected<MachineShare> checkedMachineShare() {
  for (const ShareSetting &setting : settings)
    if (const auto text = given(setting); text && !numberIn(*text, setting))
      return Error{fmt::format("{}, or {} in the environment, takes a whole number from {} to {}, "
                               "not '{}'",
                               setting.flag, setting.variable, setting.least, setting.most, *text)};
  return machineShare();
}

} // namespace assay
