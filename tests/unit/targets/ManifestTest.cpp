#include "targets/manifest/ManifestTarget.h"

#include <catch2/catch.hpp>

using namespace assay;

static const std::string example = R"({
  "schema": 1,
  "name": "mycc",
  "version": "1.4",
  "based_on": "mlir@22",
  "flavour": {"name": "iree", "version": "3.5.0"},
  "compile": ["mycc", "{input}", "-o{output}", "{flags}"],
  "run": {
    "command": ["{module}", "{inputs}", "{outputs}"],
    "index": "--index={value}",
    "input": ["--input", "{type}=@{file}"],
    "output": "--output={file}",
    "format": "npy"
  },
  "files": ["a.py", "{here}/lib"],
  "limits": {"seconds": 7, "mebibytes": 100},
  "levels": {"O0": [], "O2": ["-O2", "--fast"]},
  "passes": {"names": ["cse", "fuse{2}"], "without": "--no-{pass}", "after": ["--to", "at:{pass}"]},
  "elements": {"c64": "cf64"},
  "unsupported": [{"pattern": "rank [0-9]+ is", "reason": "ranks"}],
  "accuracy": {"function_scale": 2, "rounds_sqrt": false, "sums_in_order": true}
})";

TEST_CASE("a manifest says everything about a compiler") {
  auto manifest = readManifest(example, "m.json");
  if (!manifest)
    FAIL(manifest.error().message);
  CHECK(manifest->name == "mycc");
  CHECK(manifest->version == "1.4");
  CHECK(manifest->basedOn == "mlir@22");
  CHECK(manifest->flavour == Flavour::Iree);
  CHECK(manifest->flavourVersion == VersionNumber{3, 5, 0});
  CHECK(manifest->compile == Manifest::Words{"mycc", "{input}", "-o{output}", "{flags}"});
  CHECK(manifest->run == Manifest::Words{"{module}", "{inputs}", "{outputs}"});
  CHECK(manifest->index == Manifest::Words{"--index={value}"});
  CHECK(manifest->input == Manifest::Words{"--input", "{type}=@{file}"});
  CHECK(manifest->output == Manifest::Words{"--output={file}"});
  CHECK(manifest->format == TensorFormat::Npy);
  CHECK(manifest->files == Manifest::Words{"a.py", "{here}/lib"});
  CHECK(manifest->limits.seconds == 7);
  CHECK(manifest->limits.mebibytes == 100);
  REQUIRE(manifest->levels.size() == 2);
  CHECK(manifest->levels[1].name == "O2");
  CHECK(manifest->levels[1].flags == Manifest::Words{"-O2", "--fast"});
  CHECK(manifest->passes.names == Manifest::Words{"cse", "fuse{2}"});
  CHECK(manifest->passes.without == Manifest::Words{"--no-{pass}"});
  CHECK(manifest->passes.after == Manifest::Words{"--to", "at:{pass}"});
  CHECK(manifest->elements.at(ElementType::C64) == "cf64");
  REQUIRE(manifest->unsupported.size() == 1);
  CHECK(manifest->unsupported[0].pattern.isIn("error: rank 12 is odd"));
  CHECK(manifest->accuracy.functionScale == 2);
  CHECK(manifest->accuracy.sumsInOrder);
  CHECK(manifest->accuracy.allowances == Allowances().with(Allowance::LooseSqrt));
  CHECK(manifest->denied == Allowances());
}

TEST_CASE("what may be left out has defaults") {
  auto manifest = readManifest(R"({"schema": 1, "name": "a", "version": "0",
    "flavour": {"name": "linalg"}, "compile": ["a", "{input}", "{output}"],
    "run": {"command": ["b", "{module}", "{inputs}", "{outputs}"], "input": "{file}", "output": "{file}"}})",
                               "m.json");
  if (!manifest)
    FAIL(manifest.error().message);
  CHECK(manifest->flavourVersion == newestKnownVersion);
  CHECK(manifest->index.empty());
  CHECK(manifest->format == TensorFormat::Raw);
  CHECK(manifest->limits.seconds == 60);
  CHECK(manifest->limits.mebibytes == 4096);
  CHECK(manifest->levels.empty());
}

/// The message for the example with `from` replaced by `to`.
static std::string rejectionOf(std::string_view from, std::string_view to) {
  std::string text = example;
  const size_t at = text.find(from);
  INFO(from);
  REQUIRE(at != std::string::npos);
  auto read = readManifest(text.replace(at, from.size(), to), "m.json");
  REQUIRE_FALSE(read);
  return read.error().message;
}

TEST_CASE("a rejection of a manifest names the place") {
  const std::tuple<const char *, const char *, const char *> rejections[] = {
      {R"("schema": 1)", R"("schema": 2)", "/schema: is version 2; this assay reads version 1"},
      {R"("schema": 1,)", "", "/: lacks \"schema\""},
      {R"("schema": 1)", R"("schema": "1")", "/schema: must be a whole number"},
      {R"("limits")", R"("limit")", "/: has a member \"limit\" that is not known"},
      {R"("mycc",)", R"("cpu",)",
       "/name: must be lower-case letters, digits, '.', '_' and '-', a letter first, and not cpu, "
       "hip, "
       "iree, mlir or manifest"},
      {R"("1.4")", R"("")", "/version: is empty"},
      {R"("1.4")", "14", "/version: must be a string"},
      {R"({"name": "iree", "version": "3.5.0"})", R"("iree")", "/flavour: must be an object"},
      {R"("name": "iree", )", "", "/flavour: lacks \"name\""},
      {R"("iree")", R"("tosa")", "/flavour/name: 'tosa' is none of linalg, iree, stablehlo, torch"},
      {R"("3.5.0")", R"("new")", "/flavour/version: is no version: write it as 3.13.0"},
      {R"("version": "3.5.0")", R"("v": "3.5.0")",
       "/flavour: has a member \"v\" that is not known"},
      {R"("compile": ["mycc", "{input}", "-o{output}", "{flags}"])", R"("compile": {})",
       "/compile: must be a list of words"},
      {R"(["mycc", "{input}", "-o{output}", "{flags}"])", "[]", "/compile: has no words"},
      {R"("{input}", )", "", "/compile: says {input} nowhere"},
      {R"("{input}", )", "7, ", "/compile/1: must be a string"},
      {R"("{input}", )", R"("", )", "/compile/1: is empty"},
      {R"("{input}", )", R"("a\u0000b", )", "/compile/1: has a character 0 in it"},
      {R"("-o{output}")", R"("-o{module}")",
       "/compile/2: has a placeholder {module}; there are {input}, {output}, {dir}, {here}, "
       "{flags}"},
      {R"("{flags}")", R"("-x{flags}")",
       "/compile/3: must be {flags} alone: it becomes several words or none"},
      {R"(, "{flags}")", "", "/compile: says {flags} nowhere, but there are levels"},
      {R"("{module}", )", R"("x", )", "/run/command: says {module} nowhere"},
      {R"("{inputs}", )", "", "/run/command: says {inputs} nowhere"},
      {R"(, "{outputs}")", R"(, "{output}")",
       "/run/command/2: has a placeholder {output}; there are {module}, {function}, {dir}, {here}, "
       "{inputs}, {outputs}"},
      {R"("format": "npy")", R"("format": "npz")", "/run/format: 'npz' is none of raw, npy"},
      {R"("format")", R"("formats")", "/run: has a member \"formats\" that is not known"},
      {R"("--index={value}")", R"("--index")", "/run/index: says {value} nowhere"},
      {R"(["--input", "{type}=@{file}"])", R"("{type}")", "/run/input: says {file} nowhere"},
      {R"({type}=@{file})", R"({typo}=@{file})",
       "/run/input/1: has a placeholder {typo}; there are {file}, {type}, {element}, {shape}, "
       "{number}"},
      {R"("--output={file}")", R"("{x}{file}")",
       "/run/output: has a placeholder {x}; there are {file}, {type}, {element}, {shape}, "
       "{number}"},
      {R"("seconds": 7)", R"("seconds": 0)", "/limits/seconds: must be from 1 to 100"},
      {R"("seconds": 7)", R"("seconds": 101)", "/limits/seconds: must be from 1 to 100"},
      {R"("seconds": 7)", R"("seconds": 0.5)", "/limits/seconds: must be a whole number"},
      {R"("mebibytes": 100)", R"("mebibytes": -1)", "/limits/mebibytes: must be from 0 to 1048576"},
      {R"("mebibytes": 100)", R"("mebibytes": 1)", "/limits/mebibytes: must be 0 or at least 16"},
      {R"("mebibytes": 100)", R"("minutes": 100)",
       "/limits: has a member \"minutes\" that is not known"},
      {R"({"O0": [], "O2": ["-O2", "--fast"]})", "{}",
       "/levels: must be an object with a list of flags for each level"},
      {R"("O0": [])", R"("O,0": [])",
       "/levels: 'O,0' is no name of a level: write it in letters and digits"},
      {R"("O0": [])", R"("O0": "-O0")", "/levels/O0: must be a list of words"},
      {R"("--fast")", "1", "/levels/O2/1: must be a string"},
      {R"("cse")", R"("cse,dce")", "/passes/names: 'cse,dce' has a comma in it"},
      {R"("cse")", R"("cse", "cse")", "/passes/names: has 'cse' twice"},
      {R"("--no-{pass}")", R"("--no-{x}")",
       "/passes/without: has a placeholder {x}; there are {pass}"},
      {R"("--no-{pass}")", R"("no-{pass}")",
       "/passes/without: 'no-{pass}' is no flag: it must begin with '-'"},
      {R"("at:{pass}")", R"("at")", "/passes/after: says {pass} nowhere"},
      {R"("--to")", R"("to")", "/passes/after: 'to' is no flag: it must begin with '-'"},
      {R"(["a.py", "{here}/lib"])", "[]", "/files: has no words"},
      {R"({here}/lib)", R"({dir}/lib)", "/files/1: has a placeholder {dir}; there are {here}"},
      {R"("without": "--no-{pass}", )", "", "/passes: lacks \"without\""},
      {R"("c64")", R"("c32")", "/elements: 'c32' is no element type"},
      {R"("cf64")", R"("")", "/elements/c64: is empty"},
      {R"("rank [0-9]+ is")", R"("rank [0-9")",
       "/unsupported/0/pattern: is no regular expression: "},
      {R"(, "reason": "ranks")", "", "/unsupported/0: lacks \"reason\""},
      {R"([{"pattern": "rank [0-9]+ is", "reason": "ranks"}])", R"("rank")",
       "/unsupported: must be a list"},
      {R"("reason")", R"("because")", "/unsupported/0: has a member \"because\" that is not known"},
      {R"("function_scale": 2)", R"("function_scale": -2)",
       "/accuracy/function_scale: must be a number that is not negative"},
      {R"("function_scale": 2)", R"("function_scale": "inf")",
       "/accuracy/function_scale: must be a number that is not negative"},
      {R"("rounds_sqrt": false)", R"("rounds_sqrt": 0)",
       "/accuracy/rounds_sqrt: must be true or false"},
      {R"("rounds_sqrt": false)", R"("rounds_sqrt": true, "loose_sqrt": true)",
       "/accuracy/rounds_sqrt: is the contrary of what another member says"},
      {R"("rounds_sqrt")", R"("rounds_cbrt")",
       "/accuracy: has a member \"rounds_cbrt\" that is not known"},
  };
  for (const auto &[from, to, message] : rejections) {
    const std::string rejection = rejectionOf(from, to);
    CHECK_THAT(rejection, Catch::Matchers::StartsWith(std::string("m.json: ") + message));
  }
}

TEST_CASE("what a compiler is based on goes with the passes that its commands name") {
  auto base = [](Manifest::Words compile, Manifest::Words flags, std::string basedOn = "mlir@22") {
    ManifestChoice choice;
    choice.manifest.compile = std::move(compile);
    choice.manifest.basedOn = std::move(basedOn);
    choice.flags = std::move(flags);
    const auto name = choice.base();
    return name ? name->text() : "";
  };
  CHECK(base({"mycc", "{input}", "-O2"}, {}, "") == "");
  CHECK(base({"mycc", "{input}", "-o", "{output}", "{flags}"}, {"--fast"}) == "mlir@22");
  CHECK(base({"opt", "{input}", "{flags}"}, {"--cse", "-sccp=x"}) ==
        "mlir@22:pipeline= opt {input} cse sccp=x");
  CHECK(base({"sh", "-c", "mlir-opt -canonicalize \"--pass-pipeline=any(cse)\" $1"}, {}) ==
        "mlir@22:pipeline= sh c mlir-opt canonicalize \"pass-pipeline=any(cse)\" $1");
}

TEST_CASE("a compiler may not be called as targets of ours are, nor so that it leaves its folder") {
  for (const char *name : {"mycc", "x", "my.cc-2_b"})
    CHECK(isManifestName(name));
  for (const char *name : {"", "cpu", "hip", "iree", "mlir", "manifest", "My", "2x", ".", "..",
                           "a/b", "a:b", "a@1", "a b", "-a"})
    CHECK_FALSE(isManifestName(name));
}

TEST_CASE("no prefix or single changed byte of a manifest crashes the reader") {
  for (size_t i = 0; i < example.size(); ++i) {
    (void)readManifest(std::string_view(example).substr(0, i), "m.json");
    for (char c : {'0', '-', '"', '[', '{', '}', ':', '\0', '\xff'}) {
      std::string changed = example;
      changed[i] = c;
      (void)readManifest(changed, "m.json");
    }
  }
  for (const char *text : {"", "null", "[]", "1", "\"x\"", "{}", "[[[["})
    CHECK_FALSE(readManifest(text, "m.json"));
  CHECK_FALSE(readManifest(std::string(2 << 20, ' '), "m.json"));
}
