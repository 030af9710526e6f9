// Writes lit cases of ops with several right answers. The program in each only returns an answer,
// so that every answer can be tried: RIGHT gets the cases that must pass, WRONG those that must
// fail.
//
//   write_choices TARGET RIGHT WRONG

#include "program/Text.h"
#include "targets/Registry.h"
#include "triage/litcase/LitCase.h"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>

using namespace assay;

namespace {

/// A program with its run, and results as constants in the text form.
struct Example {
  const char *name;
  const char *arguments, *nodes, *run;
  std::vector<std::vector<const char *>> right, wrong;
};

const std::vector<Example> &examples() {
  static const std::vector<Example> all = {
      {"topk-indices",
       "%0 = argument f32[4]\n",
       "%1, %2 = topk(%0) {k=3}\nreturn %2\n",
       "run\n %0 = f32[4] [3,5,3,3]\n",
       {{"i64[3] [1,0,2]"}, {"i64[3] [1,3,0]"}},
       {{"i64[3] [1,0,0]"}, {"i64[3] [0,1,2]"}, {"i64[3] [1,0,4]"}, {"i64[3] [1,1,2]"}}},
      {"topk-rows",
       "%0 = argument i32[2,2]\n",
       "%1, %2 = topk(%0) {dim=1, k=2}\nreturn %1, %2\n",
       "run\n %0 = i32[2,2] [1,1,2,3]\n",
       {{"i32[2,2] [1,1,3,2]", "i64[2,2] [1,0,1,0]"}, {"i32[2,2] [1,1,3,2]", "i64[2,2] [0,1,1,0]"}},
       {{"i32[2,2] [1,1,3,2]", "i64[2,2] [0,0,1,0]"},
        {"i32[2,2] [1,1,3,2]", "i64[2,2] [0,1,0,1]"},
        {"i32[2,2] [1,1,3,3]", "i64[2,2] [0,1,1,0]"}}},
      {"topk-not-sorted",
       "%0 = argument f32[4]\n",
       "%1, %2 = topk(%0) {k=2, sorted=false}\nreturn %2\n",
       "run\n %0 = f32[4] [2,3,2,2]\n",
       {{"i64[2] [1,0]"}, {"i64[2] [3,1]"}},
       {{"i64[2] [0,2]"}, {"i64[2] [1,1]"}}},
      {"topk-values-not-sorted",
       "%0 = argument f32[4]\n",
       "%1, %2 = topk(%0) {k=2, sorted=false}\nreturn %1\n",
       "run\n %0 = f32[4] [2,3,2,1]\n",
       {{"f32[2] [3,2]"}, {"f32[2] [2,3]"}},
       {{"f32[2] [2,2]"}, {"f32[2] [3,3]"}, {"f32[2] [nan,3]"}}},
      {"sort-moves-operands-together",
       "%0 = argument i32[3]\n%1 = argument f32[3]\n%2 = argument c64[3]\n",
       "%3, %4, %5 = sort(%0, %1, %2)\nreturn %4, %5\n",
       "run\n %0 = i32[3] [7,7,6]\n %1 = f32[3] [1,2,3]\n %2 = c64[3] [1,1,2,2,3,3]\n",
       {{"f32[3] [3,1,2]", "c64[3] [3,3,1,1,2,2]"}, {"f32[3] [3,2,1]", "c64[3] [3,3,2,2,1,1]"}},
       {{"f32[3] [3,2,1]", "c64[3] [3,3,1,1,2,2]"},
        {"f32[3] [3,1,1]", "c64[3] [3,3,1,1,1,1]"},
        {"f32[3] [1,2,3]", "c64[3] [1,1,2,2,3,3]"}}},
      {"argmax",
       "%0 = argument f32[4]\n",
       "%1, %2 = arg_reduce(%0) {first_index=false}\nreturn %2\n",
       "run\n %0 = f32[4] [1,3,0,3]\n",
       {{"i64[] [1]"}, {"i64[] [3]"}},
       {{"i64[] [2]"}, {"i64[] [-1]"}}},
      {"scatter-overwrites",
       "%0 = argument f32[3]\n%1 = argument i64[3]\n%2 = argument f32[3]\n",
       "%3 = scatter(%0, %1, %2) {combine=overwrite}\nreturn %3\n",
       "run\n %0 = f32[3] [0,0,0]\n %1 = i64[3] [1,1,2]\n %2 = f32[3] [4,6,5]\n",
       {{"f32[3] [0,4,5]"}, {"f32[3] [0,6,5]"}},
       {{"f32[3] [0,5,5]"}, {"f32[3] [0,10,5]"}, {"f32[3] [4,6,5]"}}},
  };
  return all;
}

[[noreturn]] void fail(const std::string &message) {
  fmt::print(stderr, "{}\n", message);
  std::exit(1);
}

template <class T> T orFail(Expected<T> expected) {
  if (!expected)
    fail(expected.error().message);
  return std::move(*expected);
}

void write(const Example &example, const std::vector<const char *> &answer, const char *target,
           const std::string &path) {
  LitCase lit;
  lit.testCase = orFail(readText(
      fmt::format("assay 1\n{}{}{}", example.arguments, example.nodes, example.run), example.name));
  const TargetName name = orFail(TargetName::parse(target));
  std::string text = fmt::format("assay 1\n{}", example.arguments), returned;
  for (size_t i = 0; i < answer.size(); ++i) {
    const size_t value = lit.testCase.program().arguments().size() + i;
    text += fmt::format("%{} = constant() {{value={}}}\n", value, answer[i]);
    returned += fmt::format("{}%{}", i ? ", " : "return ", value);
  }
  const TestCase answering =
      orFail(readText(fmt::format("{}{}\n{}", text, returned, example.run), "answer"));
  // Of an inaccurate result nothing is excused.
  lit.functions =
      orFail(litParts(name, {.cases = {&answering, 1}, .isInaccurate = true})).functions;
  LitParts asked = orFail(litParts(name, {.cases = {&lit.testCase, 1}, .isInaccurate = true}));
  lit.runLines = asked.runLines;
  lit.expected = asked.expected;
  std::ofstream(path) << writeLitCase(lit);
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 4)
    return 2;
  for (const Example &example : examples()) {
    int index = 0;
    for (const auto &answer : example.right)
      write(example, answer, argv[1], fmt::format("{}/{}-{}.mlir", argv[2], example.name, index++));
    for (const auto &answer : example.wrong)
      write(example, answer, argv[1], fmt::format("{}/{}-{}.mlir", argv[3], example.name, index++));
  }
  return 0;
}
