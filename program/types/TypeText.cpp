#include "program/types/TypeText.h"

#include "support/Closest.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace assay {

Expected<std::vector<Dim>> parseDims(std::string_view text) {
  std::vector<Dim> dims;
  while (!text.empty()) {
    size_t comma = text.find(',');
    auto dim = Dim::parse(text.substr(0, comma));
    if (!dim)
      return dim.error();
    dims.push_back(*dim);
    if (comma == std::string_view::npos)
      break;
    text.remove_prefix(comma + 1);
    if (text.empty())
      return Error{"a dim is missing behind the last comma"};
  }
  return dims;
}

Expected<ElementType> parseElementType(std::string_view text) {
  if (auto element = elementTypeFromName(text))
    return *element;
  std::vector<std::string_view> known;
  for (ElementType type : allElementTypes)
    known.push_back(name(type));
  return Error{fmt::format("'{}' is no element type; there are {}{}", text.substr(0, 40),
                           fmt::join(known, ", "), didYouMean(text, known))};
}

Expected<TensorType> parseType(std::string_view text) {
  size_t open = text.find('[');
  if (open == std::string_view::npos || text.back() != ']')
    return Error{
        fmt::format("'{}' is no type; expected one such as f32[d0,4]", text.substr(0, 40))};
  auto element = parseElementType(text.substr(0, open));
  if (!element)
    return element.error();
  auto dims = parseDims(text.substr(open + 1, text.size() - open - 2));
  if (!dims)
    return dims.error();
  return TensorType{*element, *dims};
}

} // namespace assay
