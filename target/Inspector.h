#pragma once

#include "program/TestCase.h"
#include "support/Expected.h"
#include "target/Outcome.h"
#include "target/TargetName.h"

#include <array>
#include <functional>
#include <optional>
#include <string_view>

namespace assay {

/// What a compiler makes of a question: an Error says that it cannot be asked that, or what is
/// missing on this machine; a TargetFailure is how it ended instead of answering.
template <class T> using Answer = Expected<Outcome<T>>;

/// What of a target is another.
enum class VariationKind : uint8_t { Level, Flag, Backend, Flavour, Pass };
inline constexpr std::array<std::string_view, 5> names(VariationKind) {
  return {"level", "flag", "backend", "flavour", "pass"};
}

/// A target that differs from another in one thing.
struct Variation {
  std::string what; // "O0", "--iree-opt-const-eval=false"
  TargetName target;
  VariationKind kind = VariationKind::Flag;
};

/// Where a compilation can stop and be gone on with, from its start to its end.
struct Phases {
  std::string start;
  std::vector<std::string> between; // in order
  std::string end;
};

/// IR that shows a failure.
struct Reproduction {
  std::string ir;
  std::string command; // with the IR in FILE: "iree-opt --run-reproducer FILE -o /dev/null"
  Outcome<std::monostate> ended; // of that command
};

/// A pass on which a compilation fails.
struct PassFailure {
  std::string pass;
  Reproduction alone; // the IR before it
};

/// One pass, run alone.
struct PassRun {
  std::string command; // with the IR before it in FILE
  Outcome<std::string> made;
};

/// What there is before a pass of a compilation and after it.
struct PassIr {
  std::string before;
  Outcome<std::string> after;
  /// Where the pass is left out, there is something else ahead of it already: leaving it out does
  /// more than that.
  bool isOtherAhead = false;
};

/// What a pass of a compilation made.
struct PassDump {
  std::vector<int> place; // which pass of each pass manager that it is in, from the outermost
  std::string file;       // "builtin_module/util_func_main/6_1_cse.mlir"
  std::string pass;       // "cse"
  std::string text;       // of what the pass was run on
};

/// One call of a dispatch, with its tensors as text.
struct DispatchTrace {
  std::string name; // "main_dispatch_0::main_dispatch_0_sort_2xf32"
  std::string inputs, outputs;
};

/// A target whose compilation goes the way of another up to a pass, and from there on the plainest
/// way that there is.
struct Cut {
  std::string after; // the pass; empty before the first
  TargetName target;
  std::string phase = {}; // in which that pass runs; empty if nobody can tell
  /// A pass behind that alone lowers what this one makes, and is not left out; empty if there is
  /// none.
  std::string loweredBy = {};
  /// The whole compilation but for that pass; nothing if that cannot be had.
  std::optional<TargetName> without = {};
};

/// MLIR's generic form, with names that occur once, or that of the module's dialects.
enum class ModuleForm : uint8_t { Generic, Pretty };
/// Whether a module shows what is looked for; nothing if there is no time to find out.
using ModuleJudge = std::function<std::optional<bool>(const std::string &module)>;

/// Told what is being done, in a few words.
using OnProgress = std::function<void(const std::string &)>;

/// What can be asked of a compiler besides code, by whoever looks for the cause of a failure. It is
/// asked by the names of targets, which are not made for it: what they load stays out of the
/// process. Unless a compiler's own says otherwise, an error says that it cannot say.
class Inspector {
public:
  virtual ~Inspector() = default;

  /// The case as the compiler is given it.
  virtual Expected<std::string> module(const TargetName &name, const TestCase &testCase) const;
  /// The compiler whose bugs it may have as well: "mlir@22".
  virtual Expected<TargetName> basedOn(const TargetName &name) const;
  /// A hash of the files that the compiler consists of; empty of one that this program is.
  virtual Expected<std::string> content(const TargetName &name) const;
  /// Targets on which the same case may be right.
  virtual Expected<std::vector<Variation>> variations(const TargetName &name) const;

  virtual Expected<Phases> phases(const TargetName &name) const;
  /// The target that goes on after a phase as `other` does. An error also if `other` cannot go on
  /// with what `name` begins, whatever the phase.
  virtual Expected<TargetName> takenOver(const TargetName &name, const std::string &phase,
                                         const TargetName &other) const;
  /// A module after a phase.
  virtual Answer<std::string> afterPhase(const TargetName &name, const std::string &phase,
                                         const std::string &module) const;
  /// Goes on with a module from a phase to the end.
  virtual Expected<Reproduction> compileFrom(const TargetName &name, const std::string &phase,
                                             const std::string &module) const;
  /// What each pass makes of a module from one phase to another, in order.
  virtual Answer<std::vector<PassDump>> passDumps(const TargetName &name, const std::string &from,
                                                  const std::string &to,
                                                  const std::string &module) const;
  /// The dispatches of the case's first run, in order; `module` is that case.
  virtual Answer<std::vector<DispatchTrace>>
  dispatches(const TargetName &name, const TestCase &testCase, const std::string &module) const;
  /// Nothing if the compiler names no pass that fails on the module.
  virtual Expected<std::optional<PassFailure>> failingPass(const TargetName &name,
                                                           const std::string &module) const;

  /// The passes that the name spells out, or a seed in it draws, in order.
  virtual Expected<std::vector<std::string>> passes(const TargetName &name) const;
  /// The target with these in their place.
  virtual Expected<TargetName> withPasses(const TargetName &name,
                                          const std::vector<std::string> &passes) const;
  /// The target with a deliberate bug built in, as a pass that is among those of passes().
  virtual Expected<TargetName> withBug(const TargetName &name, const std::string &bug) const;
  /// From the compilation that is plain from the start on to that of the target itself.
  virtual Expected<std::vector<Cut>> cuts(const TargetName &name) const;
  /// The module may be one that a PassFailure has, with the pass's own options in it.
  virtual Expected<PassRun> runPass(const TargetName &name, const std::string &pass,
                                    const std::string &module) const;
  /// What is left of a module in the compiler's dialects if what the judge does not need goes.
  virtual Expected<std::string> reduced(const TargetName &name, const std::string &module,
                                        const ModuleJudge &isWanted) const;

  /// Of a pass that a variation leaves out, in the whole compilation of the case.
  virtual Answer<PassIr> passIr(const TargetName &name, const std::string &pass,
                                const TestCase &testCase) const;
  /// What there is after such a pass.
  virtual Answer<std::string> afterPass(const TargetName &name, const std::string &pass,
                                        const TestCase &testCase) const;
  /// Another compiler, which can go on with what there is after such a pass: it takes that as
  /// TargetOptions::module.
  virtual Expected<TargetName> otherCompiler(const TargetName &name) const;

  /// All that can be had, ascending.
  virtual Expected<std::vector<VersionNumber>> releases(const TargetName &name) const;
  /// The target of another release, which is installed if it is not there.
  virtual Expected<TargetName> onRelease(const TargetName &name, VersionNumber version,
                                         const OnProgress &onStep) const;
};

} // namespace assay
