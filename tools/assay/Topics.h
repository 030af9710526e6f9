#pragma once

#include <span>
#include <string_view>

namespace assay {

/// What `assay help` can tell of: a page of the documentation, or a section of one.
struct Topic {
  std::string_view name;
  std::string_view file;         // from the root
  std::string_view section = {}; // its heading; empty for the page
};
std::span<const Topic> topics();

} // namespace assay
