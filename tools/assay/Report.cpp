#include "campaign/report/Report.h"
#include "campaign/store/Paths.h"
#include "compiler/mutants/MutatorSeries.h"
#include "tools/assay/Cli.h"
#include "tools/assay/Say.h"

#include <fmt/format.h>

namespace assay {
namespace {

struct Flags {
  std::string store;
  std::string output;
  std::vector<std::string> merge;
  std::vector<std::string> mutation; // files
};

Expected<Store> openMerged(const Flags &flags) {
  auto store =
      Store::open(flags.store, flags.merge.empty() ? Store::Mode::Read : Store::Mode::Write);
  for (const std::string &other : flags.merge)
    if (store)
      ASSAY_TRY(store->merge(other));
  return store;
}

/// The page, to lie in that folder.
Expected<std::string> page(const Flags &flags, const Context &context,
                           const std::filesystem::path &folder) {
  auto mutation = readMutationFigures(flags.mutation, mutatorSeries);
  if (!mutation)
    return mutation.error();
  if (flags.store.empty())
    return renderMutationReport(*mutation, folder);
  auto store = openMerged(flags);
  if (!store)
    return store.error();
  auto summary = summarise(*store, context.services.upstreamPoints);
  if (!summary)
    return summary.error();
  return renderReport(*summary, folder, *mutation);
}

int runReport(Flags flags, const Context &context) {
  if (flags.store.empty() && (flags.mutation.empty() || flags.output.empty()))
    return complain({"name a store of `assay fuzz`, or files with --mutation and a page with -o; "
                     "--help says more"});
  if (flags.output.empty())
    flags.output = Paths(flags.store).report().string();
  // Who redirects standard output most likely does so to a file in this folder.
  const auto folder = flags.output == "-" ? std::filesystem::path(".")
                                          : std::filesystem::path(flags.output).parent_path();
  auto made = page(flags, context, folder);
  if (!made)
    return complain(made.error());
  if (auto written = writeOutput(flags.output, *made); !written)
    return complain(written.error());
  if (flags.output != "-")
    say("{}\n", flags.output);
  return AllAgree;
}

} // namespace

Action declareReport(ArgumentParser &parser) {
  auto flags = std::make_shared<Flags>();
  parser.add("STORE", &flags->store, "A store of `assay fuzz`; none if there is --mutation");
  parser.add("-o,--output", "FILE.html", &flags->output,
             "HTML file to write, or -; default: beside the store");
  parser.add("--merge", "STORE", &flags->merge, "Take over what these stores hold first");
  parser.add("--mutation", "FILE.json", &flags->mutation,
             "Show what `assay mutate --json` wrote there; may be given several times");
  return [flags](const Context &context) { return runReport(*flags, context); };
}

} // namespace assay
