# How tests are made, in the whole tree and in amdgpu/ by itself.
find_package(Catch2 2.13 REQUIRED)

# Tests take longer to compile than to run: what they test is optimised, they themselves are not. Catch2's main is compiled
# once, for every test binary.
add_library(assay_test_main STATIC ${ASSAY_ROOT}/tests/main.cpp ${ASSAY_ROOT}/tests/Pieces.cpp)
target_compile_options(assay_test_main PUBLIC -O0)
target_link_libraries(assay_test_main PUBLIC assay_flags fmt::fmt nlohmann_json::nlohmann_json Catch2::Catch2)
if(NOT ASSAY_TESTED_HEADERS)
  set(ASSAY_TESTED_HEADERS ${ASSAY_COMMON_HEADERS})
endif()
add_library(assay_test_headers OBJECT ${CMAKE_BINARY_DIR}/NoCode.cpp)
target_link_libraries(assay_test_headers PRIVATE assay_test_main)
target_compile_options(assay_test_headers PRIVATE -fpch-instantiate-templates)
target_precompile_headers(assay_test_headers PRIVATE ${ASSAY_TESTED_HEADERS} <catch2/catch.hpp>)

# assay_unit_test(NAME DEPENDS lib... [HEADERS target]): all .cpp of the folder as one Catch2 binary and one CTest entry.
# HEADERS is assay_mlir_test_headers where LLVM's definitions come with a library.
function(assay_unit_test name)
  cmake_parse_arguments(arg "" "HEADERS" "DEPENDS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  add_executable(${name} ${sources})
  target_link_libraries(${name} PRIVATE assay_test_main ${arg_DEPENDS})
  if(NOT arg_HEADERS)
    set(arg_HEADERS assay_test_headers)
  endif()
  target_precompile_headers(${name} REUSE_FROM ${arg_HEADERS})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  add_test(NAME ${name} COMMAND ${name} WORKING_DIRECTORY ${ASSAY_ROOT})
endfunction()
