#include "tools/assay/Specialize.h"

#include <algorithm>
#include <fmt/format.h>

namespace assay {
namespace {

Expected<std::string> maskOf(const std::string &how) {
  if (how == "static")
    return std::string("s");
  if (how == "dynamic")
    return std::string("d");
  if (how == "mixed")
    return std::string("ds");
  if (how.empty() || how.find_first_not_of("sdc") != std::string::npos)
    return Error{
        fmt::format("'{}' is no specialization; give static, dynamic, mixed, or a mask of the "
                    "letters s, d and c, one for each symbol",
                    how)};
  return how;
}

Knowledge knowledgeOf(char letter) {
  return letter == 's'   ? Knowledge::Static
         : letter == 'd' ? Knowledge::Dynamic
                         : Knowledge::Disguised;
}

} // namespace

Expected<TestCase> specialize(const TestCase &testCase, const std::string &how) {
  auto mask = maskOf(how);
  if (!mask)
    return mask.error();
  TestCaseParts parts = testCase.parts();
  for (size_t symbol = 0; symbol < parts.specialization.size(); ++symbol)
    parts.specialization[symbol] = knowledgeOf((*mask)[symbol % mask->size()]);
  const Bindings first = parts.runs[0].bindings;
  std::erase_if(parts.runs, [&](const Run &run) {
    for (size_t symbol = 0; symbol < first.size(); ++symbol)
      if (parts.specialization[symbol] != Knowledge::Dynamic &&
          run.bindings[symbol] != first[symbol])
        return true;
    return false;
  });
  auto made = TestCase::make(std::move(parts));
  if (const auto *rejection = std::get_if<Rejection>(&made))
    return Error{fmt::format("the case cannot be specialized so: {}: {}", rejection->place,
                             rejection->message)};
  return std::get<TestCase>(std::move(made));
}

} // namespace assay
