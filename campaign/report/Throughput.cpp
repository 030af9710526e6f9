#include "campaign/report/Throughput.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace assay {
namespace {

struct Point {
  double second = 0;
  double rate = 0;
};

struct Series {
  std::vector<Point> points;
  std::vector<double> cuts; // where sessions begin, but for the first
  double end = 0;
};

/// At most so many points: a campaign of a week draws no more than one of a minute.
constexpr double widest = 240;

Series rates(const std::vector<ThroughputSample> &samples) {
  double total = 0;
  for (size_t i = 0; i < samples.size(); ++i)
    if (i + 1 == samples.size() || samples[i + 1].session != samples[i].session)
      total += double(samples[i].second);
  double step = std::max(1.0, total / widest);

  Series series;
  double offset = 0;
  for (size_t i = 0; i < samples.size();) {
    size_t last = i; // the sample that the next rate is measured from
    if (i > 0)
      series.cuts.push_back(offset);
    size_t end = i;
    for (; end < samples.size() && samples[end].session == samples[i].session; ++end) {
      double seconds = double(samples[end].second - samples[last].second);
      if (seconds < step)
        continue;
      series.points.push_back({offset + double(samples[end].second),
                               double(samples[end].programs - samples[last].programs) / seconds});
      last = end;
    }
    offset += double(samples[end - 1].second);
    i = end;
  }
  series.end = offset;
  return series;
}

/// The least of 1, 2, 5, 10, ... that is not below `value`.
double roundUp(double value) {
  double magnitude = std::pow(10, std::floor(std::log10(std::max(value, 1e-3))));
  for (double factor : {1.0, 2.0, 5.0})
    if (factor * magnitude >= value)
      return factor * magnitude;
  return 10 * magnitude;
}

std::string duration(double seconds) {
  if (seconds < 120)
    return fmt::format("{:.0f} s", seconds);
  if (seconds < 7200)
    return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

} // namespace

std::string throughputSvg(const std::vector<ThroughputSample> &samples) {
  Series series = rates(samples);
  if (series.points.size() < 2)
    return "<p class=\"soft\">Too short to draw.</p>";
  constexpr double left = 52, right = 990, top = 12, bottom = 190;
  double highest = 0;
  for (const Point &point : series.points)
    highest = std::max(highest, point.rate);
  double scale = roundUp(highest);
  auto x = [&](double second) {
    return left + (right - left) * second / std::max(series.end, 1.0);
  };
  auto y = [&](double rate) { return bottom - (bottom - top) * rate / scale; };

  std::string svg = "<svg viewBox=\"0 0 1000 220\" width=\"100%\" role=\"img\" "
                    "aria-label=\"programs per second over time\">\n";
  for (int i = 0; i <= 4; ++i) {
    double rate = scale * i / 4;
    svg += fmt::format("<line class=\"grid\" x1=\"{0}\" x2=\"{1}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\"/>"
                       "<text x=\"{3}\" y=\"{4:.1f}\" text-anchor=\"end\">{5:g}</text>\n",
                       left, right, y(rate), left - 8, y(rate) + 4, rate);
    double second = series.end * i / 4;
    svg += fmt::format("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"{}\">{}</text>\n", x(second),
                       bottom + 20,
                       i == 4   ? "end"
                       : i == 0 ? "start"
                                : "middle",
                       duration(second));
  }
  for (double cut : series.cuts)
    svg +=
        fmt::format("<line class=\"cut\" x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1}\" y2=\"{2}\"/>\n",
                    x(cut), top, bottom);
  std::string line;
  for (const Point &point : series.points)
    line += fmt::format("{:.1f},{:.1f} ", x(point.second), y(point.rate));
  svg += fmt::format("<polygon class=\"area\" points=\"{0:.1f},{2} {1}{3:.1f},{2}\"/>\n"
                     "<polyline class=\"line\" points=\"{1}\"/>\n",
                     x(series.points.front().second), line, bottom, x(series.points.back().second));
  svg += "<text x=\"52\" y=\"8\">programs per second</text>\n</svg>";
  return svg;
}

} // namespace assay
