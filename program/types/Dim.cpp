#include "program/types/Dim.h"

#include "support/Assert.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace assay {

/// Where coefficients and extents end, on either side of 0.
static constexpr int64_t limit = int64_t(1) << 62;
static int64_t saturatingAdd(int64_t a, int64_t b) {
  int64_t sum;
  if (__builtin_add_overflow(a, b, &sum))
    return a < 0 ? -limit : limit;
  return std::clamp(sum, -limit, limit);
}
static int64_t saturatingMultiply(int64_t a, int64_t b) {
  int64_t product;
  if (__builtin_mul_overflow(a, b, &product))
    return (a < 0) != (b < 0) ? -limit : limit;
  return std::clamp(product, -limit, limit);
}

Dim::Dim(int64_t constant) {
  if (constant != 0)
    sum.push_back({{}, constant});
}

Dim Dim::symbol(SymbolId id) {
  ASSAY_ASSERT(id >= 0 && id < maxSymbols, "symbol id out of range");
  Dim dim;
  dim.sum.push_back({{id}, 1});
  return dim;
}

std::optional<int64_t> Dim::constant() const {
  if (sum.empty())
    return 0;
  if (sum.size() == 1 && sum[0].symbols.empty())
    return sum[0].coefficient;
  return std::nullopt;
}

std::optional<SymbolId> Dim::asSymbol() const {
  if (sum.size() == 1 && sum[0].symbols.size() == 1 && sum[0].coefficient == 1)
    return sum[0].symbols[0];
  return std::nullopt;
}

std::vector<SymbolId> Dim::symbols() const {
  std::vector<SymbolId> found;
  for (const Term &term : sum)
    found.insert(found.end(), term.symbols.begin(), term.symbols.end());
  std::ranges::sort(found);
  const auto repeated = std::ranges::unique(found);
  found.erase(repeated.begin(), repeated.end());
  return found;
}

void Dim::forEachSymbol(const std::function<void(SymbolId)> &visit) const {
  for (const Term &term : sum)
    for (SymbolId id : term.symbols)
      visit(id);
}

int64_t Dim::evaluate(std::span<const int64_t> bindings) const {
  int64_t total = 0;
  for (const Term &term : sum) {
    int64_t value = term.coefficient;
    for (SymbolId id : term.symbols) {
      ASSAY_ASSERT(static_cast<size_t>(id) < bindings.size(), "a symbol without a binding");
      value = saturatingMultiply(value, bindings[static_cast<size_t>(id)]);
    }
    total = saturatingAdd(total, value);
  }
  return total;
}

Dim Dim::substitute(const std::function<Dim(SymbolId)> &replacement) const {
  Dim result;
  for (const Term &term : sum) {
    Dim value = term.coefficient;
    for (SymbolId id : term.symbols)
      value = value * replacement(id);
    result = result + value;
  }
  return result;
}

void Dim::add(const Term &term) {
  auto place = std::lower_bound(sum.begin(), sum.end(), term.symbols,
                                [](const Term &a, const auto &key) { return a.symbols < key; });
  if (place == sum.end() || place->symbols != term.symbols) {
    if (term.coefficient != 0)
      sum.insert(place, term);
    return;
  }
  place->coefficient = saturatingAdd(place->coefficient, term.coefficient);
  if (place->coefficient == 0)
    sum.erase(place);
}

/// The sum of both, of the second with its coefficients times `factor`, which is 1 or -1.
static std::vector<Dim::Term> merged(const std::vector<Dim::Term> &a,
                                     const std::vector<Dim::Term> &b, int64_t factor) {
  const auto scaled = [&](int64_t coefficient) {
    return factor == 1 ? coefficient : saturatingMultiply(factor, coefficient);
  };
  std::vector<Dim::Term> result;
  result.reserve(a.size() + b.size());
  auto left = a.begin(), right = b.begin();
  while (left != a.end() && right != b.end()) {
    const auto order = left->symbols <=> right->symbols;
    if (order < 0) {
      result.push_back(*left++);
    } else if (order > 0) {
      result.push_back({right->symbols, scaled(right->coefficient)});
      ++right;
    } else {
      const int64_t sum = saturatingAdd(left->coefficient, scaled(right->coefficient));
      if (sum != 0)
        result.push_back({left->symbols, sum});
      ++left;
      ++right;
    }
  }
  result.insert(result.end(), left, a.end());
  for (; right != b.end(); ++right)
    result.push_back({right->symbols, scaled(right->coefficient)});
  return result;
}

Dim operator+(const Dim &a, const Dim &b) {
  Dim result;
  result.sum = merged(a.sum, b.sum, 1);
  return result;
}

Dim operator-(const Dim &a, const Dim &b) {
  Dim result;
  result.sum = merged(a.sum, b.sum, -1);
  return result;
}

Dim operator*(const Dim &a, const Dim &b) {
  if (const auto factor = a.constant(); factor && *factor != 0) {
    Dim result = b;
    for (Dim::Term &term : result.sum)
      term.coefficient = saturatingMultiply(*factor, term.coefficient);
    return result;
  }
  Dim result;
  for (const Dim::Term &left : a.sum)
    for (const Dim::Term &right : b.sum) {
      Dim::Term term{left.symbols, saturatingMultiply(left.coefficient, right.coefficient)};
      term.symbols.insert(term.symbols.end(), right.symbols.begin(), right.symbols.end());
      std::sort(term.symbols.begin(), term.symbols.end());
      result.add(term);
    }
  return result;
}

std::string Dim::text() const {
  if (sum.empty())
    return "0";
  std::string out;
  // The constant term sorts first and reads better last.
  auto write = [&](const Term &term) {
    int64_t coefficient = term.coefficient;
    if (coefficient < 0)
      out += '-';
    else if (!out.empty())
      out += '+';
    bool first = true;
    uint64_t magnitude =
        coefficient < 0 ? -static_cast<uint64_t>(coefficient) : static_cast<uint64_t>(coefficient);
    if (magnitude != 1 || term.symbols.empty()) {
      out += fmt::format("{}", magnitude);
      first = false;
    }
    for (SymbolId id : term.symbols) {
      out += fmt::format("{}d{}", first ? "" : "*", id);
      first = false;
    }
  };
  for (const Term &term : sum)
    if (!term.symbols.empty())
      write(term);
  if (sum.front().symbols.empty())
    write(sum.front());
  return out;
}

Expected<Dim> Dim::parse(std::string_view text) {
  auto bad = [&] {
    return Error{fmt::format("'{}' is no dim: expected a sum of products such as 2*d0*d1+3",
                             text.substr(0, 40))};
  };
  Dim result;
  size_t at = 0;
  if (text.empty() || text.size() > 1000)
    return bad();
  while (at < text.size()) {
    Term term{{}, 1};
    if (text[at] == '+' || text[at] == '-') {
      if (text[at] == '+' && at == 0)
        return bad();
      term.coefficient = text[at] == '-' ? -1 : 1;
      ++at;
    } else if (at != 0) {
      return bad();
    }
    for (bool more = true; more;) {
      bool isSymbol = at < text.size() && text[at] == 'd';
      at += isSymbol;
      int64_t number = 0;
      auto [end, code] = std::from_chars(text.data() + at, text.data() + text.size(), number);
      if (code != std::errc() || number < 0 || text[at] == '-')
        return bad();
      at = static_cast<size_t>(end - text.data());
      if (!isSymbol)
        term.coefficient = saturatingMultiply(term.coefficient, number);
      else if (number >= maxSymbols || term.symbols.size() >= maxDegree)
        return bad();
      else
        term.symbols.push_back(static_cast<SymbolId>(number));
      more = at < text.size() && text[at] == '*';
      at += more;
    }
    std::sort(term.symbols.begin(), term.symbols.end());
    result.add(term);
  }
  return result;
}

Dim product(std::span<const Dim> dims) {
  Dim result = 1;
  for (const Dim &dim : dims)
    result = result * dim;
  return result;
}

std::string text(std::span<const Dim> dims) {
  std::string out;
  for (const Dim &dim : dims)
    out += (out.empty() ? "" : ",") + dim.text();
  return out;
}

} // namespace assay
