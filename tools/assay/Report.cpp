#include "campaign/report/Report.h"
#include "campaign/store/Paths.h"
#include "tools/assay/Cli.h"
#include "tools/assay/Say.h"

#include <fmt/format.h>

namespace assay {
namespace {

struct Flags {
  std::string store;
  std::string output;
  std::vector<std::string> merge;
};

Expected<Store> openMerged(const Flags &flags) {
  auto store =
      Store::open(flags.store, flags.merge.empty() ? Store::Mode::Read : Store::Mode::Write);
  for (const std::string &other : flags.merge)
    if (store)
      ASSAY_TRY(store->merge(other));
  return store;
}

int runReport(Flags flags, const Context &context) {
  if (flags.output.empty())
    flags.output = Paths(flags.store).report().string();
  auto store = openMerged(flags);
  if (!store)
    return complain(store.error());
  auto summary = summarise(*store, context.services.upstreamPoints);
  if (!summary)
    return complain(summary.error());
  // Who redirects standard output most likely does so to a file in this folder.
  const auto folder = flags.output == "-" ? std::filesystem::path(".")
                                          : std::filesystem::path(flags.output).parent_path();
  if (auto written = writeOutput(flags.output, renderReport(*summary, folder)); !written)
    return complain(written.error());
  if (flags.output != "-")
    say("{}\n", flags.output);
  return AllAgree;
}

} // namespace

Action declareReport(ArgumentParser &parser) {
  auto flags = std::make_shared<Flags>();
  parser.add("STORE", &flags->store, "A store of `assay fuzz`").required();
  parser.add("-o,--output", "FILE.html", &flags->output,
             "HTML file to write, or -; default: beside the store");
  parser.add("--merge", "STORE", &flags->merge, "Take over what these stores hold first");
  return [flags](const Context &context) { return runReport(*flags, context); };
}

} // namespace assay
