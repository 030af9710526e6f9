#pragma once

#include "generator/growth/Inputs.h"
#include "program/OperandBuffer.h"

#include <functional>

namespace assay {

/// A value of a program that is still growing: the place in Growth::values(). Arguments and results
/// mix in the order in which they were made; Growth::finish() puts them in a Program's order.
using Handle = int;

/// A value as the generator knows it.
struct GrownValue {
  TensorType type;
  Facts facts;
  int node = -1;     // that made it; -1: an argument
  int argument = -1; // its number, if it is one
  int uses = 0;      // operands and destinations that read it
};

/// A node whose operands are Handles.
struct GrownNode {
  Op op;
  std::vector<Handle> operands;
  std::optional<Handle> destination;
  Spelling spelling = Spelling::Named;
  Handle first = 0; // its first result
  int results = 1;
};

/// What an op draws its destination from.
enum class DestinationChoice : uint8_t { Drawn, None };

struct Application;

/// A program that grows by one node at a time and is valid, and defined for its inputs, at every
/// moment.
class Growth {
public:
  Growth(Random &random, const Profile &profile);

  Random &random;
  const Profile &profile;
  Extents extents;

  const std::vector<GrownValue> &values() const { return grown; }
  const GrownValue &value(Handle handle) const { return grown[static_cast<size_t>(handle)]; }
  const TensorType &type(Handle handle) const { return value(handle).type; }
  const Facts &facts(Handle handle) const { return value(handle).facts; }
  const std::vector<GrownNode> &nodes() const { return grownNodes; }
  const GrownNode &lastNode() const { return grownNodes.back(); }
  const GrownNode &node(NodeId id) const { return grownNodes[static_cast<size_t>(id)]; }

  /// Float inputs are reals; otherwise everything is kept exact.
  bool bounded() const { return isBounded; }
  /// The element types that this program is mostly made of.
  const std::vector<ElementType> &palette() const { return elements; }
  /// An element type that `accept` takes; of the palette if it has one.
  ElementType drawElement(const std::function<bool(ElementType)> &accept);

  /// Elements that a value may have so that all runs stay within the program's budget.
  int64_t elementLimit() const;
  /// Whether a value of that type is within elementLimit() in every run.
  bool affordable(const TensorType &type) const;
  /// Lets the program spend what a value of that type and as many as 16 like it take, within what
  /// the profile has for a program, and says whether it is affordable then. For what is about
  /// values of many elements, for which most programs have no room.
  bool makeRoom(const TensorType &type);
  /// Whether the program has spent what it may.
  bool exhausted() const;

  /// Dims of that rank, from those in use and fresh ones, that make an affordable value.
  std::vector<Dim> drawDims(int64_t rank);
  /// One more dim for a value that already has `dims`.
  Dim drawDim(std::span<const Dim> dims);
  int64_t drawRank(int64_t least, int64_t greatest);

  Handle argument(TensorType type, const InputWish &wish = {});

  /// Adds a node and yields its first result; the others follow it. Nothing is added if a
  /// constraint of the op does not hold, the budget does not allow it, or its result would be
  /// undefined or hold nothing to check.
  std::optional<Handle> add(Op op, std::vector<Handle> operands,
                            DestinationChoice choice = DestinationChoice::Drawn);
  std::optional<Handle> addWith(Op op, std::vector<Handle> operands,
                                std::optional<Handle> destination);
  /// A fill; nothing only if the budget is spent.
  std::optional<Handle> fill(const TensorType &type, double value);

  /// Lets the elements of an argument be any in the range, if the program stays valid and defined,
  /// and says whether it does.
  bool widen(Handle argument, Interval range);

  /// A random value that `accept` takes and that is none of `apart`, with a preference for young
  /// and unused ones.
  std::optional<Handle> pick(const std::function<bool(const GrownValue &)> &accept,
                             std::span<const Handle> apart = {});

  /// Makes the value the next operand whose type is free, if it fits there; or no value.
  void offer(std::optional<Handle> handle) { offered = handle; }
  /// What is offered, once.
  std::optional<Handle> takeOffered() { return std::exchange(offered, std::nullopt); }

  /// What has been grown so far.
  struct Mark {
    size_t values, nodes, arguments;
    int symbols;
    double elementBudget, workBudget;
  };
  Mark mark() const;
  /// Takes back everything since the mark.
  void rollBack(const Mark &mark);

  /// The ids that values have in the finished program, by Handle.
  std::vector<ValueId> valueIds() const;

  /// The test case: what is grown, with returns and groups drawn. Nothing else is asked of a growth
  /// after that.
  TestCase finish();

private:
  /// Whether a result of that number is wanted although its type does not hold it well; it says
  /// what is known of the result then.
  using LeavesRange = std::function<bool(size_t, Facts &)>;
  /// What is known of the results once they are stored; nothing if one is undefined, or nothing to
  /// go on with.
  std::optional<std::vector<Facts>> factsOfResults(const Op &op, const Application &application,
                                                   const LeavesRange &leavesRange) const;
  /// Lets now and then a product of f16 overflow: one right answer where it is returned, but
  /// nothing to go on with. `result` is then what is known of it.
  bool leavesRange(Facts &result, const Op &op, ElementType element);
  /// Their types, until the next call.
  OperandTypes typesOf(const std::vector<Handle> &handles);
  std::optional<Handle> destinationFor(const Op &op, const Inference &inference);
  double workOf(const Op &op, const std::vector<Handle> &operands, const Inference &inference,
                size_t run) const;

  bool isBounded;
  std::vector<ElementType> elements;
  std::vector<GrownValue> grown;
  std::vector<GrownNode> grownNodes;
  std::vector<TensorType> argumentTypes;
  std::vector<std::vector<Recipe>> recipes; // by argument, by run
  std::optional<Handle> offered;
  double elementBudget, workBudget; // what is left
  OperandBuffer operandBuffer;
};

} // namespace assay
