#include "tests/golden/GoldenCase.h"

#include "program/Json.h"

#include <nlohmann/json.hpp>

#include <fstream>
#include <limits>

namespace assay::golden {

using Json = nlohmann::ordered_json;

static double numberIn(const Json &json) {
  if (!json.is_string())
    return json.get<double>();
  if (json == "nan")
    return std::numeric_limits<double>::quiet_NaN();
  double infinity = std::numeric_limits<double>::infinity();
  return json == "inf" ? infinity : -infinity;
}

static Tensor tensorIn(const Json &json) {
  Tensor tensor(*elementTypeFromName(json.at("element").get<std::string>()),
                json.at("shape").get<Shape>());
  const Json &data = json.at("data");
  for (int64_t i = 0; i < tensor.size(); ++i) {
    auto at = static_cast<size_t>(i);
    if (isComplex(tensor.element()))
      tensor.setComplex(i, {numberIn(data.at(2 * at)), numberIn(data.at(2 * at + 1))});
    else if (isFloat(tensor.element()))
      tensor.setReal(i, numberIn(data.at(at)));
    else
      tensor.setInteger(i, data.at(at).get<int64_t>());
  }
  return tensor;
}

Expected<std::vector<GoldenCase>> readGoldenCases(OpKind op) {
  std::string path = fmt::format("tests/golden/cases/{}.json", name(op));
  std::ifstream file(path);
  if (!file)
    return Error{fmt::format("{} cannot be read; run from the top of the source tree", path)};
  std::vector<GoldenCase> cases;
  for (const Json &item : Json::parse(file)) {
    std::string title = item.at("name").get<std::string>();
    auto testCase = readJson(item.at("case").dump(), fmt::format("{}, \"{}\"", path, title));
    if (!testCase)
      return testCase.error();
    std::vector<Tensor> expected;
    for (const Json &tensor : item.at("expected"))
      expected.push_back(tensorIn(tensor));
    cases.push_back({title, item.at("origin").get<std::string>(), *testCase, std::move(expected),
                     item.contains("open")});
  }
  return cases;
}

} // namespace assay::golden
