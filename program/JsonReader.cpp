#include "program/JsonReader.h"

#include "program/types/TypeText.h"
#include "support/Closest.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <climits>
#include <cmath>

namespace assay {

std::string JsonReader::message() const {
  return fmt::format("{}: {}", rejection->place.empty() ? "/" : rejection->place,
                     rejection->message);
}

void JsonReader::reject(const std::string &place, std::string message) {
  if (!rejection)
    rejection = Rejection{place, std::move(message)};
}

std::string JsonReader::brief(const Json &json) {
  constexpr size_t longest = 40;
  const std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  return text.size() > longest ? text.substr(0, longest) + "..." : text;
}

const JsonReader::Json *JsonReader::member(const Json &json, std::string_view key,
                                           const std::string &at) {
  if (!json.is_object()) {
    reject(at, fmt::format("must be an object, not {}", brief(json)));
    return nullptr;
  }
  auto found = json.find(std::string(key));
  if (found == json.end()) {
    reject(at, fmt::format("lacks \"{}\"", key));
    return nullptr;
  }
  return &*found;
}

void JsonReader::requireKeys(const Json &json, std::span<const std::string_view> known,
                             const std::string &at) {
  if (!json.is_object())
    return reject(at, fmt::format("must be an object, not {}", brief(json)));
  for (const auto &[key, value] : json.items())
    if (std::find(known.begin(), known.end(), key) == known.end())
      return reject(at, known.empty()
                            ? fmt::format("has a member \"{}\"; there are none", key.substr(0, 40))
                            : fmt::format("has a member \"{}\" that is not known; there are {}{}",
                                          key.substr(0, 40), fmt::join(known, ", "),
                                          didYouMean(key, known)));
}

size_t JsonReader::word(const Json &json, std::span<const std::string_view> known,
                        const std::string &at) {
  const std::string wanted = string(json, at);
  const auto found = std::find(known.begin(), known.end(), wanted);
  if (found != known.end())
    return static_cast<size_t>(found - known.begin());
  reject(at, fmt::format("'{}' is none of {}{}", wanted.substr(0, 40), fmt::join(known, ", "),
                         didYouMean(wanted, known)));
  return 0;
}

int64_t JsonReader::integer(const Json &json, const std::string &at) {
  if (json.is_number_unsigned() && json.get<uint64_t>() > uint64_t(INT64_MAX))
    reject(at, "is above 2^63-1");
  else if (!json.is_number_integer())
    reject(at, fmt::format("must be a whole number, not {}", brief(json)));
  else
    return json.get<int64_t>();
  return 0;
}

int JsonReader::small(const Json &json, const std::string &at) {
  int64_t value = integer(json, at);
  if (value < INT_MIN || value > INT_MAX) {
    reject(at, "is out of range");
    return 0;
  }
  return static_cast<int>(value);
}

std::string JsonReader::string(const Json &json, const std::string &at) {
  if (json.is_string())
    return json.get<std::string>();
  reject(at, fmt::format("must be a string, not {}", brief(json)));
  return {};
}

TensorType JsonReader::type(const Json &json, const std::string &at) {
  auto parsed = parseType(string(json, at));
  if (parsed)
    return *parsed;
  reject(at, parsed.error().message);
  return {};
}

void JsonReader::read(const Json &json, bool &value, const std::string &at) {
  if (json.is_boolean())
    value = json.get<bool>();
  else
    reject(at, fmt::format("must be true or false, not {}", brief(json)));
}

void JsonReader::read(const Json &json, double &value, const std::string &at) {
  if (json.is_number())
    value = json.get<double>();
  else if (json == "inf" || json == "-inf")
    value = json == "inf" ? HUGE_VAL : -HUGE_VAL;
  else if (json == "nan")
    value = std::nan("");
  else
    reject(at, fmt::format("must be a number, \"inf\", \"-inf\" or \"nan\", not {}", brief(json)));
}

void JsonReader::read(const Json &json, Dim &value, const std::string &at) {
  if (json.is_number_integer()) {
    value = Dim(integer(json, at));
    return;
  }
  auto parsed = Dim::parse(string(json, at));
  if (parsed)
    value = *parsed;
  else
    reject(at, parsed.error().message);
}

void JsonReader::read(const Json &json, ElementType &value, const std::string &at) {
  auto type = parseElementType(string(json, at));
  if (type)
    value = *type;
  else
    reject(at, type.error().message);
}

void JsonReader::read(const Json &json, Tensor &value, const std::string &at) {
  requireKeys(json, {"element", "shape", "data"}, at);
  const Json *element = member(json, "element", at);
  const Json *shape = member(json, "shape", at);
  const Json *data = member(json, "data", at);
  if (failed())
    return;
  ElementType type = ElementType::F32;
  Shape extents;
  read(*element, type, at + "/element");
  read(*shape, extents, at + "/shape");
  if (extents.size() > maxRank)
    reject(at + "/shape", fmt::format("has more than {} dims", maxRank));
  int64_t count = 1;
  for (int64_t extent : extents) {
    if (extent < 0 || extent > maxElements || (count *= extent) > maxElements)
      return reject(at + "/shape", "is out of range");
  }
  const int64_t numbers = isComplex(type) ? 2 * count : count;
  if (!data->is_array() || static_cast<int64_t>(data->size()) != numbers)
    return reject(at + "/data", fmt::format("must be a list of {} numbers, not {}", numbers,
                                            data->is_array() ? fmt::format("of {}", data->size())
                                                             : brief(*data)));
  if (failed())
    return;
  value = Tensor(type, extents);
  readData(*data, value, at + "/data");
}

void JsonReader::readData(const Json &data, Tensor &tensor, const std::string &at) {
  ElementType type = tensor.element();
  for (int64_t i = 0; i < tensor.size() && !failed(); ++i) {
    const auto place = static_cast<size_t>(i);
    if (isComplex(type)) {
      double parts[2] = {0, 0};
      read(data[2 * place], parts[0], fmt::format("{}/{}", at, 2 * place));
      read(data[2 * place + 1], parts[1], fmt::format("{}/{}", at, 2 * place + 1));
      tensor.setComplex(i, {parts[0], parts[1]});
    } else if (isFloat(type)) {
      double value = 0;
      read(data[place], value, fmt::format("{}/{}", at, i));
      tensor.setReal(i, value);
    } else {
      int64_t value = integer(data[place], fmt::format("{}/{}", at, i));
      if (value < minInteger(type) || value > maxInteger(type))
        return reject(fmt::format("{}/{}", at, i), fmt::format("does not fit {}", name(type)));
      tensor.setInteger(i, value);
    }
  }
}

} // namespace assay
