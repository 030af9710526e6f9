#include "check/SameFailure.h"

#include "check/Diagnostic.h"

#include <algorithm>
#include <cctype>

namespace assay {
namespace {

/// Stands for what is not the same each time.
constexpr std::string_view anything = "*";

/// Whether a text is what commonSignature() made, or may have been made of it.
bool covers(std::string_view signature, std::string_view text) {
  const size_t rest = signature.find(anything);
  if (rest == signature.npos)
    return signature == text;
  const std::string_view begin = signature.substr(0, rest);
  const std::string_view end = signature.substr(rest + anything.size());
  return text.size() >= begin.size() + end.size() && text.starts_with(begin) && text.ends_with(end);
}

} // namespace

bool sameFailure(const Verdict &a, const Verdict &b) {
  if (!a.isFinding() || a.outcome.index() != b.outcome.index())
    return false;
  if (a.difference() || a.isMissedOptimisation())
    return a.signature.what == b.signature.what;
  const std::string of = withoutElementTypes(a.signature.text());
  const std::string with = withoutElementTypes(b.signature.text());
  return covers(of, with) || covers(with, of);
}

Signature commonSignature(const Signature &one, const Signature &other) {
  if (one == other)
    return one;
  auto isCut = [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x80 && !std::isalnum(byte) && c != '_';
  };
  const std::string a = one.text(), b = other.text();
  // Whole words, or two that happen to begin alike would make another signature; and no character
  // is cut in two.
  const size_t shorter = std::min(a.size(), b.size());
  size_t begin = 0, end = 0;
  for (size_t i = 0; i < shorter && a[i] == b[i]; ++i)
    if (isCut(a[i]))
      begin = i + 1;
  for (size_t i = 1; i <= shorter - begin && a[a.size() - i] == b[b.size() - i]; ++i)
    if (isCut(a[a.size() - i]))
      end = i;
  return Signature::parse(a.substr(0, begin).append(anything).append(b.substr(b.size() - end)));
}

bool isCommon(const Signature &signature) {
  return signature.text().find(anything) != std::string::npos;
}

} // namespace assay
