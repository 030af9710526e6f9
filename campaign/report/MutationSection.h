#pragma once

#include "campaign/report/MutationFigures.h"

#include <kainjow/mustache.hpp>
#include <span>

namespace assay {

/// What Report.html shows of them under {{#mutation}}. Cases are linked as seen from `folder`,
/// where the page is going to lie.
kainjow::mustache::data mutationSection(std::span<const MutationFigures> figures,
                                        const std::filesystem::path &folder);

} // namespace assay
