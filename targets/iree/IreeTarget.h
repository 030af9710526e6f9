#pragma once

#include "flavours/Flavour.h"
#include "support/process/ScratchFolder.h"
#include "target/Target.h"
#include "targets/iree/IreeLibrary.h"
#include "targets/iree/IreeOptions.h"
#include "targets/iree/IreeRun.h"
#include "targets/toolchains/Toolchain.h"

#include <functional>
#include <map>

namespace assay {

/// A released IREE: its compiler loaded into this process, its runtime as a process for each run.
/// Where something happens between the phases its tools are processes too.
class IreeTarget : public Target {
public:
  static Expected<std::unique_ptr<Target>> make(const TargetName &name,
                                                const TargetOptions &options);

  const TargetName &name() const override { return title; }
  Outcome<std::unique_ptr<Executable>> compile(const TestCase &testCase) const override;
  bool compilesJointly() const override { return !stepwise && parts.joint > 1; }
  void compileJointly(std::span<const TestCase *const> cases) const override;
  Accuracy accuracy() const override { return promised; }
  std::optional<Device> device() const override;
  std::vector<Metric> metrics() const override;
  Outcome<Metrics> measure(const TestCase &testCase) const override;
  std::vector<Premise> premises(const Program &program) const override;
  bool honours(Contract contract) const override { return promises(parts.flavour, contract); }

private:
  /// Compiles a module in several steps: bytecode into a file.
  using Stepwise =
      std::function<Outcome<std::monostate>(const std::string &, const std::filesystem::path &)>;
  template <class Steps> static Expected<Stepwise> stepsOf(const IreeOptions &name);

  IreeTarget(TargetName title, IreeOptions parts, IreeToolchain toolchain, ScratchFolder scratch,
             std::string fault);

  /// What became of a case in a joint module: its code, or what was said when it was accused.
  using Joint = std::variant<Compiled, TargetFailure>;

  std::shared_ptr<ModuleFile> nextFile() const;
  void compileSome(std::vector<const TestCase *> cases) const;
  std::unique_ptr<Executable> executable(const TestCase &testCase, Compiled compiled) const;

  TargetName title;
  Accuracy promised;
  IreeOptions parts;
  IreeToolchain toolchain;
  /// iree-run-module's flags for it; nothing if there is none that runs the code.
  std::optional<IreeDevice> runsOn;
  std::shared_ptr<ScratchFolder> scratch;
  std::shared_ptr<IreeLibrary> library;
  /// In place of the library, where something happens between phases.
  Stepwise stepwise;
  /// Writing leaves no trace but in caches.
  mutable FlavourWriter writer;
  mutable int modules = 0;                    // written so far, to name files
  mutable std::map<std::string, Joint> joint; // by the case's name
};

} // namespace assay
