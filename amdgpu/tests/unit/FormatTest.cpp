#include "amdgpu/machine/hostcall/Format.h"

#include <catch2/catch.hpp>

#include <bit>
#include <climits>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

using namespace assay::amdgpu;

namespace {

/// A message as the device library sends it.
class Sent {
public:
  explicit Sent(std::string_view format) { add(format); }
  Sent &add(std::string_view string) {
    const size_t begin = words.size();
    words.resize(begin + string.size() / 8 + 1);
    std::memcpy(words.data() + begin, string.data(), string.size());
    return *this;
  }
  Sent &add(double value) { return add(std::bit_cast<uint64_t>(value)); }
  Sent &add(uint64_t word) {
    words.push_back(word);
    return *this;
  }
  /// As clang widens it: with zeros.
  Sent &add(int value) { return add(uint64_t(uint32_t(value))); }
  std::string text() const { return formatMessage(words); }

  std::vector<uint64_t> words;
};

template <class... Arguments> std::string sent(const char *format, Arguments... arguments) {
  Sent message(format);
  (message.add(arguments), ...);
  return message.text();
}

/// Ours, if C's printf agrees.
template <class... Arguments> std::string both(const char *format, Arguments... arguments) {
  char wanted[1000];
  std::snprintf(wanted, sizeof wanted, format, arguments...);
  const std::string got = sent(format, arguments...);
  CHECK(got == wanted);
  return got;
}

} // namespace

TEST_CASE("what kernels print is what C's printf prints") {
  for (const char *format : {"%d", "%i", "%5d|", "%-5d|", "%05d", "%+d", "% d", "%.4d", "%8.4d",
                             "%hhd", "%hd", "%u", "%x", "%#X", "%o", "%#o", "%c", "%3c|", "%-3c|"})
    for (int value : {0, 1, -1, 65, 12345, INT_MAX, INT_MIN}) {
      // C makes no width of 0 bytes.
      if (value % 256 != 0 || std::strchr(format, 'c') == nullptr)
        both(format, value);
    }
  for (const char *format : {"%ld", "%lld", "%jd", "%zd", "%td", "%lu", "%llx", "%p"})
    for (uint64_t value : {uint64_t(0), uint64_t(1), uint64_t(1) << 40, ~uint64_t(0)})
      both(format, value);
  for (const char *format : {"%f", "%F", "%e", "%E", "%g", "%G", "%a", "%A", "%.2f", "%12.3f|",
                             "%-12.3f|", "%+.0e", "%#.0f", "%012.4f", "%lf", "%.300f"})
    for (double value : {0.0, -0.0, 1.5, -3.25e300, 1e-320, double(INFINITY), double(NAN)})
      both(format, value);
  CHECK(sent("%%") == "%");
  CHECK(both("%*d|%-*d|%.*f", 6, 42, 6, 42, 2, 1.0) == "    42|42    |1.00");
  CHECK(both("%*d|%.*d", -6, 42, -1, 42) == "42    |42");
}

TEST_CASE("strings are printed whole, and cut and filled up as the conversion asks") {
  CHECK(sent("%s and %s", "one", "another that is longer than a word") ==
        "one and another that is longer than a word");
  CHECK(sent("%5s|%-5s|%.2s|%5.1s|%s", "abc", "abc", "abc", "abc", "") == "  abc|abc  |ab|    a|");
  CHECK(sent("%s%d%s", "exactly8", 7, "sixteen letters!") == "exactly87sixteen letters!");
  CHECK(sent("%c", 0) == std::string(1, '\0'));
}

TEST_CASE("%n takes its argument and writes nowhere") {
  CHECK(sent("a%nb%d", uint64_t(0x1000), 5) == "ab5");
  CHECK(sent("%hhn%ln%d", uint64_t(1), uint64_t(2), 5) == "5");
}

TEST_CASE("a conversion that is none, or that no argument is left for, is printed as it stands") {
  CHECK(sent("%y %d", 5) == "%y 5");
  CHECK(sent("100%") == "100%");
  CHECK(sent("%") == "%");
  CHECK(sent("%-08.3l") == "%-08.3l");
  CHECK(sent("%*", 1) == "%*");
  CHECK(sent("%d %d %s", 1) == "1 %d %s");
  CHECK(sent("%*.*f", 1, 2) == "%*.*f");
  CHECK(sent("%1$d", 1) == "%1$d");
  CHECK(sent("%%%%%") == "%%%");
}

TEST_CASE("widths and precisions of any size are survived") {
  const auto limit = size_t(maxFieldWidth);
  CHECK(sent("%999999999999999999999d", 1).size() == limit);
  CHECK(sent("%.2147483648d", 1).size() == limit);
  CHECK(sent("%.99999999f", 1.0).size() == limit + 2);
  CHECK(sent("%9999999s", "x").size() == limit);
  CHECK(sent("%*d", INT_MAX, 1).size() == limit);
  CHECK(sent("%*d", INT_MIN, 1) == "1" + std::string(limit - 1, ' '));
  CHECK(sent("%.*s", INT_MIN, "text") == "text");
  std::string many;
  for (size_t i = 0; i < 2 * maxTextBytes / limit; ++i)
    many += "%99999s";
  Sent message(many);
  for (size_t i = 0; i < 2 * maxTextBytes / limit; ++i)
    message.add("");
  CHECK(message.text().size() == maxTextBytes);
}

TEST_CASE("bytes that no zero ends are ended by the message") {
  uint64_t word = 0;
  std::memcpy(&word, "%s:%d:%c", sizeof word);
  CHECK(formatMessage({}).empty());
  CHECK(formatMessage({&word, 1}) == "%s:%d:%c");
  Sent message("%s|%d");
  message.add(~uint64_t(0)).add(~uint64_t(0));
  CHECK(message.text() == std::string(16, '\xff') + "|%d");
}
