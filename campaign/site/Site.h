#pragma once

#include "campaign/report/MutationFigures.h"
#include "campaign/report/Summary.h"
#include "campaign/site/Curves.h"
#include "campaign/store/Paths.h"
#include "support/Expected.h"
#include "triage/bugs/BugRecord.h"
#include "triage/known/KnownBugs.h"

#include <filesystem>
#include <span>

namespace assay {

/// What stores hold, for a site.
struct CampaignContent {
  Summary summary;
  Untested untested;
  std::vector<TargetCurve> curves;
  std::vector<Paths> stores; // with the findings' cases
  /// By the name of a finding's case and the index of its program, whose campaign that was.
  std::map<std::pair<std::string, int64_t>, CampaignParameters> campaignOf;
};

/// What a site is made of.
struct SiteContent {
  const CampaignContent *campaigns = nullptr; // of no store
  std::span<const MutationFigures> mutation;
  /// Those that are written down, of which a campaign may have met some.
  const BugRecords &bugs;
};

/// What is known of bugs when a site is made, which may be more than its campaigns knew.
struct KnownToday {
  const BugRecords &bugs;
  const KnownBugs &list;
};

/// Of all stores together, which stay as they are and may be in use. A finding that is a bug by now
/// is known as that, and whose cause it has or may have is what the list says today.
/// `upstreamPoints` as in Services.
Expected<CampaignContent>
campaignContent(const std::vector<std::filesystem::path> &stores, const KnownToday &today,
                const std::function<std::vector<CoveragePoint>()> &upstreamPoints = {});

/// Writes the pages into the folder, which is made, with all that they show: no server, no network.
/// An earlier site there is replaced once all pages are whole; another folder that is not empty is
/// an error. Nothing that a compiler or a person wrote does anything there.
Expected<void> writeSite(const SiteContent &content, const std::filesystem::path &folder);

} // namespace assay
