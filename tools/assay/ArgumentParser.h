#pragma once

#include "target/TargetName.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace assay {

/// What is wrong with a text that was given for an option; empty if nothing is.
using Check = std::function<std::string(const std::string &)>;

/// A number from `least` to 2^63-1 in decimal digits; CLI11 itself cuts off what is larger.
Check wholeNumber(int64_t least);
/// For seeds: 0 to 2^64-1.
Check seedNumber();
/// A number of minutes above 0.
Check minutesNumber();
/// A number of seconds from 0 on.
Check secondsNumber();
/// From 0 to 1.
Check shareNumber();
/// A number of workers from 1 to 1024.
Check workersNumber();
/// From 0 on.
Check nonNegativeNumber();
/// Above 0.
Check positiveNumber();

/// The variable that an option sets. It keeps what it holds if the option is not given, and must
/// live until the command line is parsed. What sets a bool takes no value, what sets a vector takes
/// several; targets may be given with commas between as well: splitTargetNames().
using Destination =
    std::variant<bool *, int *, int64_t *, uint64_t *, double *, std::string *,
                 std::optional<int64_t> *, std::optional<uint64_t> *, std::optional<double> *,
                 std::optional<std::string> *, std::vector<std::string> *,
                 std::optional<TargetName> *, std::vector<TargetName> *>;

/// An option or argument of a command; a copy is the same one. CLI11 is behind these classes, and
/// in ArgumentParser.cpp alone: it takes seconds to compile wherever it is included.
class Option {
public:
  explicit Option(CLI::Option *option) : option(option) {}

  Option &required();
  /// Refuses values that do not pass.
  Option &check(Check check);
  /// Has --help print what the variable holds by now.
  Option &showDefault();
  /// Takes one value each time that it is given, and no argument behind that.
  Option &oneEach();
  /// Only together with the other.
  Option &needs(const Option &other);
  /// Not together with the other.
  Option &excludes(const Option &other);

  /// Once the command line is parsed.
  bool isGiven() const;

private:
  CLI::Option *option;
};

/// An option or argument as its parser knows it.
struct OptionDescription {
  /// With their dashes; of an argument the one that it has in --help.
  std::vector<std::string> names;
  /// As --help calls it; empty if it takes no value.
  std::string valueName;
  std::string help;
  bool takesSeveral = false;

  bool isArgument() const { return !names.front().starts_with('-'); }
};

/// A command as its parser knows it: what is hidden is not in it.
struct CommandDescription {
  std::string name, summary;
  std::vector<OptionDescription> options;
  std::vector<CommandDescription> commands;
};

/// Takes the arguments of a command; a copy is the same one. It lives as long as its CommandLine.
class ArgumentParser {
public:
  explicit ArgumentParser(CLI::App *app) : app(app) {}

  /// `names` are one or two with dashes, "-o,--output", or that of an argument, which has none.
  Option add(const std::string &names, Destination destination, const std::string &help);
  /// --help calls the value `valueName`, as FILE; not, as above, after its type.
  Option add(const std::string &names, const std::string &valueName, Destination destination,
             const std::string &help);
  /// An option that sets nothing: valueOf() has its value.
  Option add(const std::string &names, const std::string &valueName, const std::string &help);

  ArgumentParser addSubcommand(const std::string &name, const std::string &summary);
  /// Exactly one of them must be given.
  void requireSubcommand();
  /// Not among the subcommands that --help lists.
  void hide();
  /// Shown at the end of --help.
  void footer(const std::string &text);
  /// Called when all of the command's arguments are parsed.
  void onParsed(std::function<void()> callback);

  /// Whether the command line has this subcommand.
  bool isChosen() const;
  CommandDescription describe() const;
  /// What --help of a subcommand prints; nothing if there is none of that name.
  std::optional<std::string> helpOf(const std::string &subcommand) const;
  /// That of the command that this one is a subcommand of.
  ArgumentParser parent() const;
  /// What was given for the option of that name, if there is such an option.
  std::optional<std::string> valueOf(const std::string &name) const;

protected:
  CLI::App *app;
};

/// That of a program, with --help and --version.
class CommandLine : public ArgumentParser {
public:
  CommandLine(const std::string &program, const std::string &summary);
  ~CommandLine();
  CommandLine(const CommandLine &) = delete;
  CommandLine &operator=(const CommandLine &) = delete;

  /// The column of --help in which explanations begin; of subcommands that are added later as well.
  void helpColumn(size_t column);

  /// What --version prints behind the name and number, called if it is asked for.
  void addToVersion(std::function<std::string()> text);

  /// An exit code if the program is to end at once: what --help or --version ask for was printed,
  /// or on stderr what is wrong with the command line.
  std::optional<int> parse(int argc, char **argv);

private:
  std::unique_ptr<CLI::App> root;
  std::function<std::string()> moreOfVersion;
};

} // namespace assay
