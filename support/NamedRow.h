#pragma once

#include "support/Closest.h"
#include "support/Expected.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <span>
#include <string_view>
#include <vector>

namespace assay {

/// The row of a table that is called `name`; an error has the name that is near, or lists those
/// there are, of that kind: "fault".
template <class Row>
Expected<Row> rowNamed(std::span<const Row> table, std::string_view name, std::string_view kind) {
  std::vector<std::string_view> known;
  for (const Row &row : table) {
    if (row.name == name)
      return row;
    known.push_back(row.name);
  }
  const std::string meant = didYouMean(name, known);
  return Error{
      fmt::format("there is no {} '{}'{}", kind, name,
                  meant.empty() ? fmt::format("; there are {}", fmt::join(known, ", ")) : meant)};
}

} // namespace assay
