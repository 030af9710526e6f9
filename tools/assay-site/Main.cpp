// `assay site` by itself, for machines that collect campaigns and have no compiler.
#include "tools/assay/Cli.h"

int main(int argc, char **argv) {
  using namespace assay;
  CommandLine commandLine("assay-site",
                          "What stores hold, and the bugs that are known, as web pages");
  commandLine.footer("Examples:\n  assay-site night.db -o site\n"
                     "  assay-site one.db two.db -o site");
  const Action action = declareSite(commandLine);
  if (auto code = commandLine.parse(argc, argv))
    return *code;
  const Services none;
  return action(Context{none, {}, "", argv[0]});
}
