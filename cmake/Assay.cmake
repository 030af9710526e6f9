# What every library and test of ours is built with, in the whole tree and in amdgpu/ by itself.
get_filename_component(ASSAY_ROOT ${CMAKE_CURRENT_LIST_DIR} DIRECTORY)

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)
# LLVM's libraries are where Debian has them.
set(CMAKE_INSTALL_RPATH_USE_LINK_PATH ON)

find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # Precompiled headers are cached only when their time stamps do not count.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
      CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
      CCACHE_BASEDIR=${ASSAY_ROOT} CCACHE_NOHASHDIR=1 ${CCACHE})
endif()

option(ASSAY_SANITIZE "Build with AddressSanitizer and UndefinedBehaviorSanitizer, and what libFuzzer watches" OFF)

# LLVM's installed libraries are built with NDEBUG, which changes layouts in its headers: ours must
# match. Our own checks use support/Assert.h instead.
string(REPLACE "-O2 -g -DNDEBUG" "-O2 -g1 -DNDEBUG" CMAKE_CXX_FLAGS_RELWITHDEBINFO "${CMAKE_CXX_FLAGS_RELWITHDEBINFO}")

add_library(assay_flags INTERFACE)
target_include_directories(assay_flags INTERFACE ${ASSAY_ROOT} ${CMAKE_BINARY_DIR})
target_compile_options(assay_flags INTERFACE -Wall -Wextra -Werror -Wno-unused-parameter -DNDEBUG)
# A header that was only touched leaves the precompiled ones as they were, so that ccache finds what is built with them.
target_compile_options(assay_flags INTERFACE "SHELL:-Xclang -fno-pch-timestamp")
target_link_options(assay_flags INTERFACE -fuse-ld=lld-22)
if(ASSAY_SANITIZE)
  string(REPLACE "-O2" "-O1" CMAKE_CXX_FLAGS_RELWITHDEBINFO "${CMAKE_CXX_FLAGS_RELWITHDEBINFO}")
  target_compile_options(assay_flags INTERFACE -fsanitize=address,undefined,fuzzer-no-link -fno-sanitize-recover=all)
  target_link_options(assay_flags INTERFACE -fsanitize=address,undefined)
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
# the same definitions and flags: assay_common_headers for what knows no programs, assay_program_headers for what does,
# assay_dialect where LLVM's definitions come with a library. Templates are instantiated there as well.
set(ASSAY_COMMON_HEADERS <algorithm> <chrono> <filesystem> <functional> <map> <memory> <optional> <random> <set> <span>
    <string> <unordered_map> <variant> <vector> <fmt/format.h> <fmt/ranges.h> <nlohmann/json.hpp>)
set(ASSAY_PROGRAM_HEADERS ${ASSAY_COMMON_HEADERS} ${ASSAY_ROOT}/program/TestCase.h)
file(WRITE ${CMAKE_BINARY_DIR}/NoCode.cpp "")

# assay_precompiled(NAME HEADER...): an object library that holds them.
function(assay_precompiled name)
  add_library(${name} OBJECT ${CMAKE_BINARY_DIR}/NoCode.cpp)
  target_link_libraries(${name} PRIVATE assay_flags fmt::fmt nlohmann_json::nlohmann_json)
  target_compile_options(${name} PRIVATE -fpch-instantiate-templates)
  target_precompile_headers(${name} PRIVATE ${ARGN})
endfunction()
assay_precompiled(assay_common_headers ${ASSAY_COMMON_HEADERS})

# assay_library(NAME DEPENDS lib... [FOLDERS folder...] [EXCEPT file...] [HEADERS target]): all .cpp of the folder, and of
# those FOLDERS in it, EXCEPT some.
# HEADERS has the precompiled headers; assay_program_headers unless they are given.
function(assay_library name)
  cmake_parse_arguments(arg "" "HEADERS" "DEPENDS;FOLDERS;EXCEPT" ${ARGN})
  list(TRANSFORM arg_FOLDERS APPEND /*.cpp)
  list(TRANSFORM arg_FOLDERS PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp ${arg_FOLDERS})
  list(TRANSFORM arg_EXCEPT PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
  list(REMOVE_ITEM sources "" ${arg_EXCEPT})
  add_library(${name} STATIC ${sources})
  target_link_libraries(${name} PUBLIC assay_flags ${arg_DEPENDS})
  if(NOT arg_HEADERS)
    set(arg_HEADERS assay_program_headers)
  endif()
  if(NOT arg_HEADERS STREQUAL name)
    target_precompile_headers(${name} REUSE_FROM ${arg_HEADERS})
  endif()
endfunction()

# assay_embed(VARIABLE file...): sets the variable to rows of a C++ table, {"FILE", TEXT}, for files, by paths from the root, that become part
# of the binary.
function(assay_embed variable)
  set(rows "")
  foreach(file IN LISTS ARGN)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${file})
    file(READ ${CMAKE_SOURCE_DIR}/${file} text)
    string(APPEND rows "    {\"${file}\", R\"assay-case(${text})assay-case\"sv},\n")
  endforeach()
  set(${variable} "${rows}" PARENT_SCOPE)
endfunction()

# assay_executable(NAME SOURCES file... DEPENDS lib... [HEADERS target]): a program; HEADERS as for a library.
function(assay_executable name)
  cmake_parse_arguments(arg "" "HEADERS" "SOURCES;DEPENDS" ${ARGN})
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE ${arg_DEPENDS})
  if(NOT arg_HEADERS)
    set(arg_HEADERS assay_program_headers)
  endif()
  target_precompile_headers(${name} REUSE_FROM ${arg_HEADERS})
endfunction()
