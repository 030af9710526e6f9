#include "check/Signature.h"

#include "support/NameOf.h"

#include <algorithm>

namespace assay {
namespace {

using Kind = Signature::Kind;

constexpr std::string_view jointPrefix = "joint:";
constexpr std::string_view unwrittenSuffix = ":unwritten memory";
constexpr std::string_view togetherSuffix = ":together";

bool hasMarks(Kind kind) {
  return kind == Kind::Mismatch || kind == Kind::Accuracy || kind == Kind::Nondeterministic ||
         kind == Kind::MissedOptimisation;
}

bool mayHaveStage(Kind kind) {
  return kind == Kind::CompileFailure || kind == Kind::Crash || kind == Kind::Timeout ||
         kind == Kind::Sanitizer || kind == Kind::AssayBug;
}

bool takePrefix(std::string_view &text, std::string_view prefix) {
  if (!text.starts_with(prefix))
    return false;
  text.remove_prefix(prefix.size());
  return true;
}

bool takeSuffix(std::string_view &text, std::string_view suffix) {
  if (!text.ends_with(suffix))
    return false;
  text.remove_suffix(suffix.size());
  return true;
}

std::string_view firstPart(std::string_view text) { return text.substr(0, text.find(':')); }

/// The first part, which is gone from the text afterwards, and with it the colon behind it.
std::string_view takePart(std::string_view &text) {
  const std::string_view part = firstPart(text);
  text.remove_prefix(std::min(part.size() + 1, text.size()));
  return part;
}

/// What the text says if it is of the form that Signature describes.
Signature fromParts(std::string_view text) {
  Signature made;
  made.joint = takePrefix(text, jointPrefix);
  made.kind = enumeratorNamed<Kind>(takePart(text)).value_or(Kind::Other);
  if (mayHaveStage(made.kind))
    made.stage = enumeratorNamed<Stage>(firstPart(text));
  if (made.stage)
    takePart(text);
  if (!hasMarks(made.kind)) {
    made.what = text;
    return made;
  }
  made.together = takeSuffix(text, togetherSuffix);
  made.unwritten = takeSuffix(text, unwrittenSuffix);
  made.what = takePart(text);
  while (!text.empty())
    made.marks.emplace_back(takePart(text));
  return made;
}

} // namespace

std::string Signature::text() const {
  if (kind == Kind::Other)
    return what;
  std::string out(joint ? jointPrefix : "");
  out += nameOf(kind);
  auto add = [&](std::string_view part) { out.append(":").append(part); };
  if (stage)
    add(nameOf(*stage));
  if (!what.empty())
    add(what);
  for (const std::string &mark : marks)
    add(mark);
  if (unwritten)
    out += unwrittenSuffix;
  if (together)
    out += togetherSuffix;
  return out;
}

Signature Signature::parse(std::string_view text) {
  if (text.empty())
    return {};
  Signature made = fromParts(text);
  if (made.kind != Kind::None && made.text() == text)
    return made;
  Signature other;
  other.kind = Kind::Other;
  other.what = text;
  return other;
}

} // namespace assay
