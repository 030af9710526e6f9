#include "targets/iree/IreeStrip.h"

#include "targets/foreign/ForeignModule.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <set>

namespace assay {

namespace {

/// The attributes of an op, its own ones included, by name.
std::map<std::string, mlir::Attribute> attributesOf(mlir::Operation *op) {
  std::map<std::string, mlir::Attribute> found;
  for (const mlir::NamedAttribute &attribute : op->getDiscardableAttrs())
    found.emplace(attribute.getName().str(), attribute.getValue());
  if (auto own = mlir::dyn_cast_or_null<mlir::DictionaryAttr>(op->getPropertiesAsAttribute()))
    for (const mlir::NamedAttribute &attribute : own)
      found.emplace(attribute.getName().str(), attribute.getValue());
  return found;
}

bool isEmpty(mlir::Attribute attribute) {
  auto dictionary = mlir::dyn_cast<mlir::DictionaryAttr>(attribute);
  return dictionary && dictionary.empty();
}

/// Collects what differs between the attributes of pairs of ops.
class StripComparison {
public:
  void compare(mlir::Operation *stripped, mlir::Operation *plain) {
    const auto have = attributesOf(stripped), want = attributesOf(plain);
    for (const auto &[name, value] : have)
      if (auto other = want.find(name); other == want.end())
        note(isEmpty(value) ? emptied : survived, stripped,
             fmt::format("{} = {}", name, textOf(value)));
      else if (textOf(other->second) != textOf(value))
        note(changed, stripped, fmt::format("{} = {}", name, textOf(value)));
    for (const auto &[name, value] : want)
      if (!have.contains(name))
        note(changed, stripped, fmt::format("there is no {} any more", name));
  }

  /// The gravest kind: what an op meant, then configs, then what is left of them.
  std::optional<std::string> text() const {
    if (!changed.ops.empty())
      return changed.sentence("{1} changes {0}");
    if (!survived.ops.empty())
      return survived.sentence("configs survive {1} on {0}");
    if (!emptied.ops.empty())
      return emptied.sentence("empty configs survive {1} on {0}");
    return std::nullopt;
  }
  /// The first op of which anything was noted.
  mlir::Operation *first = nullptr;

private:
  struct Kind {
    std::set<std::string> ops;
    std::string details;

    std::string sentence(const char *form) const {
      return fmt::format(fmt::runtime(form), fmt::join(ops, ", "), stripPass) + details;
    }
  };

  void note(Kind &kind, mlir::Operation *op, const std::string &detail) {
    kind.ops.insert(nameOf(op).str());
    kind.details += fmt::format("\n  {}: {}", nameOf(op).str(), detail);
    if (!first)
      first = op;
  }

  Kind changed, survived, emptied;
};

/// Which function of those the op is in, or is.
std::optional<int> functionOf(const std::vector<mlir::Operation *> &ops, mlir::Operation *op) {
  while (op && !isFunction(op))
    op = op->getParentOp();
  int at = 0;
  for (mlir::Operation *other : ops) {
    if (op && other == op)
      return at;
    at += isFunction(other) ? 1 : 0;
  }
  return std::nullopt;
}

} // namespace

Outcome<std::optional<StripError>> compareStripped(const std::string &stripped,
                                                   const std::string &plain) {
  std::optional<StripError> error;
  if (stripped == plain)
    return error;
  ForeignModule have(stripped), want(plain);
  if (!have)
    return have.unreadable();
  if (!want)
    return want.unreadable();
  const auto a = have.ops(), b = want.ops();
  StripComparison comparison;
  for (size_t i = 0; i < std::min(a.size(), b.size()) && nameOf(a[i]) == nameOf(b[i]); ++i)
    comparison.compare(a[i], b[i]);
  if (auto text = comparison.text())
    error = StripError{*text, functionOf(a, comparison.first)};
  else if (have.text() != want.text())
    error = StripError{fmt::format("{} changes more than attributes", stripPass), {}};
  return error;
}

} // namespace assay
