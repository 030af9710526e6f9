#include "amdgpu/hip/Graph.h"
#include "amdgpu/hip/Runtime.h"

#include <fmt/format.h>

#include <fstream>

using namespace assay::amdhip;

// A graph in the language of Graphviz.

namespace {

/// Of hipGraphDebugDotFlags: any of these asks for what nodes were made from.
constexpr unsigned withParameters = 1 | 1 << 2 | 1 << 3 | 1 << 4 | 1 << 5 | 1 << 6;
constexpr unsigned withHandles = 1 << 10;

const char *nameOf(hipGraphNodeType type) {
  // Indexed by hipGraphNodeType of HIP 5.2, and those behind it.
  constexpr const char *names[] = {
      "",       "kernel", "memcpy", "memset",   "host", "graph", "empty", "wait for event",
      "record", "memcpy", "memcpy", "allocate", "free"};
  return names[static_cast<size_t>(type)];
}

std::string detailsOf(const Work &work) {
  if (const auto *launch = std::get_if<KernelLaunch>(&work)) {
    const auto &[grid, block, lds, isCooperative] = launch->geometry;
    return fmt::format("grid {}x{}x{}\nblock {}x{}x{}\n{} bytes of LDS{}", grid.x, grid.y, grid.z,
                       block.x, block.y, block.z, lds, isCooperative ? "\ncooperative" : "");
  }
  if (const auto *copy = std::get_if<Copy>(&work))
    return fmt::format("{}x{}x{} bytes\nfrom {:#x}\nto {:#x}", copy->width, copy->height,
                       copy->depth, copy->from.address, copy->to.address);
  if (const auto *fill = std::get_if<Fill>(&work))
    return fmt::format("{}x{}x{} elements of {} bytes\nat {:#x}\nvalue {:#x}", fill->width,
                       fill->height, fill->depth, fill->elementBytes, fill->to.address,
                       fill->value);
  if (const auto *allocation = std::get_if<AllocateMemory>(&work))
    return fmt::format("{} bytes\nat {}", allocation->reservation->bytes,
                       allocation->reservation->pointer);
  if (const auto *free = std::get_if<FreeMemory>(&work))
    return fmt::format("{}", free->pointer);
  return {};
}

std::string quoted(const std::string &text) {
  std::string result = "\"";
  for (char one : text)
    if (one == '\n')
      result += "\\n";
    else
      result += (one == '"' || one == '\\') ? std::string{'\\', one} : std::string{one};
  return result + "\"";
}

std::string idOf(const Node *node) { return fmt::format("\"{}\"", fmt::ptr(node)); }

/// What a graph in a node has stands in a box of its own, which no edge ends at.
void write(std::ostream &out, const Graph &graph, unsigned flags) {
  size_t number = 0;
  for (const auto &node : graph.nodes()) {
    std::string label = fmt::format("{}: {}", number++, nameOf(node->type));
    if (const auto *launch = std::get_if<KernelLaunch>(&node->work))
      label += "\n" + launch->function->name();
    if (const std::string details = detailsOf(node->work);
        (flags & withParameters) && !details.empty())
      label += "\n" + details;
    if (flags & withHandles)
      label += fmt::format("\nnode {}", fmt::ptr(node.get()));
    out << "  " << idOf(node.get()) << " [shape=box, label=" << quoted(label) << "];\n";
    for (const auto &before : node->after)
      out << "  " << idOf(before.get()) << " -> " << idOf(node.get()) << ";\n";
    if (const auto *child = std::get_if<ChildGraph>(&node->work)) {
      out << "  subgraph " << quoted(fmt::format("cluster_{}", fmt::ptr(node.get())))
          << " {\n  label=" << quoted(fmt::format("graph of node {}", number - 1)) << ";\n";
      write(out, *child->graph, flags);
      out << "  }\n";
    }
  }
}

} // namespace

extern "C" hipError_t hipGraphDebugDotPrint(hipGraph_t handle, const char *path, unsigned flags) {
  auto graph = Runtime::get().graphs.find(handle);
  if (!graph || !path)
    return finish(hipErrorInvalidValue, "a pointer is null or no graph");
  std::ofstream out(path);
  out << "digraph graph_of_hip {\n";
  write(out, *graph, flags);
  out << "}\n";
  if (!out.flush())
    return finish(hipErrorOperatingSystem, fmt::format("{} cannot be written", path));
  return finish();
}
