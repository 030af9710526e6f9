#include "targets/iree/IreeProcessor.h"

#include <fmt/format.h>

namespace assay {

int processorLevel() {
  return __builtin_cpu_supports("x86-64-v4")   ? 4
         : __builtin_cpu_supports("x86-64-v3") ? 3
         : __builtin_cpu_supports("x86-64-v2") ? 2
                                               : 1;
}

std::string missingForCpu(std::string_view cpu, int level) {
  constexpr std::string_view prefix = "x86-64-v";
  if (!cpu.starts_with(prefix) || cpu.size() != prefix.size() + 1 || cpu.back() - '0' <= level)
    return "";
  return fmt::format("this processor is no {}, for which the code is made", cpu);
}

} // namespace assay
