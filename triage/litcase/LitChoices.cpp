#include "triage/litcase/LitChoices.h"

#include "triage/litcase/LitFunction.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace assay {

namespace {

/// Tuples are compared as f64, led by the group.
class Counter {
public:
  Counter(LitWriter &writer, const ExpectedChoice &choice, const Shape &shape)
      : choice(choice),
        function(writer, "count_misplaced_",
                 fmt::format("{}{}", writer.prefix, fmt::join(choice.results, "_"))) {
    std::vector<int64_t> groups;
    for (const ExpectedChoice::Candidate &one : choice.candidates)
      groups.push_back(one.group);
    places.push_back(function.takeConstant("group", numbers(choice.groups, shape)));
    for (size_t result : choice.results)
      places.push_back(function.takeResult(result, shape));
    const Shape candidateShape{static_cast<int64_t>(groups.size())};
    candidates.push_back(function.takeConstant("candidate_group", numbers(groups, candidateShape)));
    for (size_t part = 0; part < choice.candidates[0].numbers.size(); ++part) {
      Tensor column(ElementType::F64, candidateShape);
      for (size_t i = 0; i < groups.size(); ++i)
        column.setReal(static_cast<int64_t>(i), choice.candidates[i].numbers[part]);
      candidates.push_back(function.takeConstant(fmt::format("candidate{}_", part), column));
    }
  }

  void write() {
    function.beginElements(elementCount(places[0].shape));
    const Tuple mine = load(places, "%i", "");
    countEqual("%candidates", candidates, mine);
    countEqual("%places", places, mine);
    // A NaN equals nothing, itself included.
    function.line(fmt::format("%least = arith.maxsi %places, {} : i64", function.integer(1)));
    function.line("%wrong = arith.cmpi slt, %candidates, %least : i64");
    function.endElements("%wrong");
    if (std::ranges::none_of(choice.candidates, &ExpectedChoice::Candidate::isNeeded)) {
      function.finish("%loop#0", "%loop#1");
      return;
    }
    countMissing();
    function.finish("%total", "%loop#1");
  }

private:
  using Columns = std::vector<LitFunction::Parameter>;
  using Tuple = std::vector<std::string>;

  static Tensor numbers(const std::vector<int64_t> &values, const Shape &shape) {
    Tensor tensor(ElementType::F64, shape);
    for (size_t i = 0; i < values.size(); ++i)
      tensor.setReal(static_cast<int64_t>(i), static_cast<double>(values[i]));
    return tensor;
  }

  Tuple load(const Columns &columns, const std::string &i, const std::string &suffix) {
    Tuple tuple;
    for (size_t column = 0; column < columns.size(); ++column)
      for (std::string &part :
           function.load(columns[column], i, fmt::format("{}{}", suffix, column)))
        tuple.push_back(std::move(part));
    return tuple;
  }

  /// An i64 that says how many of the columns' tuples equal `mine`.
  void countEqual(const std::string &result, const Columns &columns, const Tuple &mine) {
    function.beginLoop(result, "%j", elementCount(columns[0].shape), {{"%n", function.integer(0)}});
    const Tuple other = load(columns, "%j", "_other");
    std::string all;
    for (size_t part = 0; part < mine.size(); ++part) {
      function.line(
          fmt::format("%same{} = arith.cmpf oeq, {}, {} : f64", part, mine[part], other[part]));
      if (part > 0)
        function.line(fmt::format("%all{0} = arith.andi {1}, %same{0} : i1", part, all));
      all = fmt::format("{}{}", part > 0 ? "%all" : "%same", part);
    }
    function.line(fmt::format("%hit = arith.extui {} : i1 to i64", all));
    function.line("%next = arith.addi %n, %hit : i64");
    function.endLoop({"%next"});
  }

  /// %total: what is wrong so far, and candidates that must stand somewhere and do not.
  void countMissing() {
    std::vector<int64_t> needed;
    for (const ExpectedChoice::Candidate &one : choice.candidates)
      needed.push_back(one.isNeeded);
    const LitFunction::Parameter isNeeded =
        function.takeConstant("needed", numbers(needed, candidates[0].shape));
    function.beginLoop("%total", "%c", candidates[0].shape[0], {{"%sofar", "%loop#0"}});
    countEqual("%found", places, load(candidates, "%c", "_candidate"));
    const std::string here = function.load(isNeeded, "%c", "_needed")[0];
    function.line(fmt::format("%needed_i64 = arith.fptosi {} : f64 to i64", here));
    function.line("%lack = arith.subi %needed_i64, %found : i64");
    function.line(fmt::format("%missing = arith.maxsi %lack, {} : i64", function.integer(0)));
    function.line("%sum = arith.addi %sofar, %missing : i64");
    function.endLoop({"%sum"});
  }

  const ExpectedChoice &choice;
  LitFunction function;
  Columns places, candidates;
};

} // namespace

void countMisplaced(LitWriter &writer, const ExpectedChoice &choice, const Shape &shape) {
  writer.checks +=
      fmt::format("// Result{} {}: each place has one of the candidates of its group{}, "
                  "and no candidate stands at two places\n",
                  choice.results.size() == 1 ? "" : "s", fmt::join(choice.results, " and "),
                  choice.results.size() == 1 ? "" : ", in all of them");
  Counter(writer, choice, shape).write();
}

} // namespace assay
