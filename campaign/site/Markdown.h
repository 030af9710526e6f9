#pragma once

#include <string>

namespace assay {

/// What people wrote in Markdown as HTML, as part of a section with a heading of the second level:
/// its own are of the third and below. HTML in it is text, a link that is not http or https is its
/// words, and so is an image.
std::string htmlOf(const std::string &markdown);

} // namespace assay
