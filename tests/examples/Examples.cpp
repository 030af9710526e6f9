#include "tests/examples/Examples.h"

#include "program/Text.h"
#include "support/Assert.h"

#include <algorithm>
#include <fstream>
#include <sstream>

namespace assay {

static std::vector<TestCase> readCases(const std::string &stem) {
  const std::string path = std::string(ASSAY_EXAMPLES) + "/" + stem + ".txt";
  std::ifstream file(path);
  ASSAY_ASSERT(file, path.c_str());
  std::stringstream whole;
  whole << file.rdbuf();
  const std::string text = whole.str();
  std::vector<TestCase> cases;
  const std::string_view start = "assay 1\n";
  for (size_t at = text.find(start); at != std::string::npos;) {
    const size_t next = text.find(start, at + start.size());
    auto read = readText(std::string_view(text).substr(at, next - at), stem);
    ASSAY_ASSERT(read,
                 (read ? "" : read.error().message + " in\n" + text.substr(at, next - at)).c_str());
    cases.push_back(*read);
    at = next;
  }
  return cases;
}

std::vector<TestCase> exampleCases(OpKind kind) { return readCases(std::string(name(kind))); }

std::vector<TestCase> structureCases() { return readCases("structures"); }

std::vector<TestCase> exampleCases() {
  std::vector<TestCase> all = structureCases();
  for (OpKind kind : allOpKinds)
    for (TestCase &testCase : exampleCases(kind))
      all.push_back(std::move(testCase));
  return all;
}

static void addNew(std::vector<TestCase> &cases, TestCaseParts parts) {
  TestCase made = TestCase::makeValid(std::move(parts));
  if (std::find(cases.begin(), cases.end(), made) == cases.end())
    cases.push_back(std::move(made));
}

std::vector<TestCase> respelled(const TestCase &testCase) {
  std::vector<TestCase> all;
  for (Spelling spelling :
       {Spelling::Named, Spelling::Generic, Spelling::Extract, Spelling::Primitives}) {
    ProgramParts parts = testCase.program().parts();
    for (Node &node : parts.nodes) {
      Spellings allowed = spellingsOf(kindOf(node.op));
      if (std::find(allowed.begin(), allowed.end(), spelling) != allowed.end())
        node.spelling = spelling;
    }
    TestCaseParts whole = testCase.parts();
    whole.program = Program::makeValid(std::move(parts));
    addNew(all, std::move(whole));
  }
  return all;
}

std::vector<TestCase> respecialized(const TestCase &testCase) {
  using enum Knowledge;
  const std::vector<Knowledge> cycles[] = {
      {Static}, {Dynamic}, {Disguised}, {Dynamic, Static}, {Static, Disguised, Dynamic}};
  std::vector<TestCase> all;
  for (const std::vector<Knowledge> &cycle : cycles) {
    TestCaseParts parts = testCase.parts();
    for (size_t i = 0; i < parts.specialization.size(); ++i)
      parts.specialization[i] = cycle[i % cycle.size()];
    addNew(all, std::move(parts));
  }
  return all;
}

TestCase caseOf(std::string_view text) {
  std::string whole = "assay 1\n" + std::string(text) + "\n";
  int arguments = 0;
  for (size_t at = text.find("= argument"); at != std::string::npos;
       at = text.find("= argument", at + 1))
    whole += "%" + std::to_string(arguments++) + " = integers {seed=1, low=0, high=1}\n";
  auto read = readText(whole, "test");
  ASSAY_ASSERT(read, (read ? "" : read.error().message + " in\n" + whole).c_str());
  return *read;
}

std::vector<TestCase> allExampleVariants() {
  std::vector<TestCase> all;
  for (const TestCase &example : exampleCases())
    for (const TestCase &spelled : respelled(example))
      for (TestCase &made : respecialized(spelled))
        all.push_back(std::move(made));
  return all;
}

} // namespace assay
