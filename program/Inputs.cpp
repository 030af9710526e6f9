#include "program/Inputs.h"

#include "program/types/StoredNumbers.h"
#include "support/Assert.h"
#include "support/Random.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <unordered_set>

namespace assay {

namespace {

/// `count` integers are at hand from `first` on, in steps of one.
struct IntegerRange {
  int64_t first, count;
  int64_t at(int64_t position) const { return first + position; }
};

/// Fills one tensor from one recipe.
class Maker {
public:
  Maker(const Recipe &recipe, ElementType element, const Shape &shape)
      : recipe(recipe), random(recipe.seed), tensor(element, shape) {}

  Tensor make() {
    Tensor made = draw();
    if (made.size() > 0 && recipe.special != Special::None) {
      Random stream(recipe.seed ^ 0x5bec1a15ULL);
      if (isFloat(made.element()) || isComplex(made.element()))
        addSpecials(made, specialValues(stream, made.element()), stream);
      else if (isInteger(made.element()) && recipe.special == Special::Any)
        addSpecials(made, specialIntegers(stream, made.element()), stream);
    }
    return made;
  }

private:
  Tensor draw() {
    switch (recipe.distribution) {
    case Distribution::Integers:
      return each([&, values = range()] { return integer(values); });
    case Distribution::Uniform:
      return each([&] { return real(); });
    case Distribution::Normal:
      return each([&] { return normal(); });
    case Distribution::LogUniform:
      return each([&] { return logUniform(); });
    case Distribution::Equal: {
      double value = integer();
      return each([&] { return value; });
    }
    case Distribution::Ties: {
      const double values[3] = {integer(), integer(), integer()};
      size_t count = random.chance(50) ? 2 : 3;
      return each([&] { return values[random.below(count)]; });
    }
    case Distribution::Ascending:
      return ramp(1);
    case Distribution::Descending:
      return ramp(-1);
    case Distribution::Distinct:
      return distinct();
    case Distribution::UniqueRows:
      return uniqueRows();
    case Distribution::MaskRows:
    case Distribution::FiniteMask:
      return mask();
    case Distribution::PaddedRows:
      return paddedRows();
    case Distribution::Halves:
      return each([&] { return half(); });
    case Distribution::Edges: {
      const IntegerRange values = range();
      return each([&] {
        const bool isEdge = random.chance(75);
        return isEdge ? static_cast<double>(values.at(random.next() & 1 ? values.count - 1 : 0))
                      : integer(values);
      });
    }
    case Distribution::Unlike: {
      bool isNegative = random.next() & 1;
      return each([&] { return unlike(isNegative = !isNegative); });
    }
    case Distribution::Cancelling:
      return cancelling();
    case Distribution::Special:
      return each([&] { return special(); });
    case Distribution::Sparse: {
      const IntegerRange values = range();
      const double common = integer(values);
      return each([&] { return random.chance(93) ? common : integer(values); });
    }
    }
    ASSAY_ASSERT(false, "distribution out of range");
  }

  bool holdsTruth() const { return isBool(tensor.element()); }
  bool isEverywhere() const {
    return recipe.special == Special::AllNan || recipe.special == Special::AllInfinite;
  }

  IntegerRange range() const {
    auto first = static_cast<int64_t>(std::ceil(recipe.low));
    auto last = std::max(static_cast<int64_t>(std::floor(recipe.high)), first);
    if (isInteger(tensor.element())) {
      first = std::clamp(first, minInteger(tensor.element()), maxInteger(tensor.element()));
      last = std::clamp(last, first, maxInteger(tensor.element()));
    }
    return {first, last - first + 1};
  }
  double integer() { return integer(range()); }
  double integer(const IntegerRange &values) {
    if (holdsTruth())
      return static_cast<double>(random.next() & 1);
    return static_cast<double>(values.at(random.between(0, values.count - 1)));
  }
  double real() { return recipe.low + (recipe.high - recipe.low) * random.unit(); }

  /// Exact arithmetic only: exp2 differs between C libraries.
  double logUniform() {
    double magnitude = std::ldexp(1 + random.unit(), static_cast<int>(std::floor(real())));
    return random.next() & 1 ? magnitude : -magnitude;
  }

  /// The sum of twelve uniforms less six: mean 0, deviation 1, within +-6, and the same bits with
  /// every C library, which Box-Muller's log and cos are not.
  double normal() {
    double sum = -6;
    for (int i = 0; i < 12; ++i)
      sum += random.unit();
    return recipe.low + recipe.high * sum;
  }

  double special() {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    ElementType type = tensor.element();
    double tiny = isFloat(type) ? minNormal(type) / 4 : 1;
    const double values[] = {std::nan(""), infinity, -infinity, 0.0, -0.0, tiny, -tiny};
    if (!isFloat(type))
      return integer();
    return random.chance(40) ? values[random.below(std::size(values))] : real();
  }

  /// k + 1/2, or a number with one bit more than bf16 (8) or f16 (11) holds, the last one set.
  /// Those that the type does not hold are rounded to it.
  double half() {
    const double x = real();
    if (x == 0 || random.chance(50))
      return within(std::floor(x) + 0.5);
    const int bits = random.next() & 1 ? 8 : 11;
    const double unit = std::ldexp(1.0, std::ilogb(x) - bits);
    return within((2 * std::floor(x / (2 * unit)) + 1) * unit);
  }
  double within(double x) const { return x < recipe.low || x > recipe.high ? recipe.low : x; }

  /// An integer of that sign where there is one, and of the other else.
  double unlike(bool isNegative) {
    const IntegerRange values = range();
    const int64_t last = values.at(values.count - 1);
    const bool hasBelow = values.first < 0, hasAbove = last > 0;
    if (!hasBelow && !hasAbove)
      return integer();
    if (hasBelow && (isNegative || !hasAbove))
      return static_cast<double>(random.between(values.first, std::min<int64_t>(last, -1)));
    return static_cast<double>(random.between(std::max<int64_t>(values.first, 1), last));
  }

  Tensor cancelling() {
    const Shape strides = rowMajorStrides(tensor.shape());
    for (int64_t i = 0; i < tensor.size(); ++i) {
      int64_t places = 0, rest = i;
      for (int64_t stride : strides) {
        places += rest / stride;
        rest %= stride;
      }
      const double size = places % 2 == 0 ? recipe.high : -recipe.high;
      tensor.set(i, size + recipe.low * (2 * random.unit() - 1));
    }
    return std::move(tensor);
  }

  /// Drawn by a stream of their own, so that the other elements are what they are without.
  template <class Value>
  void addSpecials(Tensor &made, const std::vector<Value> &values, Random &stream) const {
    const double shares[] = {0, 3, 12, 40}; // 0: one element
    const double at = stream.unit();
    const double drawn = shares[at < 0.4 ? 0 : at < 0.7 ? 1 : at < 0.93 ? 2 : 3];
    const double share = isEverywhere() ? 100 : recipe.special == Special::HalfNan ? 50 : drawn;
    // At least one, so that each input that asks for them has them.
    replace(made, static_cast<int64_t>(stream.below(static_cast<size_t>(made.size()))), values[0],
            stream);
    for (int64_t i = 0; i < made.size() && share > 0; ++i)
      if (stream.chance(share))
        replace(made, i, stream.pick(values), stream);
  }

  /// Puts a value in place of an element, or of one part of a complex number.
  static void replace(Tensor &made, int64_t i, double value, Random &stream) {
    if (!isComplex(made.element()))
      made.setReal(i, value);
    else if (stream.chance(50))
      made.setComplex(i, {value, made.imaginary(i)});
    else
      made.setComplex(i, {made.real(i), value});
  }
  static void replace(Tensor &made, int64_t i, int64_t value, Random &) {
    made.setInteger(i, value);
  }

  static std::vector<int64_t> specialIntegers(Random &stream, ElementType type) {
    const int64_t least = minInteger(type), greatest = maxInteger(type);
    std::vector<int64_t> values{0, 1, -1, least, greatest, least + 1};
    stream.shuffle(values);
    values.resize(1 + stream.below(values.size()));
    return values;
  }

  std::vector<double> specialValues(Random &stream, ElementType element) const {
    const ElementType type = isComplex(element) ? ElementType::F32 : element;
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const double nan = std::numeric_limits<double>::quiet_NaN();
    std::vector<double> values;
    switch (recipe.special) {
    case Special::None:
      break;
    case Special::Nan:
    case Special::AllNan:
    case Special::HalfNan:
      return {nan};
    case Special::Infinite:
    case Special::AllInfinite: {
      const double one = stream.next() & 1 ? infinity : -infinity;
      return isEverywhere() || stream.chance(60) ? std::vector{one} : std::vector{one, -one};
    }
    case Special::Any: {
      const double tiny = minNormal(type) / 4, most = maxFinite(type);
      values = {nan, infinity, -infinity, 0.0, -0.0, tiny, -tiny, most, -most};
      stream.shuffle(values);
      values.resize(1 + stream.below(values.size()));
      break;
    }
    }
    return values;
  }

  /// Each element is what `draw` gives, of a complex number each part. They are many: their type is
  /// looked at once for a batch of them.
  template <class Draw> Tensor each(Draw draw) {
    const auto parts = static_cast<size_t>(tensor.size()) * (isComplex(tensor.element()) ? 2 : 1);
    std::array<double, 256> batch;
    for (size_t done = 0; done < parts; done += batch.size()) {
      const std::span drawn = std::span(batch).first(std::min(batch.size(), parts - done));
      for (double &part : drawn)
        part = draw();
      store(done, drawn);
    }
    return std::move(tensor);
  }

  /// Element, or part of a complex one, number `first` and those behind it become these.
  void store(size_t first, std::span<const double> parts) {
    const ElementType element = tensor.element();
    if (!isInteger(element) && !isBool(element))
      return withStoredFloat(element, [&]<class Stored>(auto, auto narrowed) {
        storeAs<Stored>(first, parts, narrowed);
      });
    withStoredInteger(element, [&, isTruth = isBool(element)]<class Stored>() {
      storeAs<Stored>(first, parts, [=](double part) {
        const auto whole = static_cast<int64_t>(part);
        return static_cast<Stored>(isTruth ? whole != 0 : whole);
      });
    });
  }
  template <class Stored, class Convert>
  void storeAs(size_t first, std::span<const double> parts, Convert convert) {
    std::byte *at = tensor.data() + first * sizeof(Stored);
    for (const double part : parts) {
      const Stored stored = convert(part);
      std::memcpy(at, &stored, sizeof(Stored));
      at += sizeof(Stored);
    }
  }

  /// Length of a line along the last dim; the whole tensor is one line at rank 0.
  int64_t lineLength() const { return tensor.rank() == 0 ? 1 : tensor.shape().back(); }

  Tensor ramp(int64_t step) {
    const IntegerRange values = range();
    const int64_t length = std::max<int64_t>(lineLength(), 1);
    for (int64_t i = 0; i < tensor.size(); ++i) {
      int64_t position = std::min(i % length, values.count - 1);
      tensor.set(i,
                 static_cast<double>(values.at(step > 0 ? position : values.count - 1 - position)));
    }
    return std::move(tensor);
  }

  Tensor distinct() {
    if (tensor.size() == 0)
      return std::move(tensor);
    const IntegerRange values = range();
    const auto axis = static_cast<size_t>(recipe.axis);
    const int64_t length = tensor.rank() == 0 ? 1 : tensor.shape()[axis];
    const int64_t stride = tensor.rank() == 0 ? 1 : rowMajorStrides(tensor.shape())[axis];
    // Drawn from all values at hand where that is cheap, so that indices reach the far end.
    const bool few = values.count <= std::max<int64_t>(4 * length, 64);
    std::vector<int64_t> order(static_cast<size_t>(few ? std::max(values.count, length) : length));
    for (int64_t line = 0; line < tensor.size() / length; ++line) {
      for (size_t i = 0; i < order.size(); ++i)
        order[i] = static_cast<int64_t>(i) % values.count;
      random.shuffle(order);
      const int64_t first = line / stride * stride * length + line % stride;
      for (int64_t i = 0; i < length; ++i)
        tensor.set(first + i * stride,
                   static_cast<double>(values.at(order[static_cast<size_t>(i)])));
    }
    return std::move(tensor);
  }

  Tensor uniqueRows() {
    const int64_t depth = lineLength();
    if (tensor.size() == 0)
      return std::move(tensor);
    const int64_t places = differentRows(recipe);
    const int64_t rows = tensor.size() / depth;
    // Floyd's sampling without replacement: `rows` different numbers below `places`.
    std::unordered_set<int64_t> taken;
    std::vector<int64_t> chosen;
    for (int64_t i = places - rows; i < places; ++i) {
      int64_t candidate = random.between(0, i);
      if (!taken.insert(candidate).second)
        taken.insert(candidate = i);
      chosen.push_back(candidate);
    }
    random.shuffle(chosen);
    for (int64_t row = 0; row < rows; ++row) {
      int64_t rest = chosen[static_cast<size_t>(row)];
      for (int64_t i = depth; i > 0; --i) {
        int64_t extent = recipe.extents[static_cast<size_t>(i - 1)];
        tensor.set(row * depth + i - 1, static_cast<double>(rest % extent));
        rest /= extent;
      }
    }
    return std::move(tensor);
  }

  Tensor mask() {
    const int64_t length = std::max<int64_t>(lineLength(), 1);
    const bool real = recipe.distribution == Distribution::FiniteMask;
    bool wholeRow = false;
    for (int64_t i = 0; i < tensor.size(); ++i) {
      if (i % length == 0)
        wholeRow = random.chance(8);
      const bool removed = wholeRow || random.chance(35);
      setMask(i, removed, real ? this->real() : 0.0);
    }
    return std::move(tensor);
  }

  /// At least one key of each row stays.
  Tensor paddedRows() {
    const int64_t length = std::max<int64_t>(lineLength(), 1);
    const bool isAtBegin = random.chance(60);
    int64_t padding = 0;
    for (int64_t i = 0; i < tensor.size(); ++i) {
      const int64_t key = i % length;
      if (key == 0)
        padding = random.between(0, length - 1);
      setMask(i, isAtBegin ? key < padding : key >= length - padding, 0.0);
    }
    return std::move(tensor);
  }

  void setMask(int64_t i, bool isRemoved, double kept) {
    if (isFloat(tensor.element()))
      tensor.setReal(i, isRemoved ? -HUGE_VAL : kept);
    else
      tensor.set(i, isRemoved ? 0 : 1);
  }

  const Recipe &recipe;
  Random random;
  Tensor tensor;
};

} // namespace

int64_t differentRows(const Recipe &recipe) {
  constexpr int64_t most = int64_t(1) << 38; // as many times an extent are no overflow
  int64_t rows = 1;
  for (const int64_t extent : recipe.extents)
    rows = std::min(rows * extent, most);
  return rows;
}

Tensor materialise(const Input &input, ElementType element, const Shape &shape) {
  if (const Tensor *tensor = std::get_if<Tensor>(&input))
    return *tensor;
  return Maker(std::get<Recipe>(input), element, shape).make();
}

} // namespace assay
