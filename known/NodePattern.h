#pragma once

#include "program/Program.h"

#include <nlohmann/json.hpp>

#include <string>

namespace assay {

/// Whether a node of the program is what a pattern describes: an object in which every key holds.
/// - "op": the tag, or a list of tags;
/// - "element": the element type of its first result, or a list;
/// - "operand": a pattern for the node that makes one of its operands;
/// - "updates": "shared" if it writes over a value that something else reads or returns, "shared
///   argument" if that is, but for reshapes, an argument;
/// - any other key: an attribute of the op and its value.
bool matches(const nlohmann::json &pattern, const Program &program, int node);

/// What is wrong with a pattern; empty if nothing is.
std::string wrongPattern(const nlohmann::json &pattern);

} // namespace assay
