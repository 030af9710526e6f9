#pragma once

#include "support/Printable.h"

#include <fmt/format.h>
#include <kainjow/mustache.hpp>

#include <string>

namespace assay {

/// Mustache's data from anything printable.
template <class Value> kainjow::mustache::data text(const Value &value) {
  return kainjow::mustache::data(fmt::format("{}", value));
}

/// The template of a page: of what is set in its data, nothing that anybody wrote does anything.
inline kainjow::mustache::mustache pageTemplate(const std::string &source) {
  kainjow::mustache::mustache page(source);
  page.set_custom_escape(
      [](const std::string &raw) { return kainjow::mustache::html_escape(printable(raw)); });
  return page;
}

} // namespace assay
