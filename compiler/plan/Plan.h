#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace assay {

enum class ScalarOp : uint8_t {
#define SCALAR_OP(name, operands, value) name,
#include "compiler/plan/ScalarOps.def"
#undef SCALAR_OP
};

/// The place of a scalar in Plan::scalars.
using ScalarId = uint32_t;

/// An integer that the host knows before anything runs on the device.
struct Scalar {
  struct Constant {
    int64_t value;
  };
  /// A scalar argument of the program.
  struct Argument {
    uint32_t index;
  };
  /// The extent of a dim of a tensor argument.
  struct Extent {
    uint32_t argument, dim;
  };
  /// Of scalars that come before; those beyond the op's number of operands mean nothing.
  struct Operation {
    ScalarOp op;
    std::array<ScalarId, 3> operands;
  };
  std::variant<Constant, Argument, Extent, Operation> form;
};

/// The place of a buffer in device memory in Plan::buffers.
using BufferId = uint32_t;

/// Memory of the device.
struct Buffer {
  /// Holds a tensor argument.
  struct Argument {
    uint32_t index;
  };
  /// Holds these bytes.
  struct Constant {
    std::vector<std::byte> bytes;
  };
  /// Holds anything; a scalar is its size in bytes.
  struct Scratch {
    ScalarId bytes;
  };
  std::variant<Argument, Constant, Scratch> form;
};

/// A part of a buffer.
struct Range {
  BufferId buffer;
  ScalarId offset; // in bytes
  ScalarId bytes;
};

struct Copy {
  Range from, to; // as many bytes of both
};

/// What code is given. A memref is two addresses, its offset, sizes and strides.
struct Parameter {
  /// The start of a buffer.
  struct Address {
    BufferId buffer;
  };
  struct Number {
    ScalarId value;
    uint32_t bytes; // the low ones are passed
  };
  std::variant<Address, Number> form;
};

/// Workgroups of a kernel. No workgroups are no launch.
struct Launch {
  /// Along each dim: kernels number their work-items, and workgroups, in 32 bits.
  static constexpr int64_t mostWorkItems = int64_t(1) << 31;

  std::string kernel;
  std::array<ScalarId, 3> workgroups;
  std::array<uint32_t, 3> workItems; // of each
  std::vector<Parameter> parameters;
};

/// A function that does a dispatch by itself.
struct Call {
  std::string function;
  std::vector<Parameter> parameters;
};

using Step = std::variant<Copy, Launch, Call>;

/// A tensor that the program returns: its elements are dense from an offset on.
struct PlanResult {
  Range range;
  std::vector<ScalarId> shape;
};

/// A tensor in a buffer that is one of the program's values, once all is done.
struct Held {
  std::string by; // the dispatch that made it: "topk_3"
  Range range;    // its elements are dense
  std::vector<ScalarId> shape;
  /// The program's value and, if it is not held as it is, which of its dims the dims here are;
  /// nothing if that is not known.
  struct Value {
    uint32_t id;
    std::vector<uint32_t> permutation;
  };
  std::optional<Value> value;
};

/// What a run left of it.
struct HeldMemory {
  const Held *held;
  std::vector<int64_t> shape;
  std::vector<std::byte> bytes;
};

/// What the kernels take for granted of a run.
struct Requirement {
  ScalarId holds;        // 0 where it does not
  std::string otherwise; // what is wrong then: "a reduction of more than ... elements"
};

/// What the host does for a program: it allocates all buffers, fills those of arguments and
/// constants, takes the steps in order, and reads the results back. Where the buffers are, and what
/// takes the steps, is the runner's: the plan knows neither MLIR nor HIP.
struct Plan {
  std::vector<Scalar> scalars;
  std::vector<Buffer> buffers;
  std::vector<Step> steps;
  std::vector<PlanResult> results;
  std::vector<Held> held; // in the order in which it is made; nothing else is written there
  std::vector<Requirement> requirements;
};

/// The value of each scalar, given the scalar arguments and the shapes of the tensor arguments.
std::vector<int64_t> evaluate(const Plan &plan, std::span<const int64_t> arguments,
                              std::span<const std::vector<int64_t>> shapes);

/// The values of several scalars, such as the extents of a shape.
std::vector<int64_t> valuesOf(std::span<const ScalarId> ids, std::span<const int64_t> values);

/// What code is given for its parameters, a word each, where that is the address of each buffer.
std::vector<int64_t> wordsFor(std::span<const Parameter> parameters,
                              std::span<const int64_t> values, std::span<void *const> buffers);

/// What of the plan a run with these values of its scalars must not do, in a sentence without its
/// full stop: it breaks a requirement, or a launch has more work-items than can be numbered.
/// Nothing if the plan can be carried out.
std::optional<std::string> exceeded(const Plan &plan, std::span<const int64_t> values);

/// One line for each scalar, buffer, step, result, value held and requirement.
std::string text(const Plan &plan);

} // namespace assay
