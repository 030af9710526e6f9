#pragma once

#include "program/TestCase.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <vector>

namespace assay {

/// What can be said of a node in the language of docs/known-bugs.md: structures of one key each,
/// which all hold for it; but for what is true of every node with its op.
std::vector<nlohmann::json> keysOf(const TestCase &testCase, NodeId node);

/// What the node has for the key of that name, whose values are texts for which a list of texts may
/// stand; nothing if it is no such key, or the node has none.
std::optional<std::string> textOf(const std::string &key, const TestCase &testCase, NodeId node);

} // namespace assay
