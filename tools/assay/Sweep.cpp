#include "tools/assay/Sweep.h"

#include "check/Sweep.h"
#include "support/FirstLine.h"
#include "support/NameOf.h"
#include "support/ReadFile.h"
#include "support/WriteFile.h"
#include "support/process/Command.h"
#include "targets/samples/RecordedSamples.h"
#include "tools/assay/Say.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <unistd.h>

namespace assay {

namespace {

constexpr ElementType columns[] = {ElementType::F16, ElementType::BF16, ElementType::F32,
                                   ElementType::F64};

/// "0.96", "1.3e+05"
std::string ulpsText(const Sighting &sighting) {
  return sighting.ulps < 1000 ? fmt::format("{:.2f}", sighting.ulps)
                              : fmt::format("{:.1e}", sighting.ulps);
}

const Sighting *find(const Sample &sample, const std::string &operation, ElementType element) {
  for (const Sighting &sighting : sample.sightings)
    if (sighting.operation == operation && sighting.element == element)
      return &sighting;
  return nullptr;
}

/// The largest errors of functions, one a line.
void printFunctions(const Sample &sample) {
  std::vector<std::string> operations;
  std::string inputs;
  for (ElementType element : columns)
    for (const Sighting &sighting : sample.sightings) {
      if (sighting.element != element || sighting.ulps == 0)
        continue;
      if (operations.empty() || inputs.find(name(element)) == inputs.npos)
        inputs +=
            fmt::format("{}{} of {}", inputs.empty() ? "" : ", ", sighting.inputs, name(element));
      if (std::ranges::find(operations, sighting.operation) == operations.end())
        operations.push_back(sighting.operation);
    }
  if (operations.empty())
    return;
  say("    largest errors in ulps of the type; operands: {}\n    {:8}", inputs, "");
  for (ElementType element : columns)
    say(" {:>8}", name(element));
  say("\n");
  for (const std::string &operation : operations) {
    say("    {:8}", operation);
    for (ElementType element : columns) {
      const Sighting *sighting = find(sample, operation, element);
      say(" {:>8}", sighting ? ulpsText(*sighting) : "");
    }
    say("\n");
  }
}

void print(const TargetName &target, const Sample &sample) {
  say("  {}\n", target.text());
  printFunctions(sample);
  for (Allowance allowance : sample.allowances().list()) {
    std::vector<std::string> where;
    for (const Sighting &sighting : sample.sightings)
      if (sighting.needed.has(allowance) && sighting.wrong == 0)
        where.push_back(fmt::format("{} {}", sighting.operation, name(sighting.element)));
    say("    granted {}: {}\n", nameOf(allowance), fmt::join(where, ", "));
  }
  if (sample.allowances() == Allowances())
    say("    granted nothing\n");
  for (const Sighting &sighting : sample.sightings)
    if (sighting.wrong > 0)
      say("    wrong whatever is granted: {} {}: {} of {} elements, such as one that {}\n",
          sighting.operation, name(sighting.element), sighting.wrong, sighting.inputs,
          sighting.example);
  std::map<std::string, std::vector<std::string>> missing;
  for (const auto &[what, reason] : sample.missing)
    missing[reason].push_back(what);
  for (const auto &[reason, what] : missing)
    say("    not looked at: {}: {}\n", fmt::join(what, ", "), reason);
}

bool isWrong(const Sample &sample) {
  return std::ranges::any_of(sample.sightings,
                             [](const Sighting &sighting) { return sighting.wrong > 0; });
}

/// Shows on a terminal what is looked at.
std::function<void(const std::string &)> progress() {
  if (!isatty(STDERR_FILENO))
    return {};
  return [](const std::string &step) { say(stderr, "\r\x1b[K  {}", step); };
}

Expected<Sample> sweepHere(const Context &context, const TargetName &name,
                           const SweepFlags &flags) {
  if (name.compiler == "mlir" && name.pipeline)
    return Error{fmt::format("{} writes operands into the module: sweep the passes in this "
                             "process, as cpu:pipeline={}",
                             name.text(), *name.pipeline)};
  auto target = context.services.makeTarget(name, {});
  if (!target)
    return target.error();
  SweepOptions options;
  options.operands = flags.full ? allOfF32 : flags.operands;
  options.seconds = flags.full ? std::numeric_limits<double>::infinity() : flags.seconds;
  options.onStep = progress();
  Sample sample = sweep(**target, options);
  if (options.onStep)
    say(stderr, "\r\x1b[K");
  return sample;
}

/// What is in the file already; nothing if it cannot be used.
Samples samplesIn(const std::string &file) {
  auto text = readFile(file);
  if (!text)
    return {};
  auto samples = readSamples(*text, file);
  return samples && *samples ? std::move(**samples) : Samples();
}

/// The sweep of one target in a process of its own, which a compiler may crash or hang.
Expected<Sample> sweepApart(const TargetName &name, const SweepFlags &flags,
                            const std::filesystem::path &folder) {
  const std::string file = folder / "sweep.json";
  std::error_code code;
  std::filesystem::remove(file, code);
  std::vector<std::string> words = {"/proc/self/exe", "target",
                                    "sweep",          name.text(),
                                    "--json",         file,
                                    "--seconds",      fmt::format("{}", flags.seconds),
                                    "--operands",     fmt::format("{}", flags.operands)};
  if (flags.full)
    words.emplace_back("--full");
  CommandLimits limits;
  // What is under way when the time is up may go on for as long as a manifest allows a step.
  limits.seconds = flags.full ? 0 : static_cast<unsigned>(flags.seconds) + 240;
  auto ended = runCommand(words, limits);
  if (!ended)
    return ended.error();
  const Samples samples = samplesIn(file);
  std::filesystem::remove(file, code);
  if (auto sample = samples.find(name); sample != samples.end())
    return sample->second;
  if (ended->end == CommandResult::End::Exited)
    return Error{fmt::format("the sweep of {} ended with code {}: {}", name.text(), ended->exitCode,
                             firstLine(ended->err))};
  return Error{fmt::format("the sweep of {} {}", name.text(),
                           ended->end == CommandResult::End::TimedOut
                               ? "did not end"
                               : fmt::format("was ended by signal {}", ended->signal))};
}

} // namespace

void declareSweepFlags(ArgumentParser &parser, SweepFlags &flags) {
  parser.add("--full", &flags.full,
             "Sweep all 4,294,967,296 operands of f32, however long it takes");
  parser
      .add("--seconds", "FLOAT:NONNEGATIVE", &flags.seconds,
           "Time for the sweep of each target; 0 sweeps nothing, and grants nothing")
      .check(nonNegativeNumber())
      .showDefault();
  parser.add("--operands", "INT:POSITIVE", &flags.operands, "Operands of f32 for each function")
      .check(positiveNumber())
      .showDefault();
}

Expected<void> keepSamples(const Context &, const std::string &compiler,
                           const std::vector<TargetName> &targets, const SweepFlags &flags) {
  auto file = sampleFile(compiler);
  if (!file)
    return file.error();
  Samples samples;
  if (flags.seconds > 0 || flags.full)
    say(stderr, "looking at what functions and attention lose ...\n");
  for (const TargetName &target : targets) {
    if (flags.seconds == 0 && !flags.full)
      break;
    auto sample = sweepApart(target, flags, file->parent_path());
    if (!sample) {
      // What it does not survive is told of, and leaves no sample.
      complain(sample.error());
      continue;
    }
    print(target, *sample);
    samples[target] = std::move(*sample);
  }
  return writeFile(*file, writeSamples(samples));
}

int runSweep(const Context &context, const SweepCommand &command) {
  Samples samples = command.json.empty() ? Samples() : samplesIn(command.json);
  bool wrong = false;
  for (const TargetName &target : command.targets) {
    auto sample = sweepHere(context, target, command.flags);
    if (!sample)
      return complain(sample.error());
    print(target, *sample);
    wrong |= isWrong(*sample);
    samples[target] = std::move(*sample);
  }
  if (!command.json.empty())
    if (auto written = writeFile(command.json, writeSamples(samples)); !written)
      return complain(written.error());
  return wrong ? SomethingFound : AllAgree;
}

} // namespace assay
