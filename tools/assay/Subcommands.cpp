#include "tools/assay/Cli.h"

namespace assay {
namespace {

constexpr Subcommand table[] = {
    {"fuzz", "Run a campaign: random programs, on several targets, against the reference",
     R"(  assay fuzz                                  one minute on cpu:O0 and cpu:O2, a fresh seed
  assay fuzz --target cpu:O2 --seed 7 --count 1000
  assay fuzz --store night.db --minutes 600   Ctrl-C ends it; the same command goes on
  assay fuzz --seed 7 --count 100000 --shard 3/8
                                              one of 8 machines' part: see assay merge
  assay fuzz --inject topk-tie-at-tile-edge   see a fault found and reduced)",
     declareFuzz},
    {"gate", "Hold a changed compiler against what is there: the same programs on both",
     R"(  assay gate --base iree@3.13.0 --candidate iree@mybuild
  assay gate --base cpu:O0 --candidate cpu:O2 --count 2000 --junit gate.xml
  assay gate --base mycc-old --candidate mycc:O2 --fail-on mismatch,crash --minutes 30)",
     declareGate},
    {"night", "Run what a config says, night for night: campaigns, new releases, retests, the page",
     R"(  assay night night.json                      docs/night.md: what the file says
  assay night night.json || echo $?           1 news, 3 the night says little)",
     declareNight},
    {"gen", "Print or write generated cases, or given ones in another form",
     R"(  assay gen --seed 7 --index 12               one case as text
  assay gen --seed 7 --count 100 -o cases --format json
  assay gen --seed 7 --format mlir --specialize dynamic
  assay gen bug.json --format stablehlo       a case that is there)",
     declareGen},
    {"check", "Check given cases against targets",
     R"(  assay check case.json --target cpu:O0,cpu:O2
  assay check corpus/*.txt --target cpu:O1 --json)",
     declareCheck},
    {"reduce", "Shrink a failing case and write it as a lit case",
     R"(  assay reduce case.json --target cpu:O2 -o bug.mlir
  assay reduce case.json --target cpu:O2 --minutes 10 --json reduction.json)",
     declareReduce},
    {"replay", "Check the case in a lit, JSON or text file again",
     R"(  assay replay bug.mlir                       on the target it was found on
  assay replay bug.mlir --target cpu:O0)",
     declareReplay},
    {"bisect", "Find the releases, or the commits, between which a case began to fail",
     R"(  assay bisect bug.mlir --targets iree@3.3.0..3.13.0
  assay bisect bug.mlir --target iree@mine:llvm-cpu:O2 --run 'ninja -C ../build' --repository ../iree --good v3.12.0 --bad main
  assay bisect case.json --target iree@3.4.0:hip:O3 --targets iree@3.3.0..3.13.0)",
     declareBisect},
    {"explain", "Say which pass or phase fails, and which levels, flags or left out passes hide it",
     R"(  assay explain bug.mlir
  assay explain bug.mlir --all                what came of each flag and phase
  assay explain bug.mlir --json cause.json    the same for programs
  assay explain bug.mlir --target mlir@22:random=7
  assay explain case.json --target iree@3.13.0:llvm-cpu:O2)",
     declareExplain},
    {"known", "List the bugs that a campaign does not report again",
     R"(  assay known
  assay known --add bug.mlir --to mine.json   suppressed from now on: assay fuzz --known mine.json)",
     declareKnown},
    {"bug", "Look after the bugs that were found: their states, and what an upstream issue needs",
     R"(  assay bug list --state open --compiler iree
  assay bug show iree-erf-f64
  assay bug link iree-erf-f64 https://github.com/iree-org/iree/issues/1
  assay bug set iree-erf-f64 fixed --release 3.14.0 --why 'retested by hand'
  assay bug duplicate iree-folds-cast-sort iree-folds-cast --why 'the same cast is folded'
  assay bug export iree-erf-f64 -o erf.tar.gz)",
     declareBug},
    {"retest", "Run the cases of bugs on a release, and say and keep what became of each",
     R"(  assay retest --on iree@3.13.0               minutes; all that are open, fixed or obsolete
  assay retest --on iree@3.13.0 iree-erf-f64  that one
  assay retest --on iree@3.13.0 --dry-run     what it would keep)",
     declareRetest},
    {"mutate", "Measure how many bugs of a compiler would be seen: change it at random, and check",
     R"(  assay mutate --target cpu:O0                one minute, a fresh seed
  assay mutate --target hip:O1 --seed 7 --count 500 --json score.json
  assay mutate --target cpu:O2 -o missed      with the programs of what is not seen
  assay mutate --target cpu:O0 --rules        wrong rewrites, applied wherever they match
  assay mutate --target hip:O1 --faults --campaigns 5)",
     declareMutate},
    {"tightness", "Measure how large an error of a single op must be to be reported",
     R"(  assay tightness                             on cpu:O0, 10,000 programs, some seconds
  assay tightness --target hip:O1 --json tightness.json)",
     declareTightness},
    {"site", "Write what stores hold, and the bugs that are known, as a folder of web pages",
     R"(  assay site night.db -o site                 open site/index.html: no server, no network
  assay site one.db two.db -o site            both as one
  assay site --mutation score.json -o site)",
     declareSite},
    {"merge", "Make one campaign of what many machines did of it",
     R"(  assay fuzz --seed 7 --count 100000 --shard 3/8      on each of 8 machines, from 0/8 to 7/8
  assay merge assay-out/seed-7/shard-*.db -o all.db --json all.json
  assay merge assay-out/seed-7/shard-*.db -o all.db --reduce)",
     declareMerge},
    {"coverage", "Say which of a compiler's rewrite patterns and passes did something in campaigns",
     R"(  assay coverage night.db
  assay coverage one.db two.db --unreached    both together, and what was never tried
  assay coverage night.db --json)",
     declareCoverage},
    {"plan", "Make a plan of what programs to draw from what campaigns learned",
     R"(  assay plan --explore -o explore.json        for campaigns to learn from
  assay plan --from night.db -o plan.json
  assay plan --from one.db two.db --programs 10000 -o plan.json
  assay fuzz --plan plan.json                 docs/plans.md: what a plan is)",
     declarePlan},
    {"target", "Add compilers that others release, and look after them",
     R"(  assay target add iree@3.13.0                 from PyPI, into the user's data folder
  assay target add iree@3.13.0 --path venv     what is installed already
  assay target add iree@mybuild --path ../iree-build
                                               a build of your own; mlir@mybuild for one of LLVM
  assay target add mycc.json                   what a manifest describes: docs/add-a-target.md
  assay target doctor
  assay target sweep cpu:O2                    what its functions and attention lose)",
     declareTarget},
    {"targets", "List the targets", "  assay targets", declareTargets},
    {"profiles", "List the profiles of the generator", "  assay profiles", declareProfiles},
    {"faults", "List the deliberate bugs that can be built into targets by --inject",
     R"(  assay faults
  assay faults hip:O1                         those of a target
  assay fuzz --inject topk-tie-at-tile-edge   see one found and reduced)",
     declareFaults},
    {"ops", "List the ops that programs are made of, their attributes, and types",
     R"(  assay ops
  assay ops topk > case.txt                   with a case to begin with)",
     declareOps},
    {"help", "Print what there is to know of a topic, or of a command",
     R"(  assay help                                  the topics
  assay help gate
  assay help fuzz                             as assay fuzz --help)",
     declareHelp},
    {"completion", "Print what a shell needs to complete command lines",
     R"(  . <(assay completion bash)                  in ~/.bashrc
  . <(assay completion zsh)                   in ~/.zshrc, behind compinit)",
     declareCompletion},
    {"complete", "Used by completion", "", declareComplete, true},
    {"worker", "Used by the others", "", declareWorker, true},
};

} // namespace

std::span<const Subcommand> subcommands() { return table; }

} // namespace assay
