#include "tools/assay/Cli.h"

namespace assay {

/// The name, or what CLI11 takes for a wrong value.
static TargetName parsed(const std::string &text) {
  auto name = TargetName::parse(text);
  if (!name)
    throw CLI::ValidationError(name.error().message);
  return std::move(*name);
}

CLI::Option *addTargets(CLI::App &app, const std::string &name, std::vector<TargetName> &targets,
                        const std::string &help) {
  return app
      .add_option_function<std::vector<std::string>>(
          name,
          [&targets](const std::vector<std::string> &given) {
            for (const std::string &texts : given)
              for (const std::string &text : splitTargetNames(texts))
                targets.push_back(parsed(text));
          },
          help)
      ->type_name("T,...");
}

CLI::Option *addTarget(CLI::App &app, const std::string &name, std::optional<TargetName> &target,
                       const std::string &help) {
  return app
      .add_option_function<std::string>(
          name, [&target](const std::string &text) { target = parsed(text); }, help)
      ->type_name("T");
}

} // namespace assay
