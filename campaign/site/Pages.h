#pragma once

#include "campaign/report/Report.h"
#include "campaign/site/SiteFolder.h"

namespace assay {

/// Writes pages of one template into a site.
class Pages {
public:
  /// All of these must outlive it.
  Pages(SiteFolder &site, std::span<const PageLink> links, const char *source);

  /// As that file of the site; what is set in the data is for the template.
  Expected<void> write(const std::string &file, const std::string &title,
                       kainjow::mustache::data page);

private:
  SiteFolder &site;
  std::span<const PageLink> links;
  kainjow::mustache::mustache parsed;
};

/// A state, result or verdict in a colour, and a word or sign for whoever sees none.
struct Mark {
  const char *tone; // a class of Style.css
  std::string text;
};
/// Sets `tone` and `text`.
kainjow::mustache::data dataOf(const Mark &mark);

std::string joined(const std::vector<std::string> &texts);

} // namespace assay
