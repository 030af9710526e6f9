#include "compiler/plan/Plan.h"

#include "support/Overloaded.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

namespace assay {

namespace {

uint64_t bits(int64_t value) { return static_cast<uint64_t>(value); }
int64_t wrap(uint64_t value) { return static_cast<int64_t>(value); }
bool overflows(int64_t a, int64_t b) { return a == std::numeric_limits<int64_t>::min() && b == -1; }

int64_t apply(ScalarOp op, int64_t a, int64_t b, [[maybe_unused]] int64_t c) {
  switch (op) {
#define SCALAR_OP(name, operands, value)                                                           \
  case ScalarOp::name:                                                                             \
    return value;
#include "compiler/plan/ScalarOps.def"
#undef SCALAR_OP
  }
  __builtin_unreachable();
}

struct OpForm {
  std::string_view name;
  size_t operands;
};

constexpr OpForm opForms[] = {
#define SCALAR_OP(name, operands, value) {#name, operands},
#include "compiler/plan/ScalarOps.def"
#undef SCALAR_OP
};

std::string text(const Scalar &scalar) {
  return std::visit(
      Overloaded{[](const Scalar::Constant &it) { return fmt::format("{}", it.value); },
                 [](const Scalar::Argument &it) { return fmt::format("scalar {}", it.index); },
                 [](const Scalar::Extent &it) {
                   return fmt::format("extent {} of argument {}", it.dim, it.argument);
                 },
                 [](const Scalar::Operation &it) {
                   const OpForm &form = opForms[static_cast<size_t>(it.op)];
                   std::string line(form.name);
                   for (size_t i = 0; i < form.operands; ++i)
                     line += fmt::format("{}%{}", i == 0 ? " " : ", ", it.operands[i]);
                   return line;
                 }},
      scalar.form);
}

std::string text(const Buffer &buffer) {
  return std::visit(
      Overloaded{
          [](const Buffer::Argument &it) { return fmt::format("argument {}", it.index); },
          [](const Buffer::Constant &it) { return fmt::format("{} bytes given", it.bytes.size()); },
          [](const Buffer::Scratch &it) { return fmt::format("%{} bytes", it.bytes); }},
      buffer.form);
}

std::string text(const Range &range) {
  return fmt::format("@{}[%{} for %{} bytes]", range.buffer, range.offset, range.bytes);
}

std::string text(const std::vector<Parameter> &parameters) {
  std::vector<std::string> texts;
  for (const Parameter &parameter : parameters)
    texts.push_back(std::visit(
        Overloaded{[](const Parameter::Address &it) { return fmt::format("@{}", it.buffer); },
                   [](const Parameter::Number &it) {
                     return fmt::format("%{}:i{}", it.value, 8 * it.bytes);
                   }},
        parameter.form));
  return fmt::format("({})", fmt::join(texts, ", "));
}

std::string text(const Step &step) {
  return std::visit(
      Overloaded{
          [](const Copy &it) { return fmt::format("copy {} to {}", text(it.from), text(it.to)); },
          [](const Launch &it) {
            return fmt::format("launch {} %{} x {} {}", it.kernel, fmt::join(it.workgroups, ",%"),
                               fmt::join(it.workItems, ","), text(it.parameters));
          },
          [](const Call &it) {
            return fmt::format("call {} {}", it.function, text(it.parameters));
          }},
      step);
}

std::string text(const std::vector<ScalarId> &shape) {
  return fmt::format("[{}{}]", shape.empty() ? "" : "%", fmt::join(shape, ",%"));
}

std::string text(const Held &held) {
  std::string value = "nothing known";
  if (held.value) {
    value = fmt::format("value {}", held.value->id);
    if (!held.value->permutation.empty())
      value += fmt::format(" by its dims [{}]", fmt::join(held.value->permutation, ","));
  }
  return fmt::format("{} makes {} as {}: {}", held.by, text(held.range), text(held.shape), value);
}

std::optional<std::string> exceeded(const Launch &launch, std::span<const int64_t> values) {
  for (size_t dim = 0; dim < launch.workgroups.size(); ++dim) {
    const int64_t workgroups = values[launch.workgroups[dim]], items = launch.workItems[dim];
    if (workgroups < 0 || workgroups > Launch::mostWorkItems / items)
      return fmt::format("{} would have {} workgroups of {} work-items, and {} work-items are the "
                         "most that it can number",
                         launch.kernel, workgroups, items, Launch::mostWorkItems);
  }
  return std::nullopt;
}

} // namespace

std::optional<std::string> exceeded(const Plan &plan, std::span<const int64_t> values) {
  for (const Requirement &requirement : plan.requirements)
    if (values[requirement.holds] == 0)
      return requirement.otherwise;
  for (const Step &step : plan.steps)
    if (const auto *launch = std::get_if<Launch>(&step))
      if (auto what = exceeded(*launch, values))
        return what;
  return std::nullopt;
}

std::vector<int64_t> valuesOf(std::span<const ScalarId> ids, std::span<const int64_t> values) {
  std::vector<int64_t> found;
  for (ScalarId id : ids)
    found.push_back(values[id]);
  return found;
}

std::vector<int64_t> wordsFor(std::span<const Parameter> parameters,
                              std::span<const int64_t> values, std::span<void *const> buffers) {
  std::vector<int64_t> words;
  for (const Parameter &parameter : parameters)
    words.push_back(
        std::visit(Overloaded{[&](const Parameter::Address &it) {
                                return reinterpret_cast<int64_t>(buffers[it.buffer]);
                              },
                              [&](const Parameter::Number &it) { return values[it.value]; }},
                   parameter.form));
  return words;
}

std::vector<int64_t> evaluate(const Plan &plan, std::span<const int64_t> arguments,
                              std::span<const std::vector<int64_t>> shapes) {
  std::vector<int64_t> values;
  values.reserve(plan.scalars.size());
  for (const Scalar &scalar : plan.scalars)
    values.push_back(
        std::visit(Overloaded{[](const Scalar::Constant &it) { return it.value; },
                              [&](const Scalar::Argument &it) { return arguments[it.index]; },
                              [&](const Scalar::Extent &it) { return shapes[it.argument][it.dim]; },
                              [&](const Scalar::Operation &it) {
                                const auto operand = [&](size_t i) {
                                  return i < opForms[static_cast<size_t>(it.op)].operands
                                             ? values[it.operands[i]]
                                             : 0;
                                };
                                return apply(it.op, operand(0), operand(1), operand(2));
                              }},
                   scalar.form));
  return values;
}

std::string text(const Plan &plan) {
  std::string lines;
  for (size_t i = 0; i < plan.scalars.size(); ++i)
    lines += fmt::format("%{} = {}\n", i, text(plan.scalars[i]));
  for (size_t i = 0; i < plan.buffers.size(); ++i)
    lines += fmt::format("@{} = {}\n", i, text(plan.buffers[i]));
  for (const Step &step : plan.steps)
    lines += text(step) + "\n";
  for (const PlanResult &result : plan.results)
    lines += fmt::format("return {} as {}\n", text(result.range), text(result.shape));
  for (const Held &held : plan.held)
    lines += text(held) + "\n";
  for (const Requirement &requirement : plan.requirements)
    lines += fmt::format("unless %{}: {}\n", requirement.holds, requirement.otherwise);
  return lines;
}

} // namespace assay
