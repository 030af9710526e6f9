#pragma once

#include "program/TestCase.h"

#include <nlohmann/json.hpp>

#include <concepts>
#include <type_traits>

namespace assay {

/// Largest text that is read as a case.
inline constexpr size_t maxJsonBytes = size_t(256) << 20;

/// Takes values out of JSON. What does not fit is rejected with its place, a JSON pointer; the
/// first rejection is kept, and from then on getters yield defaults, so that callers need no checks
/// between.
class JsonReader {
public:
  using Json = nlohmann::ordered_json;

  bool failed() const { return rejection.has_value(); }
  /// "/nodes/3/op: is no op", of the first rejection.
  std::string message() const;
  const Rejection &firstRejection() const { return *rejection; }
  void reject(const std::string &place, std::string message);

  /// The member, or a rejection if `json` is no object or lacks it.
  const Json *member(const Json &json, std::string_view key, const std::string &at = "");
  /// Rejects keys that are not listed.
  void requireKeys(const Json &json, std::span<const std::string_view> known,
                   const std::string &at = "");
  void requireKeys(const Json &json, std::initializer_list<std::string_view> known,
                   const std::string &at = "") {
    requireKeys(json, std::span(known.begin(), known.size()), at);
  }
  /// Calls visit(item, place) for each item of the list `key`.
  template <class Visit>
  void eachMember(const Json &json, std::string_view key, const std::string &at, Visit visit) {
    if (const Json *list = member(json, key, at))
      each(*list, fmt::format("{}/{}", at, key), visit);
  }

  int64_t integer(const Json &json, const std::string &at);
  /// An integer that fits an int.
  int small(const Json &json, const std::string &at);
  std::string string(const Json &json, const std::string &at);
  /// "f32[d0,4]"
  TensorType type(const Json &json, const std::string &at);

  template <class E> E enumerator(const Json &json, const std::string &at) {
    return static_cast<E>(word(json, names(E()), at));
  }
  /// The place in the list of the word that `json` is.
  size_t word(const Json &json, std::span<const std::string_view> known, const std::string &at);

  /// Reads an attribute of any type that ops have. A constant dim may be written as a number.
  void read(const Json &json, bool &value, const std::string &at);
  void read(const Json &json, std::optional<bool> &value, const std::string &at) {
    read(json, value.emplace(), at);
  }
  void read(const Json &json, int64_t &value, const std::string &at) { value = integer(json, at); }
  void read(const Json &json, double &value, const std::string &at);
  void read(const Json &json, Dim &value, const std::string &at);
  void read(const Json &json, ElementType &value, const std::string &at);
  void read(const Json &json, Tensor &value, const std::string &at);
  template <class E>
    requires std::is_enum_v<E>
  void read(const Json &json, E &value, const std::string &at) {
    value = enumerator<E>(json, at);
  }
  template <class T> void read(const Json &json, std::vector<T> &items, const std::string &at) {
    items.clear();
    each(json, at, [&](const Json &item, const std::string &place) {
      read(item, items.emplace_back(), place);
    });
  }

  /// What stands there, for messages.
  static std::string brief(const Json &json);

private:
  template <class Visit> void each(const Json &list, const std::string &at, Visit visit) {
    if (!list.is_array())
      return reject(at, fmt::format("must be a list, not {}", brief(list)));
    for (size_t i = 0; i < list.size() && !failed(); ++i)
      visit(list[i], fmt::format("{}/{}", at, i));
  }
  void readData(const Json &data, Tensor &tensor, const std::string &at);

  std::optional<Rejection> rejection;
};

} // namespace assay
