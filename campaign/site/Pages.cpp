#include "campaign/site/Pages.h"

#include "campaign/report/PageData.h"
#include "support/Version.h"

#include <fmt/ranges.h>

namespace assay {

using kainjow::mustache::data;

Pages::Pages(SiteFolder &site, std::span<const PageLink> links, const char *source)
    : site(site), links(links), parsed(pageTemplate(source)) {}

Expected<void> Pages::write(const std::string &file, const std::string &title, data page) {
  page.set("title", title);
  page.set("version", version);
  page.set("root", file.find('/') == file.npos ? "" : "../");
  page.set("nav", navigation(links, file));
  return site.write(file, parsed.render(page));
}

data dataOf(const Mark &mark) {
  data out;
  out.set("tone", mark.tone);
  out.set("text", mark.text);
  return out;
}

std::string joined(const std::vector<std::string> &texts) {
  return fmt::format("{}", fmt::join(texts, ", "));
}

} // namespace assay
