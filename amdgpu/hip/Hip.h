#pragma once

// HIP's declarations, which the compiler holds our definitions against. Of HIP 5.2; where later
// versions differ, it says so where they do.
#ifndef __HIP_PLATFORM_AMD__
#define __HIP_PLATFORM_AMD__ // NOLINT(bugprone-reserved-identifier): HIP asks for it.
#endif
#include <hip/hip_runtime_api.h>

#include <cstddef>
#include <cstdint>
