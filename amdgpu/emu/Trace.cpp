#include "amdgpu/emu/Emu.h"

#include <fmt/format.h>

namespace assay::amdgpu {
namespace {

/// Prints what each instruction of one wave wrote, in one lane.
class Tracer : public Observer {
public:
  Tracer(uint32_t wave, uint32_t lane) : number(wave), lane(lane) {}

  void after(const Wave &wave, const Instruction &instruction) override {
    if (wave.number != number)
      return;
    const Program &program = *wave.group->program;
    fmt::print("{:#8x}  {:24}", instruction.address, program.names[instruction.name]);
    for (const Operand *result : {&instruction.destination, &instruction.scalarDestination})
      print(wave, *result);
    fmt::print("  exec={:#010x}{:08x} scc={:d}\n", wave.scalars[scalar::exec + 1],
               wave.scalars[scalar::exec], wave.scc);
  }

private:
  void print(const Wave &wave, const Operand &result) const {
    for (unsigned dword = 0; dword < result.dwords(); ++dword) {
      const unsigned index = result.index + dword;
      if (result.kind == Operand::Kind::Scalar)
        fmt::print(" s{}={:#010x}", index, wave.scalars[index]);
      else if (result.kind == Operand::Kind::Vector)
        fmt::print(" {}{}={:#010x}", index < firstAgpr ? 'v' : 'a', index % firstAgpr,
                   wave.rows[index * lanesPerWave + lane]);
    }
  }

  uint32_t number, lane;
};

} // namespace

Action declareTrace(CLI::App &app) {
  struct Flags {
    std::string manifest;
    uint64_t workgroup = 0;
    uint32_t wave = 0, lane = 0;
  };
  auto flags = std::make_shared<Flags>();
  app.add_option("MANIFEST", flags->manifest, "A JSON file, see amdgpu/docs/assay-emu.md")
      ->required();
  app.add_option("--workgroup", flags->workgroup, "Its number in the grid");
  app.add_option("--wave", flags->wave, "Its number in the workgroup");
  app.add_option("--lane", flags->lane, "Whose VGPRs are shown")->check(CLI::Range(0, 63));
  return [flags] {
    Options options;
    options.observe = [flags](uint64_t workgroup) -> std::unique_ptr<Observer> {
      if (workgroup != flags->workgroup)
        return nullptr;
      return std::make_unique<Tracer>(flags->wave, flags->lane);
    };
    return runManifest(flags->manifest, options, false);
  };
}

} // namespace assay::amdgpu
