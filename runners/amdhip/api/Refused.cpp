#include "runners/amdhip/Error.h"

// Functions of what is not played here. Programs link, and are told so when they call one.

namespace assay::amdhip::refused {
namespace {

constexpr const char *textures = "arrays, textures and surfaces are not supported";
constexpr const char *sharing = "memory and events of other processes are not supported";
constexpr const char *mapping = "reserving and mapping addresses by hand is not supported";
constexpr const char *outside = "memory and semaphores of other APIs are not supported";
constexpr const char *tracing = "activity callbacks are not supported";

} // namespace

// Arguments are the caller's to clean up, by every C convention that this is built for, and nobody
// looks at them: each function has none. By C++'s name it is one of this namespace, so that HIP's
// declaration of the same name, which has arguments, is another.
#define ASSAY_HIP_REFUSED(NAME, WHY)                                                               \
  hipError_t NAME() __asm__(#NAME);                                                                \
  hipError_t NAME() { return finish(hipErrorNotSupported, WHY); }

ASSAY_HIP_REFUSED(hipArray3DCreate, textures)
ASSAY_HIP_REFUSED(hipArray3DGetDescriptor, textures)
ASSAY_HIP_REFUSED(hipArrayCreate, textures)
ASSAY_HIP_REFUSED(hipArrayDestroy, textures)
ASSAY_HIP_REFUSED(hipArrayGetDescriptor, textures)
ASSAY_HIP_REFUSED(hipArrayGetInfo, textures)
ASSAY_HIP_REFUSED(hipBindTexture, textures)
ASSAY_HIP_REFUSED(hipBindTexture2D, textures)
ASSAY_HIP_REFUSED(hipBindTextureToArray, textures)
ASSAY_HIP_REFUSED(hipBindTextureToMipmappedArray, textures)
ASSAY_HIP_REFUSED(hipCreateSurfaceObject, textures)
ASSAY_HIP_REFUSED(hipCreateTextureObject, textures)
ASSAY_HIP_REFUSED(hipDestroySurfaceObject, textures)
ASSAY_HIP_REFUSED(hipDestroyTextureObject, textures)
ASSAY_HIP_REFUSED(hipFreeArray, textures)
ASSAY_HIP_REFUSED(hipFreeMipmappedArray, textures)
ASSAY_HIP_REFUSED(hipGetChannelDesc, textures)
ASSAY_HIP_REFUSED(hipGetMipmappedArrayLevel, textures)
ASSAY_HIP_REFUSED(hipGetTextureAlignmentOffset, textures)
ASSAY_HIP_REFUSED(hipGetTextureObjectResourceDesc, textures)
ASSAY_HIP_REFUSED(hipGetTextureObjectResourceViewDesc, textures)
ASSAY_HIP_REFUSED(hipGetTextureObjectTextureDesc, textures)
ASSAY_HIP_REFUSED(hipGetTextureReference, textures)
ASSAY_HIP_REFUSED(hipMalloc3DArray, textures)
ASSAY_HIP_REFUSED(hipMallocArray, textures)
ASSAY_HIP_REFUSED(hipMallocMipmappedArray, textures)
ASSAY_HIP_REFUSED(hipMemcpy2DArrayToArray, textures)
ASSAY_HIP_REFUSED(hipMemcpy2DFromArray, textures)
ASSAY_HIP_REFUSED(hipMemcpy2DFromArrayAsync, textures)
ASSAY_HIP_REFUSED(hipMemcpy2DFromArray_spt, textures) // NOLINT(readability-identifier-naming)
ASSAY_HIP_REFUSED(hipMemcpy2DToArray, textures)
ASSAY_HIP_REFUSED(hipMemcpy2DToArrayAsync, textures)
ASSAY_HIP_REFUSED(hipMemcpy2DToArray_spt, textures) // NOLINT(readability-identifier-naming)
ASSAY_HIP_REFUSED(hipMemcpyAtoA, textures)
ASSAY_HIP_REFUSED(hipMemcpyAtoD, textures)
ASSAY_HIP_REFUSED(hipMemcpyAtoH, textures)
ASSAY_HIP_REFUSED(hipMemcpyDtoA, textures)
ASSAY_HIP_REFUSED(hipMemcpyFromArray, textures)
ASSAY_HIP_REFUSED(hipMemcpyHtoA, textures)
ASSAY_HIP_REFUSED(hipMemcpyToArray, textures)
ASSAY_HIP_REFUSED(hipMipmappedArrayCreate, textures)
ASSAY_HIP_REFUSED(hipMipmappedArrayDestroy, textures)
ASSAY_HIP_REFUSED(hipMipmappedArrayGetLevel, textures)
ASSAY_HIP_REFUSED(hipModuleGetTexRef, textures)
ASSAY_HIP_REFUSED(hipTexObjectCreate, textures)
ASSAY_HIP_REFUSED(hipTexObjectDestroy, textures)
ASSAY_HIP_REFUSED(hipTexObjectGetResourceDesc, textures)
ASSAY_HIP_REFUSED(hipTexObjectGetResourceViewDesc, textures)
ASSAY_HIP_REFUSED(hipTexObjectGetTextureDesc, textures)
ASSAY_HIP_REFUSED(hipTexRefGetAddress, textures)
ASSAY_HIP_REFUSED(hipTexRefGetAddressMode, textures)
ASSAY_HIP_REFUSED(hipTexRefGetFilterMode, textures)
ASSAY_HIP_REFUSED(hipTexRefGetFlags, textures)
ASSAY_HIP_REFUSED(hipTexRefGetFormat, textures)
ASSAY_HIP_REFUSED(hipTexRefGetMaxAnisotropy, textures)
ASSAY_HIP_REFUSED(hipTexRefGetMipmapFilterMode, textures)
ASSAY_HIP_REFUSED(hipTexRefGetMipmapLevelBias, textures)
ASSAY_HIP_REFUSED(hipTexRefGetMipmapLevelClamp, textures)
ASSAY_HIP_REFUSED(hipTexRefSetAddress, textures)
ASSAY_HIP_REFUSED(hipTexRefSetAddress2D, textures)
ASSAY_HIP_REFUSED(hipTexRefSetAddressMode, textures)
ASSAY_HIP_REFUSED(hipTexRefSetArray, textures)
ASSAY_HIP_REFUSED(hipTexRefSetBorderColor, textures)
ASSAY_HIP_REFUSED(hipTexRefSetFilterMode, textures)
ASSAY_HIP_REFUSED(hipTexRefSetFlags, textures)
ASSAY_HIP_REFUSED(hipTexRefSetFormat, textures)
ASSAY_HIP_REFUSED(hipTexRefSetMaxAnisotropy, textures)
ASSAY_HIP_REFUSED(hipTexRefSetMipmapFilterMode, textures)
ASSAY_HIP_REFUSED(hipTexRefSetMipmapLevelBias, textures)
ASSAY_HIP_REFUSED(hipTexRefSetMipmapLevelClamp, textures)
ASSAY_HIP_REFUSED(hipTexRefSetMipmappedArray, textures)
ASSAY_HIP_REFUSED(hipUnbindTexture, textures)

ASSAY_HIP_REFUSED(hipIpcCloseMemHandle, sharing)
ASSAY_HIP_REFUSED(hipIpcGetEventHandle, sharing)
ASSAY_HIP_REFUSED(hipIpcGetMemHandle, sharing)
ASSAY_HIP_REFUSED(hipIpcOpenEventHandle, sharing)
ASSAY_HIP_REFUSED(hipIpcOpenMemHandle, sharing)
ASSAY_HIP_REFUSED(hipMemPoolExportPointer, sharing)
ASSAY_HIP_REFUSED(hipMemPoolExportToShareableHandle, sharing)
ASSAY_HIP_REFUSED(hipMemPoolImportFromShareableHandle, sharing)
ASSAY_HIP_REFUSED(hipMemPoolImportPointer, sharing)

ASSAY_HIP_REFUSED(hipMemAddressFree, mapping)
ASSAY_HIP_REFUSED(hipMemAddressReserve, mapping)
ASSAY_HIP_REFUSED(hipMemCreate, mapping)
ASSAY_HIP_REFUSED(hipMemExportToShareableHandle, mapping)
ASSAY_HIP_REFUSED(hipMemGetAccess, mapping)
ASSAY_HIP_REFUSED(hipMemGetAllocationGranularity, mapping)
ASSAY_HIP_REFUSED(hipMemGetAllocationPropertiesFromHandle, mapping)
ASSAY_HIP_REFUSED(hipMemImportFromShareableHandle, mapping)
ASSAY_HIP_REFUSED(hipMemMap, mapping)
ASSAY_HIP_REFUSED(hipMemMapArrayAsync, mapping)
ASSAY_HIP_REFUSED(hipMemRelease, mapping)
ASSAY_HIP_REFUSED(hipMemRetainAllocationHandle, mapping)
ASSAY_HIP_REFUSED(hipMemSetAccess, mapping)
ASSAY_HIP_REFUSED(hipMemUnmap, mapping)

ASSAY_HIP_REFUSED(hipDestroyExternalMemory, outside)
ASSAY_HIP_REFUSED(hipDestroyExternalSemaphore, outside)
ASSAY_HIP_REFUSED(hipExternalMemoryGetMappedBuffer, outside)
ASSAY_HIP_REFUSED(hipExternalMemoryGetMappedMipmappedArray, outside)
ASSAY_HIP_REFUSED(hipGLGetDevices, outside)
ASSAY_HIP_REFUSED(hipGraphicsGLRegisterBuffer, outside)
ASSAY_HIP_REFUSED(hipGraphicsGLRegisterImage, outside)
ASSAY_HIP_REFUSED(hipGraphicsMapResources, outside)
ASSAY_HIP_REFUSED(hipGraphicsResourceGetMappedPointer, outside)
ASSAY_HIP_REFUSED(hipGraphicsSubResourceGetMappedArray, outside)
ASSAY_HIP_REFUSED(hipGraphicsUnmapResources, outside)
ASSAY_HIP_REFUSED(hipGraphicsUnregisterResource, outside)
ASSAY_HIP_REFUSED(hipImportExternalMemory, outside)
ASSAY_HIP_REFUSED(hipImportExternalSemaphore, outside)
ASSAY_HIP_REFUSED(hipSignalExternalSemaphoresAsync, outside)
ASSAY_HIP_REFUSED(hipWaitExternalSemaphoresAsync, outside)

ASSAY_HIP_REFUSED(hipRegisterApiCallback, tracing)
ASSAY_HIP_REFUSED(hipRegisterActivityCallback, tracing)
ASSAY_HIP_REFUSED(hipRemoveApiCallback, tracing)
ASSAY_HIP_REFUSED(hipRemoveActivityCallback, tracing)

ASSAY_HIP_REFUSED(hipMemRangeGetAttribute, "advice about memory is not kept")
ASSAY_HIP_REFUSED(hipMemRangeGetAttributes, "advice about memory is not kept")
ASSAY_HIP_REFUSED(hipExtGetLinkTypeAndHopCount, "there is one device")

} // namespace assay::amdhip::refused
