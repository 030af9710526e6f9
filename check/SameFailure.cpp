#include "check/SameFailure.h"

#include "check/Diagnostic.h"

#include <algorithm>
#include <cctype>
#include <cmath>

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

int checksUntilGone(const Verdict &failure) {
  const Mismatch *mismatch = failure.difference();
  const bool isOtherEachTime = mismatch && mismatch->nondeterministic;
  const Frequency &frequency = failure.frequency;
  if (frequency.isAlways() && !isOtherEachTime)
    return 1;
  // The check that found it tells nothing of how often it comes; nor do few checks, that it always
  // does.
  constexpr double rarest = 0.2, mostOften = 0.5;
  const double share = frequency.checks > 1 ? static_cast<double>(frequency.found - 1) /
                                                  static_cast<double>(frequency.checks - 1)
                                            : mostOften;
  constexpr double overlooked = 0.01; // of those that are still there
  return static_cast<int>(
      std::ceil(std::log(overlooked) / std::log(1 - std::clamp(share, rarest, mostOften))));
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

bool hasWords(std::string_view text, std::string_view words) {
  for (size_t rest = words.find(anything); rest != words.npos; rest = words.find(anything)) {
    const size_t at = text.find(words.substr(0, rest));
    if (at == text.npos)
      return false;
    text.remove_prefix(at + rest);
    words.remove_prefix(rest + anything.size());
  }
  return text.find(words) != text.npos;
}

bool isCommon(const Signature &signature) {
  return signature.text().find(anything) != std::string::npos;
}

} // namespace assay
