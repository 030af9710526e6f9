// `assay report` by itself, for machines that collect campaigns and have no compiler.
#include "tools/assay/Cli.h"

int main(int argc, char **argv) {
  using namespace assay;
  CommandLine commandLine("assay-report", "The report of a campaign, from its store");
  commandLine.footer("Examples:\n  assay-report night.db -o night.html\n"
                     "  assay-report all.db --merge one.db --merge two.db");
  const Action action = declareReport(commandLine);
  if (auto code = commandLine.parse(argc, argv))
    return *code;
  const Services none;
  return action(Context{none, {}, "", argv[0]});
}
