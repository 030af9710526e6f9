# What every library and test of ours is built with.

option(ASSAY_SANITIZE "Build with AddressSanitizer and UndefinedBehaviorSanitizer" OFF)
option(ASSAY_FUZZ "Build the libFuzzer targets" OFF)

# LLVM's installed libraries are built with NDEBUG, which changes layouts in its headers: ours must
# match. Our own checks use support/Assert.h instead.
string(REPLACE "-O2 -g -DNDEBUG" "-O2 -g1 -DNDEBUG" CMAKE_CXX_FLAGS_RELWITHDEBINFO "${CMAKE_CXX_FLAGS_RELWITHDEBINFO}")

add_library(assay_flags INTERFACE)
target_include_directories(assay_flags INTERFACE ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR})
target_compile_options(assay_flags INTERFACE -Wall -Wextra -Werror -Wno-unused-parameter -DNDEBUG)
target_link_options(assay_flags INTERFACE -fuse-ld=lld-22)
if(ASSAY_SANITIZE)
  target_compile_options(assay_flags INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=all)
  target_link_options(assay_flags INTERFACE -fsanitize=address,undefined)
endif()
if(ASSAY_FUZZ)
  target_compile_options(assay_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()

find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)

# Makes MLIR and LLVM available: call in folders that use them.
macro(assay_find_mlir)
  find_package(MLIR 22.1 REQUIRED CONFIG HINTS /usr/lib/llvm-22)
  list(APPEND CMAKE_MODULE_PATH ${MLIR_CMAKE_DIR} ${LLVM_CMAKE_DIR})
  include(TableGen)
  include(AddLLVM)
  include(AddMLIR)
endmacro()

# A target that carries LLVM's include paths (as system headers) and definitions; links libMLIR and libLLVM.
function(assay_mlir_target)
  if(TARGET assay_mlir)
    return()
  endif()
  add_library(assay_mlir INTERFACE)
  target_include_directories(assay_mlir SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
  separate_arguments(definitions NATIVE_COMMAND "${LLVM_DEFINITIONS}")
  target_compile_definitions(assay_mlir INTERFACE ${definitions})
  target_link_libraries(assay_mlir INTERFACE MLIR LLVM)
endfunction()

# Headers that nearly every file reads and that take longer than the file itself, compiled once for all that are built with
# the same definitions: here without LLVM's, in compiler/dialect with them.
set(ASSAY_COMMON_HEADERS <algorithm> <chrono> <filesystem> <functional> <map> <memory> <optional> <random> <set> <span>
    <string> <unordered_map> <variant> <vector> <fmt/format.h> <nlohmann/json.hpp>)
file(WRITE ${CMAKE_BINARY_DIR}/CommonHeaders.cpp "")
add_library(assay_common_headers OBJECT ${CMAKE_BINARY_DIR}/CommonHeaders.cpp)
target_link_libraries(assay_common_headers PRIVATE assay_flags fmt::fmt nlohmann_json::nlohmann_json)
target_precompile_headers(assay_common_headers PRIVATE ${ASSAY_COMMON_HEADERS})

# assay_library(NAME DEPENDS lib... [SOURCES file...] [HEADERS target]): all .cpp of the folder unless SOURCES are given;
# HEADERS has the precompiled headers, assay_dialect where LLVM's definitions are.
function(assay_library name)
  cmake_parse_arguments(arg "" "HEADERS" "DEPENDS;SOURCES" ${ARGN})
  if(NOT arg_SOURCES)
    file(GLOB_RECURSE arg_SOURCES CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  endif()
  add_library(${name} STATIC ${arg_SOURCES})
  target_link_libraries(${name} PUBLIC assay_flags ${arg_DEPENDS})
  if(NOT arg_HEADERS)
    set(arg_HEADERS assay_common_headers)
  endif()
  if(NOT arg_HEADERS STREQUAL name)
    target_precompile_headers(${name} REUSE_FROM ${arg_HEADERS})
  endif()
endfunction()
