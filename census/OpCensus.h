#pragma once

#include "generator/growth/Profile.h"
#include "program/Program.h"

#include <string>
#include <vector>

namespace assay {

/// Which ops programs are made of, on which element types, and how many of them read one value
/// twice.
class OpCensus {
public:
  /// Nodes of one kind: an op, "binary"; a function of unary or binary, "binary div", and the form
  /// that it has on unsigned integers, "binary div unsigned"; what a cast or a one_hot yields,
  /// "cast to"; a contraction whose operands differ, "contraction, unlike types".
  struct Row {
    std::string name;
    /// That the nodes may work on: elements of the first operand, of select's second, or of the
    /// result of what has none and in rows that say so.
    std::vector<ElementType> types;
    uint64_t nodes = 0;
    uint64_t twins = 0; // read one value as two of their operands
    std::array<uint64_t, std::size(allElementTypes)> byType{};

    /// Percentages of the nodes; 0 if there are none.
    double twinShare() const;
    double share(ElementType type) const;
  };

  OpCensus();
  void add(const Program &program);

  uint64_t programs() const { return all; }
  const std::vector<Row> &rows() const { return table; }
  const Row &row(std::string_view name) const { return table[placeOf(name)]; }

  /// A table for people.
  std::string text() const;

private:
  size_t placeOf(std::string_view name) const;
  void add(const Program &program, const Node &node, ValueId result);

  uint64_t all = 0;
  std::vector<Row> table;
};

/// Counts the first `count` programs of the stream `seed`.
OpCensus takeOpCensus(uint64_t seed, uint64_t count, const Profile &profile);

} // namespace assay
