#pragma once

#include "campaign/store/Paths.h"
#include "campaign/store/Store.h"

#include <kainjow/mustache.hpp>

#include <filesystem>
#include <map>

namespace assay {

/// What every finding of a page has in common.
struct FindingPlace {
  Paths paths;                  // from which cases are read
  Paths shown;                  // as whoever reads the page finds them
  std::filesystem::path folder; // of the page
  CampaignParameters campaign;
  std::map<const Finding *, const Finding *> firstOfCause = {}; // of those that another stands for
};

/// What Finding.html shows of a finding. Cases are linked as seen from where the page is going to
/// lie.
kainjow::mustache::data findingSection(const Finding &finding, const FindingPlace &place);

/// The ops of the finding's smallest case, by name, each once; none where the file is gone.
std::vector<std::string> opsOf(const std::filesystem::path &caseFile);

} // namespace assay
