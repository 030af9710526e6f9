#include "oracle/Softmax.h"
#include "oracle/Step.h"
#include "oracle/Sum.h"

#include <Eigen/Core>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>

namespace assay::oracle {
namespace {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using View = Eigen::Map<const Matrix>;

/// One head: softmax(scale Q K^T + mask) V, computed in f32 (`wide`) or wider and rounded once:
/// - scores are summed in any order, and scaled before or behind;
/// - the exponent is a difference of scores, as in Softmax;
/// - the sum of the weights in any order, and 1 / sum, and the product with it;
/// - a running maximum rescales what is summed so far, which takes an exp and a product: for a key
///   at most as often as there are keys of a greater score, since its maxima increase;
/// - P V is summed in any order.
/// With w' the weights that are computed, w'_i = w_i f_i / sum_j w_j f'_j, each f within [1 / (1 +
/// g), 1 + g], the result is off by (sum w_i (f_i - 1) v_i - out sum w_j (f'_j - 1)) / sum w_j
/// f'_j, at most H (sum w_i g_i |v_i| + |out| sum w_j g_j), H = sum w_j (1 + g_j): Softmax.h. The f
/// above and below need not be the same. What flash forms of it lose besides, of which all is taken
/// relative to the sizes of terms:
/// - f16 and bf16: scale * log2(e), and Q times it, are rounded to the type: 2 u of |scale| |q|
/// |k|;
/// - exponents: the mask, log2(e) and the subtraction of a maximum each round a number of size
/// |score|;
/// - the weights before their division are rounded to the type, by half a subnormal below
/// minNormal, and flushed where subnormal there.
class Head {
public:
  Head(const Step &step, const Attention &op)
      : step(step), op(op), q(*step.operands[0]), k(*step.operands[1]), v(*step.operands[2]),
        format(step.format(q.type)),
        wide(step.format(format.isShort() ? ElementType::F32 : q.type)),
        isFlash(step.accuracy.allows(Allowance::FlashAttention)),
        isOrdered(!isFlash && OrderedSum::serves(wide, step.accuracy)),
        held(isFlash ? format : wide) {
    const size_t rank = q.shape.size();
    queries = q.shape[rank - 2];
    keys = k.shape[rank - 2];
    inner = q.shape[rank - 1];
    outer = v.shape[rank - 1];
    hasErrors = !q.isExact() || !k.isExact();
    hasFiniteScores = allFinite(q) && allFinite(k);
    hasFiniteValues = allFinite(v);
  }

  /// Writes the rows of query head `head`, which reads head `shared` of k and v.
  void write(Elements &out, int64_t head, int64_t shared) {
    qFirst = head * queries * inner;
    kFirst = shared * keys * inner;
    vFirst = shared * keys * outer;
    computeScores();
    View values(v.value.data() + vFirst, keys, outer), errors(v.error.data() + vFirst, keys, outer);
    Matrix weights = Matrix::Zero(queries, keys), moved = weights;
    std::vector<int64_t> boundedRows;
    std::map<int64_t, std::vector<int64_t>> keptOfRow;
    for (int64_t m = 0; m < queries; ++m) {
      const RowKind kind = weigh(head, m, weights, moved);
      if (kind == RowKind::Bounded && !isFlash)
        writePlainRow(out, head, m);
      else if (kind == RowKind::Bounded)
        boundedRows.push_back(m);
      else
        for (int64_t d = 0; d < outer; ++d)
          out.set(place(head, m, d), kind == RowKind::Mean     ? mean(d)
                                     : kind == RowKind::Masked ? Real{0, infinity, MaskedRow}
                                     : kind == RowKind::Nan    ? Real::nan()
                                                               : Real::open());
      if (kind == RowKind::Bounded && isFlash && !hasFiniteValues)
        keptOfRow[m] = kept;
    }
    if (boundedRows.empty() || !isFlash)
      return;
    // (w + dw)(v + dv) - w v = dw (|v| + dv) + w dv.
    const Matrix result = weights * values;
    // Products and partial sums may be subnormal, and lose half a subnormal each, or all.
    const double below =
        2 * static_cast<double>(keys) * wide.minNormal * (wide.flushes ? 1 : wide.unit);
    const Matrix lost = (2 * weights * values.cwiseAbs()).cwiseMin(below);
    const Matrix bound = moved * (values.cwiseAbs() + errors) + weights * errors + lost;
    std::vector<bool> fits;
    for (int64_t d = 0; d < outer; ++d)
      fits.push_back(fitsColumn(d));
    for (int64_t m : boundedRows)
      for (int64_t d = 0; d < outer; ++d)
        out.set(place(head, m, d), !fits[static_cast<size_t>(d)] ? Real::open()
                                   : std::isfinite(result(m, d)) && std::isfinite(bound(m, d))
                                       ? bounded(format, result(m, d), bound(m, d))
                                       : ofSpecialValues(d, keptOfRow[m], [&](int64_t n) {
                                           return weights(m, n) - moved(m, n) > 0 &&
                                                  weights(m, n) > 2 * format.minNormal;
                                         }));
  }

private:
  static constexpr double log2e = 1.4426950408889634;
  enum class RowKind { Open, Masked, Nan, Mean, Bounded };

  static bool allFinite(const Elements &x) {
    return std::all_of(x.value.begin(), x.value.end(), [](double e) { return std::isfinite(e); });
  }

  size_t place(int64_t head, int64_t m, int64_t d) const {
    return static_cast<size_t>((head * queries + m) * outer + d);
  }

  void computeScores() {
    View query(q.value.data() + qFirst, queries, inner), key(k.value.data() + kFirst, keys, inner);
    products.noalias() = query * key.transpose();
    sizes.noalias() = query.cwiseAbs() * key.cwiseAbs().transpose();
    if (hasErrors) {
      View queryError(q.error.data() + qFirst, queries, inner),
          keyError(k.error.data() + kFirst, keys, inner);
      errors.noalias() = queryError * (key.cwiseAbs() + keyError).transpose();
      errors.noalias() += query.cwiseAbs() * keyError.transpose();
    } else {
      errors.setZero(queries, keys);
    }
    keySizes =
        key.cwiseAbs().rowwise().sum() + View(k.error.data() + kFirst, keys, inner).rowwise().sum();
  }

  bool isRemoved(int64_t m, int64_t n, const Range *boolean, const Real *additive) const {
    if (op.causal && n > m)
      return true;
    if (boolean)
      return boolean->high == 0;
    return additive && additive->value == -infinity && additive->error == 0;
  }

  /// What NaN and infinities in q, k and the mask make of row m, if that is certain whatever the
  /// order. A score of NaN or Inf makes NaN of all weights. A key that is removed is so by a
  /// selection, or by -Inf that is added to its score: NaN then stays.
  std::optional<RowKind> specialRow(int64_t head, int64_t m) const {
    bool isOpen = false, isNan = false;
    for (int64_t n = 0; n < keys; ++n) {
      const auto at = static_cast<size_t>((head * queries + m) * keys + n);
      if (op.causal && n > m) {
        isOpen |= !isFiniteScore(m, n);
        continue;
      }
      const Range keeps = op.mask == MaskKind::Boolean ? step.operands[3]->range(at) : Range{1, 1};
      const Real mask = op.mask == MaskKind::Additive ? step.operands[3]->real(at) : Real{};
      const Real total = add(wide, specialScore(m, n), mask);
      const bool spoils = total.isNan() || (total.isExact() && total.value == infinity);
      if (keeps.low && spoils && !(mask.isExact() && mask.value == -infinity))
        isNan = true;
      else
        isOpen |= !isFiniteScore(m, n);
    }
    if (isNan)
      return RowKind::Nan;
    return isOpen ? std::optional(RowKind::Open) : std::nullopt;
  }

  bool isFiniteScore(int64_t m, int64_t n) const {
    const Real score = specialScore(m, n);
    return score.isFinite() && !score.isOpen();
  }

  /// The scaled score where NaN or an infinity takes part; else 0 in place of it.
  Real specialScore(int64_t m, int64_t n) const {
    if (hasFiniteScores)
      return {};
    auto query = [&](int64_t i) { return q.real(static_cast<size_t>(qFirst + m * inner + i)); };
    auto key = [&](int64_t i) { return k.real(static_cast<size_t>(kFirst + n * inner + i)); };
    bool isFinite = true;
    for (int64_t i = 0; i < inner; ++i)
      isFinite = isFinite && query(i).isFinite() && key(i).isFinite();
    if (isFinite)
      return {};
    Sum sum(wide);
    for (int64_t i = 0; i < inner; ++i)
      sum.add(multiply(wide, query(i), key(i)));
    const Real total = multiply(wide, sum.total(), {op.scale, 0, Plain});
    return total.isFinite() ? Real::open() : total;
  }

  /// Column d of a row whose sum with v has NaN or an infinity in it, of a key that is kept or of
  /// one that is removed: 0 times that is NaN where it is computed. What overflows before it is
  /// divided meets that infinity as one of its own. `isPositive`: so is the weight.
  template <class IsPositive>
  Real ofSpecialValues(int64_t d, const std::vector<int64_t> &keptKeys,
                       IsPositive isPositive) const {
    double sum = 0;
    bool isOpen = false;
    size_t next = 0;
    for (int64_t n = 0; n < keys; ++n) {
      const bool isKept = next < keptKeys.size() && keptKeys[next] == n;
      next += isKept;
      const Real value = valueOf(n, d);
      if (isKept && value.isNan())
        return Real::nan();
      if (value.isFinite() && !value.isOpen())
        continue;
      isOpen |= !isKept || value.isOpen() || !isPositive(n);
      sum += value.value;
    }
    const bool mayOverflow = std::isinf(sum) && !fitsColumn(d);
    return isOpen || std::isfinite(sum) || mayOverflow ? Real::open() : Real{sum, 0, Plain};
  }

  /// Whether no partial sum of a score leaves the type, be it scaled before or behind.
  bool fitsScore(int64_t m, int64_t n) const {
    const double scale = std::fmax(1, std::fabs(op.scale) * log2e);
    return (sizes(m, n) + errors(m, n)) * scale * 1.01 < wide.maxFinite;
  }

  /// The score of a key that is kept.
  Real score(int64_t m, int64_t n, const Real *mask) {
    if (isOrdered)
      return orderedScore(m, n, mask);
    if (!isFlash)
      return plainScore(m, n, mask);
    const double size = (sizes(m, n) + errors(m, n)) * std::fabs(op.scale);
    const double raw = products(m, n) * op.scale;
    double error = errors(m, n) * std::fabs(op.scale) +
                   size * (gamma(static_cast<double>(inner) + 2, wide.unit) + 2.01 * format.unit +
                           gamma(static_cast<double>(inner) + 2, ownUnit));
    error += (2 * static_cast<double>(inner) + 2) * wide.minNormal;
    if (hasTinyQuery) // flushed when it is rounded to the type, and then multiplied by a key
      error += format.minNormal * keySizes(n);
    const double total = raw + (mask ? mask->value : 0);
    if (mask)
      error += mask->error + 2 * wide.unit * (std::fabs(raw) + std::fabs(mask->value));
    return {total, error, Plain};
  }

  static bool isPowerOfTwo(double x) {
    int exponent;
    return std::fabs(std::frexp(x, &exponent)) == 0.5;
  }

  /// What scaling loses of a sum of products a b of exact numbers, and rounding these products: the
  /// sum is scaled by the rounded scale, or the a are before they are multiplied. Of exact numbers
  /// it is known, but for which of the products are fused; `raw` is the scaled sum.
  double lostInScaling(std::span<const double> a, std::span<const double> b, double raw,
                       bool isBefore) const {
    const double scale = wide.round(op.scale);
    double up = 0, down = 0;
    long double shift = 0;
    for (size_t i = 0; i < a.size(); ++i) {
      const double factor = isBefore ? wide.round(a[i] * scale) : a[i];
      if (isBefore)
        shift +=
            (static_cast<long double>(factor) - static_cast<long double>(a[i]) * op.scale) * b[i];
      const double product = factor * b[i];
      const double residual = wide.type == ElementType::F64 ? std::fma(factor, b[i], -product) : 0;
      const double gained = wide.round(product) - product - residual;
      (gained > 0 ? up : down) += std::fabs(gained);
    }
    const double ofProducts = std::fmax(up, down);
    if (isBefore)
      return ofProducts + static_cast<double>(std::fabs(shift));
    return ofProducts * std::fabs(op.scale) +
           std::fabs(raw) * (std::fabs(scale / op.scale - 1) + 2 * ownUnit + 1.01 * wide.unit);
  }

  /// The score where it is summed in order, then scaled, then masked.
  Real orderedScore(int64_t m, int64_t n, const Real *mask) {
    chain.reset();
    for (int64_t i = 0; i < inner; ++i)
      chain.addProduct(q.real(static_cast<size_t>(qFirst + m * inner + i)),
                       k.real(static_cast<size_t>(kFirst + n * inner + i)));
    const Real scaled =
        computedOnce(wide, multiply(wide, chain.total(), {wide.round(op.scale), 0, Plain}));
    return mask ? computedOnce(wide, add(wide, scaled, *mask)) : scaled;
  }

  /// The score where it is summed in `wide`.
  Real plainScore(int64_t m, int64_t n, const Real *mask) {
    long double sum = 0, magnitude = 0;
    double error = 0;
    int granule = Sum::noGranule;
    sizesOfTerms.clear();
    queryRow.clear();
    keyRow.clear();
    for (int64_t i = 0; i < inner; ++i) {
      const Real a = q.real(static_cast<size_t>(qFirst + m * inner + i)),
                 b = k.real(static_cast<size_t>(kFirst + n * inner + i));
      const long double product = static_cast<long double>(a.value) * b.value;
      const double off =
          std::fabs(a.value) * b.error + std::fabs(b.value) * a.error + a.error * b.error;
      sum += product;
      magnitude += std::fabs(product);
      error += off;
      sizesOfTerms.push_back(static_cast<double>(std::fabs(product)) + off);
      queryRow.push_back(a.value);
      keyRow.push_back(b.value);
      if (product != 0)
        granule = std::min(granule, lowestBit(a.value) + lowestBit(b.value));
    }
    const double size = static_cast<double>(magnitude), raw = static_cast<double>(sum * op.scale);
    const double scale = std::fabs(op.scale), u = wide.unit;
    const bool isZero = size == 0 && error == 0;
    const bool isExact =
        isZero || (error == 0 && isPowerOfTwo(op.scale) && Sum::isExact(wide, size, granule) &&
                   std::ldexp(scale, granule) >= wide.minNormal);
    if (!isExact) {
      std::sort(sizesOfTerms.begin(), sizesOfTerms.end(), std::greater<>());
      const double total = static_cast<double>(std::fabs(sum)) + error;
      const double largest = (size + static_cast<double>(std::fabs(sum))) / 2 + error;
      const double ofNodes = u * scale * magnitudesOfNodes(sizesOfTerms, total, largest);
      // Of bounded numbers products and scaling lose three roundings, if the scale is not 2^i.
      double ofTerms = u * scale * (isPowerOfTwo(op.scale) ? 1 : 3) * (size + error);
      if (error == 0)
        ofTerms =
            std::fmin(ofTerms, std::fmax(lostInScaling(queryRow, keyRow, raw, false),
                                         std::fmax(lostInScaling(queryRow, keyRow, raw, true),
                                                   lostInScaling(keyRow, queryRow, raw, true))));
      // What they lose of one another, what the oracle does, and what is lost below minNormal.
      const double roundings = static_cast<double>(inner) + 3;
      error = error * scale + (ofNodes + ofTerms) * (1 + 2 * gamma(roundings, u)) +
              2 * gamma(roundings, u) * gamma(roundings, u) * scale * (size + error) +
              size * scale * gamma(2 * roundings, 0x1p-64) + ownUnit * std::fabs(raw);
      // A product that is lost is scaled behind it, or was scaled ahead of it.
      double gain = std::fmax(1, scale);
      for (const std::vector<double> *row : {&queryRow, &keyRow})
        for (double x : *row)
          gain = std::fmax(gain, std::fabs(x));
      error = error * (1 + 0x1p-40) + (2 * static_cast<double>(inner) + 2) * wide.minNormal * gain;
    }
    // A sum with the mask rounds once.
    return mask ? add(wide, {raw, error, Plain}, *mask) : Real{raw, error, Plain};
  }

  /// In column d, be it of a key that is removed.
  bool hasSpecialValue(int64_t d) const {
    for (int64_t n = 0; n < keys; ++n)
      if (const Real value = valueOf(n, d); value.isOpen() || !value.isFinite())
        return true;
    return false;
  }

  /// Of each score how many are, or may be, greater, each of which may rescale what it is in.
  void countRescalings() {
    if (isOrdered)
      return ranks.assign(scores.size(), 0);
    ends.clear();
    for (const Real &x : scores)
      ends.push_back(x.value + x.error);
    std::sort(ends.begin(), ends.end());
    ranks.clear();
    for (const Real &x : scores) {
      // An equal score leaves the maximum as it is.
      const auto first = x.error == 0
                             ? std::upper_bound(ends.begin(), ends.end(), x.value)
                             : std::lower_bound(ends.begin(), ends.end(), x.value - x.error);
      const auto above = static_cast<double>(ends.end() - first);
      ranks.push_back(x.error == 0 ? above : std::fmax(above - 1, 0));
    }
  }

  /// Row m as it is computed in `wide`.
  void writePlainRow(Elements &out, int64_t head, int64_t m) {
    softmax.compute(scores, wide, step.accuracy, SoftmaxWeights::Exponent::Difference);
    countRescalings();
    const size_t count = kept.size();
    const double u = wide.unit;
    // Of one that rescales; relative to its result, of which half is the least below 1.
    const double lostByStep =
        2 * (lostInExp(wide, step.accuracy, 0.5) - step.accuracy.functionAbsolute);
    const bool canSkipEqual = isOrdered || !step.accuracy.allows(Allowance::InexactAtZero);
    const GreatestScore greatest = greatestOf(scores);
    excess.resize(count);
    double gained = 0, most = 1, rescaled = 0;
    for (size_t i = 0; i < count; ++i) {
      const double steps = canSkipEqual ? ranks[i] : static_cast<double>(count);
      const double size = greatest.value - scores[i].value + scores[i].error + greatest.error;
      excess[i] = softmax.excess[i];
      // Differences that add up to this one, each rounded.
      if (steps > 0)
        excess[i] +=
            (1 + excess[i]) *
            std::expm1((u * size + steps * lostByStep * (1 + 2 * lostByStep)) * (1 + 0x1p-40));
      const double weight = softmax.weight[i];
      if (weight > 0) {
        gained += weight * excess[i];
        most = std::fmax(most, 1 + excess[i]);
      }
      rescaled += weight * steps;
    }
    const double spread = 1 + gained;
    const double below = softmax.lostBelow + (wide.flushes ? wide.minNormal : 0);
    for (int64_t d = 0; d < outer; ++d) {
      if (hasSpecialValue(d)) {
        out.set(place(head, m, d), ofSpecialValues(d, kept, [&](int64_t n) {
                  const auto i = static_cast<size_t>(std::ranges::find(kept, n) - kept.begin());
                  return (1 + excess[i]) * spread < 1.5 && softmax.weight[i] > 4 * format.minNormal;
                }));
        continue;
      }
      long double sum = 0, size = 0;
      double powers = 0, ofValues = 0, steps = 0, allValues = 0, ofPrefixes = 0;
      sizesOfTerms.clear();
      for (size_t i = 0; i < count; ++i) {
        const Real value = valueOf(kept[i], d);
        const double weight = softmax.weight[i], term = weight * std::fabs(value.value);
        sum += static_cast<long double>(weight) * value.value;
        size += static_cast<long double>(weight) * std::fabs(value.value);
        if (weight > 0)
          powers += term * excess[i];
        ofValues += weight * value.error;
        steps += term * (canSkipEqual ? ranks[i] : static_cast<double>(count));
        allValues += std::fabs(value.value) + value.error;
        sizesOfTerms.push_back(term + weight * value.error);
        if (i > 0)
          ofPrefixes += static_cast<double>(std::fabs(sum)) + powers + ofValues;
      }
      const double result = static_cast<double>(sum), total = std::fabs(result) + ofValues;
      const double terms = static_cast<double>(size) + ofValues;
      double nodes = ofPrefixes;
      if (!isOrdered) {
        const double largest = (static_cast<double>(size) + std::fabs(result)) / 2 + ofValues;
        std::sort(sizesOfTerms.begin(), sizesOfTerms.end(), std::greater<>());
        nodes = magnitudesOfNodes(sizesOfTerms, total, largest);
      }
      // The products with v, those that rescale, and either 1 / sum and its products or a quotient.
      const double above = u * (nodes + (isOrdered ? 2 : 3) * terms + steps);
      const double ofSum = softmax.lostInSum + u * rescaled;
      const double roundings = 3 * static_cast<double>(count) + 6;
      // All of these act on what others have moved.
      const double error =
          (spread * (powers + total * gained) +
           most * spread *
               (ofValues + (above + total * ofSum) * (1 + 4 * gamma(roundings, u)) +
                8 * gamma(roundings, u) * gamma(roundings, u) * terms) +
           below * (1 + static_cast<double>(count)) *
               (allValues + static_cast<double>(count) * total) * most * spread +
           2 * static_cast<double>(count) * wide.minNormal * (wide.flushes ? 1 : u) +
           8 * ownUnit * terms) *
          (1 + 0x1p-40) / (ofSum < 0.5 ? 1 - ofSum : 0);
      out.set(place(head, m, d), !fitsColumn(d) || !std::isfinite(error) ? Real::open()
                                 : format.isShort() ? bounded(format, result, error)
                                                    : enclosed(format, result, error));
    }
  }

  /// Looks at scale * log2(e) * q for q in row m: sets hasTinyQuery where a flash form may have one
  /// that is subnormal in the type, and says whether all are finite where they are held.
  bool inspectQuery(int64_t m) {
    bool fits = true;
    hasTinyQuery = false;
    for (int64_t i = 0; i < inner; ++i) {
      const auto at = static_cast<size_t>(qFirst + m * inner + i);
      const double size = std::fabs(q.value[at] * op.scale),
                   error = q.error[at] * std::fabs(op.scale);
      fits = fits && (size + error) * log2e * 1.01 < held.maxFinite;
      hasTinyQuery |= isFlash && size + error > 0 && (size - error) * 0.99 < format.minNormal;
    }
    return fits;
  }

  /// Finds the scores of row m; of flash forms fills it in `weights` and in `moved`, what each
  /// weight may be off by.
  RowKind weigh(int64_t head, int64_t m, Matrix &weights, Matrix &moved) {
    scores.clear();
    kept.clear();
    if (!hasFiniteScores || op.mask == MaskKind::Additive)
      if (const auto special = specialRow(head, m))
        return *special;
    const bool queryFits = inspectQuery(m);
    for (int64_t n = 0; n < keys; ++n) {
      const auto at = static_cast<size_t>((head * queries + m) * keys + n);
      Range boolean{1, 1};
      Real additive;
      if (op.mask == MaskKind::Boolean)
        boolean = step.operands[3]->range(at);
      if (op.mask == MaskKind::Additive)
        additive = step.operands[3]->real(at);
      if (isRemoved(m, n, op.mask == MaskKind::Boolean ? &boolean : nullptr,
                    op.mask == MaskKind::Additive ? &additive : nullptr)) {
        if (!fitsScore(m, n)) // -Inf that is added to Inf makes NaN
          return RowKind::Open;
        continue;
      }
      if (!boolean.isExact() || additive.isOpen() || !additive.isFinite())
        return RowKind::Open;
      const Real x = score(m, n, op.mask == MaskKind::Additive ? &additive : nullptr);
      if (!fitsScore(m, n) || !(x.error < infinity) ||
          !(std::fabs(x.value) + x.error < wide.maxFinite))
        return RowKind::Open;
      scores.push_back(x);
      kept.push_back(n);
    }
    if (kept.empty())
      return RowKind::Masked;
    if (!queryFits || (isFlash && !fitsInLogTwo()))
      return RowKind::Open;
    // A flash form computes a score and the greatest one in two ways, which differ by a little.
    if (!isFlash && !step.accuracy.allows(Allowance::InexactAtZero) && hasEqualScores(head, m))
      return RowKind::Mean;
    if (isFlash)
      spreadWeights(m, weights, moved);
    return RowKind::Bounded;
  }

  /// Whether the finite values of a column can be summed in the type with powers of e, each of
  /// which is at most 1: they may be divided by their sum in the end.
  bool fitsColumn(int64_t d) const {
    double greatest = 0;
    for (int64_t n = 0; n < keys; ++n)
      if (const Real value = valueOf(n, d); value.isFinite() && !value.isOpen())
        greatest = std::fmax(greatest, std::fabs(value.value) + value.error);
    return greatest * static_cast<double>(keys) * 1.01 < wide.maxFinite;
  }

  /// Whether the greatest score is finite in units of ln 2. What is far below it may be -Inf there.
  bool fitsInLogTwo() const {
    double greatest = -infinity, error = 0;
    for (const Real &x : scores) {
      greatest = std::fmax(greatest, x.value);
      error = std::fmax(error, x.error);
    }
    return (std::fabs(greatest) + error) * log2e * 1.01 < wide.maxFinite;
  }

  /// One key, or 2^j with equal masks whose scores are equal in every form: the keys are the same,
  /// or the query is zero. Weights are 2^-j then.
  bool hasEqualScores(int64_t head, int64_t m) const {
    if (kept.size() == 1)
      return true;
    if ((kept.size() & (kept.size() - 1)) != 0)
      return false;
    const auto query = static_cast<size_t>(qFirst + m * inner);
    bool isZero = true;
    for (size_t i = 0; i < static_cast<size_t>(inner); ++i)
      isZero = isZero && q.value[query + i] == 0 && q.error[query + i] == 0;
    const auto first = static_cast<size_t>(kFirst + kept[0] * inner);
    const auto masks = static_cast<size_t>((head * queries + m) * keys);
    for (int64_t n : kept) {
      if (op.mask == MaskKind::Additive) {
        const Real a = step.operands[3]->real(masks + static_cast<size_t>(kept[0]));
        const Real b = step.operands[3]->real(masks + static_cast<size_t>(n));
        if (a.error != 0 || b.error != 0 || a.value != b.value)
          return false;
      }
      const auto key = static_cast<size_t>(kFirst + n * inner);
      for (size_t i = 0; i < static_cast<size_t>(inner) && !isZero; ++i)
        if (k.error[key + i] != 0 || k.error[first + i] != 0 ||
            k.value[key + i] != k.value[first + i])
          return false;
    }
    return true;
  }

  /// The mean of 2^j values. Every form sums them in `wide`, scaled by 2^-j before or behind.
  Real mean(int64_t d) const {
    for (int64_t n = 0; n < keys; ++n) { // also of keys that are removed
      const Real value = valueOf(n, d);
      if (value.isOpen() || !value.isFinite())
        return ofSpecialValues(d, kept, [](int64_t) { return true; });
    }
    if (kept.size() == 1) {
      const Real only = valueOf(kept[0], d);
      return {only.value, only.error, Plain};
    }
    if (!fitsColumn(d))
      return Real::open();
    const Real weight{1.0 / static_cast<double>(kept.size()), 0, Plain};
    Sum sum(wide);
    for (int64_t n : kept)
      sum.addProduct(valueOf(n, d), weight); // which rounds what is subnormal
    const Real total = sum.total();
    if (total.isOpen())
      return total;
    return total.error == 0 ? settle(format, total.value, 0)
                            : bounded(format, total.value, total.error);
  }

  Real valueOf(int64_t n, int64_t d) const {
    return v.real(static_cast<size_t>(vFirst + n * outer + d));
  }

  void spreadWeights(int64_t m, Matrix &weights, Matrix &moved) {
    const auto count = static_cast<double>(kept.size());
    const FunctionError exp = step.accuracy.error(UnaryKind::Exp, wide.type);
    softmax.compute(scores, wide, step.accuracy, SoftmaxWeights::Exponent::Each);
    const double power = 2 * exp.ulps * wide.unit;
    // The sum that weights are divided by is at least exp(0).
    const double underflow = held.minNormal * held.unit + (power + wide.unit) * wide.minNormal;
    const double relative = 2 * power + count * (exp.absolute + underflow) + 2 * held.unit +
                            2 * gamma(count, wide.unit) + 4 * wide.unit +
                            count * (power + exp.absolute + 2 * wide.unit);
    for (size_t i = 0; i < kept.size(); ++i) {
      const double weight = softmax.weight[i];
      double error = weight * ((1 + softmax.moved[i]) * (1 + relative) - 1) + exp.absolute +
                     underflow * (1 + relative);
      // exp(score - maximum), as it is held, may be subnormal there.
      if (softmax.power[i] < 2 * held.minNormal)
        error = std::fmax(error, weight);
      weights(m, kept[i]) = weight;
      moved(m, kept[i]) = error * (1 + 0x1p-40);
    }
  }

  const Step &step;
  const Attention &op;
  const Elements &q, &k, &v;
  const Format format, wide;
  const bool isFlash;
  const bool isOrdered; // and in one form, but for when weights are divided by their sum
  const Format held;    // what scaled queries and weights are rounded to
  int64_t queries = 0, keys = 0, inner = 0, outer = 0;
  int64_t qFirst = 0, kFirst = 0, vFirst = 0;
  bool hasErrors = false, hasFiniteScores = true, hasFiniteValues = true, hasTinyQuery = false;
  Matrix products, sizes, errors;
  Eigen::VectorXd keySizes;
  OrderedSum chain{wide};
  SoftmaxWeights softmax;
  std::vector<Real> scores;
  std::vector<int64_t> kept;
  std::vector<double> excess, ranks, ends, sizesOfTerms, queryRow, keyRow;
};

} // namespace

void evaluateOp(Step &step, const Attention &op) {
  Elements &out = step.results[0];
  if (out.count == 0)
    return;
  Head head(step, op);
  int64_t heads = 1;
  for (size_t i = 0; i + 2 < out.shape.size(); ++i)
    heads *= out.shape[i];
  // The grouped dim is the last batch dim: head h of q reads head h / group.
  for (int64_t h = 0; h < heads; ++h)
    head.write(out, h, h / op.group);
}

} // namespace assay::oracle
