#pragma once

#include "campaign/report/MutationFigures.h"
#include "campaign/report/Summary.h"
#include "campaign/store/Paths.h"

#include <kainjow/mustache.hpp>

#include <span>

namespace assay {

/// The summary as one HTML page that needs nothing else: no network, no scripts, no other files.
/// The cases of the findings are read from beside the store, and linked as seen from `folder`,
/// where the page is going to lie. Nothing that a compiler printed does anything there.
std::string renderReport(const Summary &summary, const std::filesystem::path &folder);

/// A page of a site, as seen from where it begins.
struct PageLink {
  std::string_view file, name;
};
/// What Nav.html shows under {{#nav}}.
kainjow::mustache::data navigation(std::span<const PageLink> pages, std::string_view current);

/// Of the page of a site that is about campaigns.
struct CampaignPlace {
  std::filesystem::path folder;
  std::string_view file;
  std::span<const PageLink> pages; // with this one
  Paths shown;                     // as whoever reads the page finds cases
  std::string stores;              // for people
};
/// The same as renderReport() but for findings, which have pages of their own, with what mutants
/// showed; of these alone if there is no summary.
std::string renderCampaignPage(const Summary *summary, std::span<const MutationFigures> mutation,
                               const CampaignPlace &place);

} // namespace assay
