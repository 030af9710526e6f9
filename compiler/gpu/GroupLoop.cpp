#include "compiler/gpu/GroupLoop.h"

#include "compiler/plan/Plan.h"

#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/ControlFlow/IR/ControlFlowOps.h>
#include <mlir/Dialect/GPU/IR/GPUDialect.h>
#include <mlir/Dialect/MemRef/IR/MemRef.h>
#include <mlir/Dialect/Utils/StaticValueUtils.h>

#include <fmt/format.h>

using namespace mlir;

namespace assay {

static constexpr StringRef workgroupAttribute = "assay.workgroup";

scf::ParallelOp
createGroupLoop(ImplicitLocOpBuilder &b, ValueRange extents, int64_t workItems,
                function_ref<void(ImplicitLocOpBuilder &b, ValueRange indices)> body) {
  Values upper(extents);
  if (upper.empty())
    upper.push_back(indexConstant(b, 1));
  Values lower(upper.size(), indexConstant(b, 0)), step(upper.size(), indexConstant(b, 1));
  auto loop = scf::ParallelOp::create(b, lower, upper, step,
                                      [&](OpBuilder &inner, Location location, ValueRange indices) {
                                        ImplicitLocOpBuilder located(location, inner);
                                        body(located, indices.take_front(extents.size()));
                                      });
  loop->setAttr(workgroupAttribute, b.getI64IntegerAttr(workItems));
  return loop;
}

std::optional<int64_t> workItemsOf(scf::ParallelOp loop) {
  if (auto attribute = loop->getAttrOfType<IntegerAttr>(workgroupAttribute))
    return attribute.getInt();
  return std::nullopt;
}

bool isOfWorkgroup(MemRefType type) {
  return gpu::GPUDialect::isWorkgroupMemoryAddressSpace(type.getMemorySpace());
}

bool isOfWorkItem(MemRefType type) {
  auto space = dyn_cast_or_null<gpu::AddressSpaceAttr>(type.getMemorySpace());
  return space && space.getValue() == gpu::AddressSpace::Private;
}

MemRefType workgroupMemory(int64_t elements, Type type) {
  auto space = gpu::AddressSpaceAttr::get(type.getContext(), gpu::AddressSpace::Workgroup);
  return MemRefType::get({elements}, type, MemRefLayoutAttrInterface(), space);
}

Values delinearise(ImplicitLocOpBuilder &b, Value id, ArrayRef<Value> extents) {
  Values result(extents.size());
  for (size_t dim = extents.size(); dim-- > 0;) {
    Value place = id;
    if (dim != 0) {
      Value extent = arith::IndexCastOp::create(b, b.getI32Type(), extents[dim]);
      place = arith::RemUIOp::create(b, id, extent);
      id = arith::DivUIOp::create(b, id, extent);
    }
    result[dim] = arith::IndexCastUIOp::create(b, b.getIndexType(), place);
  }
  return result;
}

void limitCount(ImplicitLocOpBuilder &b, Value count, StringRef what) {
  constexpr int64_t most = Launch::mostWorkItems;
  if (auto known = getConstantIntValue(count); known && *known <= most)
    return;
  Value fits = arith::CmpIOp::create(b, arith::CmpIPredicate::ule, count, indexConstant(b, most));
  cf::AssertOp::create(b, fits,
                       fmt::format("there are more than {} {}", most, std::string_view(what)));
}

} // namespace assay
