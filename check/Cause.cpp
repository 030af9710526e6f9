#include "check/Cause.h"

#include "check/Signature.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>

namespace assay {
namespace {

constexpr std::string_view jointPrefix = "joint:";
/// Stands for what is not the same each time.
constexpr std::string_view anything = "*";

/// The second part of "mismatch:topk.indices:f32->i64:named".
std::string_view opOf(std::string_view signature) {
  size_t colon = signature.find(':');
  return colon == std::string_view::npos
             ? signature
             : signature.substr(colon + 1, signature.find(':', colon + 1) - colon - 1);
}

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

bool sameCause(const Verdict &a, const Verdict &b) {
  if (!a.isFinding() || a.outcome.index() != b.outcome.index())
    return false;
  if (a.difference())
    return opOf(a.signature.text) == opOf(b.signature.text);
  const std::string of = withoutElementTypes(a.signature.text);
  const std::string with = withoutElementTypes(b.signature.text);
  return covers(of, with) || covers(with, of);
}

std::string commonSignature(std::string_view a, std::string_view b) {
  if (a == b)
    return std::string(a);
  auto isCut = [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x80 && !std::isalnum(byte) && c != '_';
  };
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
  return fmt::format("{}{}{}", a.substr(0, begin), anything, a.substr(a.size() - end));
}

bool isCommonSignature(std::string_view signature) {
  return signature.find(anything) != signature.npos;
}

Verdict jointVerdict(Verdict verdict) {
  verdict.signature.text.insert(0, jointPrefix);
  return verdict;
}

bool isJoint(std::string_view signature) { return signature.starts_with(jointPrefix); }

bool isOurBug(std::string_view signature) { return signature.starts_with("assay-bug:"); }

} // namespace assay
