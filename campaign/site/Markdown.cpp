#include "campaign/site/Markdown.h"

#include "support/Printable.h"
#include "triage/bugs/BugState.h"

#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm.h>

#include <algorithm>
#include <memory>
#include <vector>

namespace assay {
namespace {

template <class T, void (*Free)(T *)> struct Freed {
  void operator()(T *it) const { Free(it); }
};
using Parser = std::unique_ptr<cmark_parser, Freed<cmark_parser, cmark_parser_free>>;
using Root = std::unique_ptr<cmark_node, Freed<cmark_node, cmark_node_free>>;
using Iterator = std::unique_ptr<cmark_iter, Freed<cmark_iter, cmark_iter_free>>;

/// What is in it stands in its place.
void unwrap(cmark_node *node) {
  while (cmark_node *child = cmark_node_first_child(node))
    cmark_node_insert_before(node, child);
  cmark_node_free(node);
}

/// The same words as a node that has no markup.
void makeText(cmark_node *node, cmark_node_type type) {
  cmark_node *text = cmark_node_new(type);
  cmark_node_set_literal(text, cmark_node_get_literal(node));
  cmark_node_replace(node, text);
  cmark_node_free(node);
}

void makeInert(cmark_node *node) {
  const cmark_node_type type = cmark_node_get_type(node);
  if (type == CMARK_NODE_HEADING)
    cmark_node_set_heading_level(node, std::clamp(cmark_node_get_heading_level(node) + 1, 3, 6));
  else if (type == CMARK_NODE_HTML_INLINE)
    makeText(node, CMARK_NODE_TEXT);
  else if (type == CMARK_NODE_HTML_BLOCK)
    makeText(node, CMARK_NODE_CODE_BLOCK);
  else if (type == CMARK_NODE_IMAGE ||
           (type == CMARK_NODE_LINK && !isLink(cmark_node_get_url(node))))
    unwrap(node);
}

} // namespace

std::string htmlOf(const std::string &markdown) {
  cmark_gfm_core_extensions_ensure_registered();
  const std::string safe = printable(markdown);
  const Parser parser(cmark_parser_new(CMARK_OPT_DEFAULT));
  cmark_parser_attach_syntax_extension(parser.get(), cmark_find_syntax_extension("table"));
  cmark_parser_feed(parser.get(), safe.data(), safe.size());
  const Root root(cmark_parser_finish(parser.get()));
  std::vector<cmark_node *> nodes;
  {
    const Iterator all(cmark_iter_new(root.get()));
    while (cmark_iter_next(all.get()) != CMARK_EVENT_DONE)
      if (cmark_node *node = cmark_iter_get_node(all.get()); nodes.empty() || node != nodes.back())
        nodes.push_back(node);
  }
  // Each once, where it was left.
  std::ranges::sort(nodes);
  nodes.erase(std::ranges::unique(nodes).begin(), nodes.end());
  for (cmark_node *node : nodes)
    makeInert(node);
  const std::unique_ptr<char, decltype(&std::free)> html(
      cmark_render_html(root.get(), CMARK_OPT_DEFAULT,
                        cmark_parser_get_syntax_extensions(parser.get())),
      &std::free);
  return html.get();
}

} // namespace assay
