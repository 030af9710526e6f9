#include "tools/assay/ArgumentParser.h"

#include "support/Closest.h"
#include "support/DurationText.h"
#include "support/Version.h"
#include "tools/assay/Cli.h"
#include "tools/assay/Say.h"

#include <CLI/CLI.hpp>

#include <charconv>
#include <cmath>
#include <fmt/format.h>

namespace assay {
namespace {

constexpr int64_t maxWorkers = 1024;

/// The whole text as a T.
template <class T> std::optional<T> numberIn(const std::string &text) {
  T value{};
  auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code != std::errc() || end != text.data() + text.size())
    return std::nullopt;
  return value;
}

/// The whole text as a T for which `holds`, which `expected` describes.
template <class T, class Holds> Check numberThat(std::string expected, Holds holds) {
  return [expected = std::move(expected), holds](const std::string &text) {
    auto value = numberIn<T>(text);
    return value && holds(*value) ? std::string() : fmt::format("'{}' is no {}", text, expected);
  };
}

/// The name, or what CLI11 takes for a wrong value.
TargetName parsedTarget(const std::string &text) {
  auto name = TargetName::parse(text);
  if (!name)
    throw CLI::ValidationError(name.error().message);
  return std::move(*name);
}

/// Declares an option by the type of its variable.
struct Adder {
  CLI::App &app;
  const std::string &names, &help;

  template <class T> CLI::Option *operator()(T *value) const {
    return app.add_option(names, *value, help);
  }
  CLI::Option *operator()(bool *value) const { return app.add_flag(names, *value, help); }
  CLI::Option *operator()(std::optional<TargetName> *target) const {
    const auto take = [target](const std::string &text) { *target = parsedTarget(text); };
    return app.add_option_function<std::string>(names, take, help)->type_name("T");
  }
  CLI::Option *operator()(std::vector<TargetName> *targets) const {
    const auto take = [targets](const std::vector<std::string> &given) {
      for (const std::string &texts : given)
        for (const std::string &text : splitTargetNames(texts))
          targets->push_back(parsedTarget(text));
    };
    return app.add_option_function<std::vector<std::string>>(names, take, help)->type_name("T,...");
  }
};

/// The command of the line, as far as it names one.
const CLI::App &innermost(const CLI::App &root) {
  const CLI::App *app = &root;
  while (!app->get_subcommands().empty())
    app = app->get_subcommands().front();
  return *app;
}

/// What may have been meant by a flag that the command does not have, or by a command.
std::string guess(const CLI::App &app, const std::string &word) {
  std::vector<std::string> known;
  if (word.starts_with('-'))
    for (const CLI::Option *option : app.get_options())
      for (const std::string &name : option->get_lnames())
        known.push_back("--" + name);
  else
    for (const CLI::App *command : app.get_subcommands([](const CLI::App *) { return true; }))
      if (!command->get_group().empty())
        known.push_back(command->get_name());
  return didYouMean(word.substr(0, word.find('=')),
                    std::vector<std::string_view>(known.begin(), known.end()));
}

/// Where a flag belongs that may be that of a manifest's compiler; empty of other words and
/// targets.
std::string flagHint(const CLI::App &command, const std::string &word) {
  const CLI::Option *option = command.get_option_no_throw("--target");
  if (!word.starts_with('-') || !option || option->results().empty())
    return "";
  const auto target = TargetName::parse(option->results().front());
  if (!target || !target->isOfManifest())
    return "";
  return fmt::format(
      "; flags of {0} are part of its name, as in {0},--fast, and so are passes that "
      "are left out: {0},without=PASS",
      target->text());
}

/// What is wrong, in our words where CLI11's do not say it.
std::string parseProblem(const CLI::App &root, const CLI::ParseError &error) {
  const CLI::App &command = innermost(root);
  const std::vector<std::string> rest = root.remaining(true);
  if (rest.empty())
    return error.what();
  if (command.get_require_subcommand_min() > 0 && !rest.front().starts_with('-'))
    return fmt::format("there is no command '{}'{}", rest.front(), guess(command, rest.front()));
  const bool isExtra = dynamic_cast<const CLI::ExtrasError *>(&error) != nullptr;
  return error.what() +
         (isExtra ? guess(command, rest.front()) + flagHint(command, rest.front()) : "");
}

} // namespace

Check wholeNumber(int64_t least) {
  return numberThat<int64_t>(least > 0 ? "whole number from 1 on" : "whole number from 0 on",
                             [least](int64_t value) { return value >= least; });
}

Check seedNumber() {
  return numberThat<uint64_t>("whole number from 0 to 2^64-1", [](uint64_t) { return true; });
}

Check minutesNumber() {
  return numberThat<double>(fmt::format("number of minutes above 0, and at most {}", mostMinutes),
                            [](double value) { return value > 0 && value <= double(mostMinutes); });
}

Check secondsNumber() {
  return numberThat<double>(
      fmt::format("number of seconds from 0 to {}", 60 * mostMinutes),
      [](double value) { return value >= 0 && value <= 60 * double(mostMinutes); });
}

Check shareNumber() {
  return numberThat<double>("number from 0 to 1",
                            [](double value) { return value >= 0 && value <= 1; });
}

Check workersNumber() {
  return numberThat<int64_t>("number of workers from 1 to 1024",
                             [](int64_t value) { return value >= 1 && value <= maxWorkers; });
}

Check nonNegativeNumber() {
  return [](const std::string &text) { return CLI::NonNegativeNumber(text); };
}

Check positiveNumber() {
  return [](const std::string &text) { return CLI::PositiveNumber(text); };
}

Option &Option::required() {
  option->required();
  return *this;
}

Option &Option::check(Check check) {
  const auto complaint = [check = std::move(check)](std::string &text) { return check(text); };
  // No words of its own in --help.
  option->check(CLI::Validator(complaint, ""));
  return *this;
}

Option &Option::showDefault() {
  option->capture_default_str();
  return *this;
}

Option &Option::oneEach() {
  option->allow_extra_args(false);
  return *this;
}

Option &Option::needs(const Option &other) {
  option->needs(other.option);
  return *this;
}

Option &Option::excludes(const Option &other) {
  option->excludes(other.option);
  return *this;
}

bool Option::isGiven() const { return !option->empty(); }

Option ArgumentParser::add(const std::string &names, Destination destination,
                           const std::string &help) {
  return Option(std::visit(Adder{*app, names, help}, destination));
}

Option ArgumentParser::add(const std::string &names, const std::string &valueName,
                           Destination destination, const std::string &help) {
  return Option(std::visit(Adder{*app, names, help}, destination)->type_name(valueName));
}

Option ArgumentParser::add(const std::string &names, const std::string &valueName,
                           const std::string &help) {
  return Option(app->add_option(names, help)->type_name(valueName));
}

ArgumentParser ArgumentParser::addSubcommand(const std::string &name, const std::string &summary) {
  return ArgumentParser(app->add_subcommand(name, summary));
}

void ArgumentParser::requireSubcommand() { app->require_subcommand(1); }

void ArgumentParser::hide() { app->group(""); }

void ArgumentParser::footer(const std::string &text) { app->footer(text); }

void ArgumentParser::onParsed(std::function<void()> callback) {
  app->parse_complete_callback(std::move(callback));
}

bool ArgumentParser::isChosen() const { return app->parsed(); }

static OptionDescription describe(const CLI::Option &option) {
  OptionDescription description;
  for (const std::string &name : option.get_snames())
    description.names.push_back("-" + name);
  for (const std::string &name : option.get_lnames())
    description.names.push_back("--" + name);
  if (description.names.empty())
    description.names.push_back(option.get_name());
  if (option.get_items_expected_max() > 0)
    description.valueName = option.get_type_name();
  description.help = option.get_description();
  description.takesSeveral = option.get_expected_max() > 1;
  return description;
}

CommandDescription ArgumentParser::describe() const {
  CommandDescription description;
  description.name = app->get_name();
  description.summary = app->get_description();
  for (const CLI::Option *option : app->get_options())
    description.options.push_back(assay::describe(*option));
  for (CLI::App *subcommand : app->get_subcommands({}))
    if (!subcommand->get_group().empty())
      description.commands.push_back(ArgumentParser(subcommand).describe());
  return description;
}

std::optional<std::string> ArgumentParser::helpOf(const std::string &subcommand) const {
  for (const CLI::App *one : app->get_subcommands({}))
    if (one->get_name() == subcommand)
      return one->help(app->get_name());
  return std::nullopt;
}

ArgumentParser ArgumentParser::parent() const { return ArgumentParser(app->get_parent()); }

std::optional<std::string> ArgumentParser::valueOf(const std::string &name) const {
  const CLI::Option *option = app->get_option_no_throw(name);
  return option && *option ? std::optional(option->as<std::string>()) : std::nullopt;
}

CommandLine::CommandLine(const std::string &program, const std::string &summary)
    : ArgumentParser(nullptr), root(std::make_unique<CLI::App>(summary, program)) {
  app = root.get();
  root->set_version_flag("--version", version);
}

CommandLine::~CommandLine() = default;

void CommandLine::helpColumn(size_t column) { root->get_formatter()->column_width(column); }

void CommandLine::addToVersion(std::function<std::string()> text) {
  moreOfVersion = std::move(text);
}

std::optional<int> CommandLine::parse(int argc, char **argv) {
  // CLI11's exceptions end here.
  try {
    root->parse(argc, argv);
    return std::nullopt;
  } catch (const CLI::CallForVersion &) {
    say("assay {}\n{}", version, moreOfVersion ? moreOfVersion() : "");
    return AllAgree;
  } catch (const CLI::Success &help) {
    root->exit(help);
    return AllAgree;
  } catch (const CLI::ParseError &error) {
    std::string where = root->get_name();
    for (const CLI::App *at = root.get(); !at->get_subcommands().empty();) {
      at = at->get_subcommands().front();
      where += " " + at->get_name();
    }
    return complain({fmt::format("{}; see `{} --help`", parseProblem(*root, error), where)});
  }
}

} // namespace assay
