// `assay report` by itself, for machines that collect campaigns and have no compiler.
#include "support/Version.h"
#include "tools/assay/Cli.h"
#include "tools/assay/Say.h"

int main(int argc, char **argv) {
  using namespace assay;
  CLI::App app("The report of a campaign, from its store", "assay-report");
  app.set_version_flag("--version", version);
  app.footer("Examples:\n  assay-report night.db -o night.html\n"
             "  assay-report all.db --merge one.db --merge two.db");
  const Action action = declareReport(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForVersion &) {
    say("assay {}\n", version);
    return AllAgree;
  } catch (const CLI::Success &help) {
    return app.exit(help);
  } catch (const CLI::ParseError &error) {
    return complain({std::string(error.what()) + "; see `assay-report --help`"});
  }
  const Services none;
  return action(Context{none, {}, "", argv[0]});
}
