// The engine, with judges whose minimal answer is known.

#include "reducer/Reducer.h"
#include "reducer/Size.h"
#include "tests/unit/reducer/Cases.h"

#include <unistd.h>

#include <set>

using namespace assay;

namespace {

using Predicate = std::function<bool(const TestCase &)>;

/// Remembers what it was asked.
class Recorder : public Judge {
public:
  explicit Recorder(Predicate predicate) : predicate(std::move(predicate)) {}

  std::vector<bool> interesting(std::span<const TestCase> candidates) override {
    std::vector<bool> answers;
    for (const TestCase &candidate : candidates) {
      asked.push_back(candidate.contentName());
      answers.push_back(predicate(candidate));
    }
    largestBatch = std::max(largestBatch, candidates.size());
    return answers;
  }

  std::vector<std::string> asked;
  size_t largestBatch = 0;

private:
  Predicate predicate;
};

Reduction reduced(const TestCase &start, const Predicate &predicate,
                  const ReduceOptions &options = {}) {
  Recorder judge(predicate);
  Verdicts verdicts;
  auto reduction = reduce(start, judge, threes, verdicts, options);
  REQUIRE(reduction);
  CHECK(std::set(judge.asked.begin(), judge.asked.end()).size() == judge.asked.size());
  CHECK(reduction->checks == judge.asked.size());
  CHECK(judge.largestBatch <= options.jobs);
  return *reduction;
}

template <class T> bool hasNode(const TestCase &testCase, auto &&matches) {
  const std::vector<Node> &nodes = testCase.program().nodes();
  for (size_t i = 0; i < nodes.size(); ++i)
    if (const T *op = std::get_if<T>(&nodes[i].op))
      if (matches(static_cast<int>(i), *op))
        return true;
  return false;
}

bool isUsed(const Program &program, ValueId value) {
  for (ValueId returned : program.returns())
    if (returned == value)
      return true;
  for (const Node &node : program.nodes())
    for (ValueId operand : node.operands)
      if (operand == value)
        return true;
  return false;
}

/// A chain of elementwise ops with a topk in the middle, every extent dynamic, `length` ops on
/// either side; its indices are used by nobody.
TestCase chainAroundTopk(int length) {
  std::string text = "d0 dynamic\nd1 dynamic\nd2 dynamic\n%0 = argument f16[d0,d1]\n";
  int value = 0;
  auto elementwise = [&] {
    for (int i = 0; i < length; ++i, ++value)
      text += i % 2 ? fmt::format("%{} = binary(%{}, %{}) as generic\n", value + 1, value, value)
                    : fmt::format("%{} = unary(%{}) {{function=abs}}\n", value + 1, value);
  };
  elementwise();
  text += fmt::format("%{}, %{} = topk(%{}) {{dim=1, k=d2, largest=false}}\n", value + 1, value + 2,
                      value);
  int indices = value + 2;
  text += fmt::format("%{} = unary(%{})\n", indices + 1, value + 1);
  value = indices + 1;
  elementwise();
  return caseFrom(text + fmt::format("return %{}, %1\nfunction 0 .. 2\n"
                                     "run d0=40 d1=33 d2=7\n"
                                     "  %0 = normal {{seed=1, low=0, high=1}}\n"
                                     "run d0=0 d1=8 d2=8\n"
                                     "  %0 = normal {{seed=2, low=0, high=1}}\n",
                                     value));
}

bool topkWithDynamicKAndUnusedIndices(const TestCase &testCase) {
  return hasNode<Topk>(testCase, [&](int node, const Topk &topk) {
    auto symbol = topk.k.asSymbol();
    return symbol &&
           testCase.specialization()[static_cast<size_t>(*symbol)] == Knowledge::Dynamic &&
           !isUsed(testCase.program(), testCase.program().firstResult(node) + 1);
  });
}

const std::string smallestTopk = R"(d0 dynamic
%0 = argument f32[1]
%1, %2 = topk(%0) {k=d0}
return %1
run d0=1
  %0 = f32[1] [0]
)";

/// A folder that vanishes with it.
struct TemporaryFolder {
  std::filesystem::path path =
      std::filesystem::temp_directory_path() / fmt::format("assay-reducer-{}", getpid());
  TemporaryFolder() { std::filesystem::remove_all(path); }
  ~TemporaryFolder() { std::filesystem::remove_all(path); }
};

} // namespace

TEST_CASE("a topk with a dynamic k and an unused result is all that is left of a long program") {
  for (int length : {2, 5, 28}) {
    Reduction reduction = reduced(chainAroundTopk(length), topkWithDynamicKAndUnusedIndices);
    CHECK(reduction.reproduced);
    CHECK(reduction.finished);
    CHECK(textOf(reduction.smallest) == normal(smallestTopk));
    CHECK(reduction.checks <= 60);
  }
}

TEST_CASE("the smallest extent that shows the failure is found") {
  for (int64_t minimum : {3, 5, 17, 33}) {
    Reduction reduction = reduced(chainAroundTopk(4), [&](const TestCase &testCase) {
      return largestExtent(testCase) >= minimum;
    });
    CHECK(largestExtent(reduction.smallest) == minimum);
    CHECK(reduction.smallest.program().nodes().size() <= 1);
    CHECK(reduction.smallest.program().symbols() == 0);
  }
}

TEST_CASE("an extent that must be odd does not stay large") {
  Reduction reduction = reduced(chainAroundTopk(2), [](const TestCase &testCase) {
    for (int64_t extent : testCase.runs()[0].bindings)
      if (extent % 2 == 1 && extent > 2)
        return true;
    return false;
  });
  CHECK(reduction.reproduced);
  CHECK(largestExtent(reduction.smallest) == 3);
}

TEST_CASE("two ops of a kind that share an operand") {
  TestCase start = caseFrom(R"(d0 dynamic
%0 = argument f32[d0]
%1 = argument f32[d0]
%2 = unary(%0)
%3 = unary(%2) {function=abs}
%4 = binary(%2, %1)
%5 = unary(%2) {function=abs}
%6 = binary(%3, %5)
%7 = binary(%6, %4)
return %7
run d0=13
  %0 = uniform {seed=1, low=0, high=1}
  %1 = uniform {seed=2, low=0, high=1}
)");
  auto shares = [](const TestCase &testCase) {
    std::set<ValueId> seen;
    return hasNode<Unary>(testCase, [&](int node, const Unary &op) {
      ValueId operand = testCase.program().node(node).operands[0];
      return op.function == UnaryKind::Abs && !seen.insert(operand).second;
    });
  };
  Reduction reduction = reduced(start, shares);
  CHECK(textOf(reduction.smallest) == normal(R"(%0 = argument f32[]
%1 = unary(%0) {function=abs}
%2 = unary(%0) {function=abs}
return %1, %2
run
  %0 = f32[] [0]
)"));
}

TEST_CASE("what is not interesting is handed back as it is") {
  TestCase start = chainAroundTopk(2);
  Reduction reduction = reduced(start, [](const TestCase &) { return false; });
  CHECK_FALSE(reduction.reproduced);
  CHECK_FALSE(reduction.finished);
  CHECK(reduction.smallest == start);
  CHECK(reduction.checks == 1);
}

TEST_CASE("the number of candidates tried at once does not change what comes out") {
  TestCase start = chainAroundTopk(9);
  Reduction alone = reduced(start, topkWithDynamicKAndUnusedIndices);
  for (size_t jobs : {2, 3, 8}) {
    ReduceOptions options;
    options.jobs = jobs;
    Reduction together = reduced(start, topkWithDynamicKAndUnusedIndices, options);
    CHECK(together.smallest == alone.smallest);
    CHECK(together.checks >= alone.checks);
  }
}

TEST_CASE("each accepted case is smaller, and interesting") {
  TestCase last = chainAroundTopk(6);
  size_t steps = 0;
  ReduceOptions options;
  options.onSmaller = [&](const TestCase &next) {
    CHECK(CaseSize(next) < CaseSize(last));
    CHECK(topkWithDynamicKAndUnusedIndices(next));
    last = next;
    ++steps;
  };
  Reduction reduction = reduced(last, topkWithDynamicKAndUnusedIndices, options);
  CHECK(reduction.smallest == last);
  CHECK(steps > 5);
}

TEST_CASE("a reduction that was killed loses nothing") {
  TestCase start = chainAroundTopk(9);
  Reduction whole = reduced(start, topkWithDynamicKAndUnusedIndices);
  TemporaryFolder folder;
  size_t checks = 0;
  for (int life = 0; life < 100; ++life) {
    auto verdicts = Verdicts::open(folder.path, "a target and a signature");
    REQUIRE(verdicts);
    size_t asked = 0;
    SequentialJudge judge([&](const TestCase &testCase) {
      ++asked;
      return topkWithDynamicKAndUnusedIndices(testCase);
    });
    ReduceOptions options;
    options.stop = [&] { return asked >= 7; };
    auto reduction = reduce(start, judge, threes, *verdicts, options);
    REQUIRE(reduction);
    checks += reduction->checks;
    CHECK(CaseSize(reduction->smallest) <= CaseSize(start));
    auto saved = std::ifstream(Verdicts::smallestCase(folder.path));
    std::string json(std::istreambuf_iterator<char>(saved), {});
    CHECK(json == CaseSize(reduction->smallest).text());
    // What a kill in the middle of a write leaves behind.
    std::ofstream(folder.path / "verdicts", std::ios::app) << "0123456789";
    if (reduction->finished) {
      CHECK(reduction->smallest == whole.smallest);
      break;
    }
  }
  CHECK(checks == whole.checks);
}

TEST_CASE("answers to another question are not used") {
  TemporaryFolder folder;
  {
    auto verdicts = Verdicts::open(folder.path, "one");
    REQUIRE(verdicts);
    verdicts->add(std::string(32, 'a'), true);
    verdicts->add(std::string(32, 'b'), false);
  }
  {
    auto again = Verdicts::open(folder.path, "one");
    REQUIRE(again);
    CHECK(again->find(std::string(32, 'a')) == true);
    CHECK(again->find(std::string(32, 'b')) == false);
    CHECK_FALSE(again->find(std::string(32, 'c')));
  }
  auto other = Verdicts::open(folder.path, "two");
  REQUIRE(other);
  CHECK(other->size() == 0);
}

TEST_CASE("a folder that cannot be made is an error that names it") {
  auto verdicts = Verdicts::open("/dev/null/reduction", "one");
  REQUIRE_FALSE(verdicts);
  CHECK(verdicts.error().message.find("/dev/null/reduction") != std::string::npos);
}

TEST_CASE("a limit stops the search with the smallest case so far") {
  ReduceOptions options;
  options.seconds = 0;
  TestCase start = chainAroundTopk(2);
  Reduction reduction = reduced(start, topkWithDynamicKAndUnusedIndices, options);
  CHECK(reduction.reproduced);
  CHECK_FALSE(reduction.finished);
  CHECK(reduction.smallest == start);
}

TEST_CASE("a limit of checks stops at the same case, however many candidates are tried at once") {
  const TestCase start = chainAroundTopk(9);
  const Reduction whole = reduced(start, topkWithDynamicKAndUnusedIndices);
  size_t different = 0;
  for (size_t checks = 1; checks <= whole.checks; ++checks) {
    ReduceOptions options;
    options.maxChecks = checks;
    const Reduction alone = reduced(start, topkWithDynamicKAndUnusedIndices, options);
    CHECK(alone.checks == checks);
    different += alone.smallest != whole.smallest;
    for (size_t jobs : {2, 3, 8}) {
      options.jobs = jobs;
      CHECK(reduced(start, topkWithDynamicKAndUnusedIndices, options).smallest == alone.smallest);
    }
    // What another session asked counts again.
    Verdicts verdicts;
    for (int session = 0; session < 2; ++session) {
      SequentialJudge judge(topkWithDynamicKAndUnusedIndices);
      auto again = reduce(start, judge, threes, verdicts, options);
      REQUIRE(again);
      CHECK(again->smallest == alone.smallest);
    }
  }
  CHECK(different > 5);
}

TEST_CASE("answers given while the search is being stopped are forgotten") {
  bool stopping = false;
  size_t asked = 0;
  SequentialJudge judge([&](const TestCase &testCase) {
    stopping = ++asked == 5;
    return !stopping && topkWithDynamicKAndUnusedIndices(testCase);
  });
  ReduceOptions options;
  options.stop = [&] { return stopping; };
  Verdicts verdicts;
  TestCase start = chainAroundTopk(5);
  auto stopped = reduce(start, judge, threes, verdicts, options);
  REQUIRE(stopped);
  CHECK_FALSE(stopped->finished);
  CHECK(asked == 5);
  CHECK(verdicts.size() == 4);
  stopping = false;
  auto resumed = reduce(start, judge, threes, verdicts, options);
  REQUIRE(resumed);
  CHECK(resumed->smallest == reduced(start, topkWithDynamicKAndUnusedIndices).smallest);
}

TEST_CASE("the judge never sees a program that is undefined for its inputs") {
  TestCase start = caseFrom(R"(%0 = argument i32[4]
%1 = argument i32[4]
%2 = binary(%0, %1) {function=div}
return %2
run
  %0 = i32[4] [5,6,7,8]
  %1 = i32[4] [1,2,3,4]
)");
  auto divides = [](const TestCase &testCase) {
    return hasNode<Binary>(testCase,
                           [&](int, const Binary &op) { return op.function == BinaryKind::Div; });
  };
  auto hasZeroDivisor = [&](const TestCase &testCase) {
    const Node &node = testCase.program().nodes()[0];
    Tensor divisor = testCase.inputs(testCase.runs()[0])[static_cast<size_t>(node.operands.back())];
    for (int64_t i = 0; i < divisor.size(); ++i)
      if (divisor.integer(i) == 0)
        return true;
    return false;
  };
  Recorder judge([&](const TestCase &testCase) {
    CHECK_FALSE((divides(testCase) && hasZeroDivisor(testCase)));
    return divides(testCase);
  });
  Evaluator careful = [&](const TestCase &testCase, size_t run) -> std::optional<RunValues> {
    if (divides(testCase) && hasZeroDivisor(testCase))
      return std::nullopt;
    return threes(testCase, run);
  };
  Verdicts verdicts;
  auto reduction = reduce(start, judge, careful, verdicts);
  REQUIRE(reduction);
  CHECK(reduction->finished);
  CHECK(hasZeroDivisor(reduction->smallest) == false);
}

TEST_CASE("a value that is known to be wrong saves the search for it") {
  TestCase start = chainAroundTopk(28);
  ReduceOptions options;
  // Two chains of 28 around the argument, the topk's two results and a negation.
  options.suspect = 29;
  Reduction told = reduced(start, topkWithDynamicKAndUnusedIndices, options);
  Reduction untold = reduced(start, topkWithDynamicKAndUnusedIndices);
  CHECK(told.smallest == untold.smallest);
  CHECK(told.passes["remove_nodes"].checks == 1);
  CHECK(untold.passes["remove_nodes"].checks > 1);
  CHECK(told.checks < untold.checks);
}

TEST_CASE("different cases have different sizes, and what matters most decides") {
  auto text = [](const std::string &node, const std::string &input = "[1,2]") {
    return caseFrom("%0 = argument f32[2]\n" + node + "run\n  %0 = f32[2] " + input + "\n");
  };
  TestCase none = text("return %0\n");
  TestCase plain = text("%1 = unary(%0)\nreturn %1\n");
  TestCase odd = text("%1 = unary(%0) {function=exp}\nreturn %1\n");
  TestCase spelled = text("%1 = unary(%0) as primitives {function=exp}\nreturn %1\n");
  TestCase twice = text("%1 = unary(%0)\nreturn %1, %1\n");
  TestCase fractions = text("%1 = unary(%0)\nreturn %1\n", "[1.5,2]");
  CHECK(CaseSize(none) < CaseSize(plain));
  CHECK(CaseSize(plain) < CaseSize(fractions));
  CHECK(CaseSize(fractions) < CaseSize(odd));
  CHECK(CaseSize(plain) < CaseSize(odd));
  CHECK(CaseSize(odd) < CaseSize(spelled));
  CHECK(CaseSize(spelled) < CaseSize(twice));
  CHECK(CaseSize(plain) != CaseSize(text("%1 = unary(%0)\nreturn %1\n", "[2,1]")));
}
