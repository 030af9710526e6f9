# What `cmake --install` puts where, beside what amdgpu/ does, and the tarball that ./dev package makes of it. Nothing in it knows
# where it lies: programs find the rest from their own folder (support/OwnFolder.h).
set(programs assay assay-opt assay-site)
set(libraries assay_guard assay_coverage assay_lit_runtime assay-plugin)
install(TARGETS ${programs})
install(TARGETS ${libraries} LIBRARY DESTINATION lib)
if(ASSAY_OCML)
  install(FILES ${CMAKE_BINARY_DIR}/lib/hip/ocml.bc DESTINATION lib/hip)
endif()
install(FILES LICENSE README.md DESTINATION share/doc/assay)
install(DIRECTORY docs examples DESTINATION share/doc/assay)
install(DIRECTORY amdgpu/docs DESTINATION share/doc/assay/amdgpu)
# What the program itself writes.
foreach(file bash-completion/completions/assay zsh/site-functions/_assay)
  string(REGEX MATCH "^[a-z]+" shell ${file})
  get_filename_component(folder share/${file} DIRECTORY)
  file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/${folder})
  install(CODE "execute_process(COMMAND [[$<TARGET_FILE:assay>]] completion ${shell} OUTPUT_FILE [[${CMAKE_BINARY_DIR}/share/${file}]]
                                COMMAND_ERROR_IS_FATAL ANY)")
  install(FILES ${CMAKE_BINARY_DIR}/share/${file} DESTINATION ${folder})
endforeach()

# All that is installed, and no tests.
add_custom_target(installed DEPENDS ${programs} ${libraries} assay-emu amdgpu_machine)
if(TARGET amdhip64)
  add_dependencies(installed amdhip64)
endif()

set(CPACK_GENERATOR TXZ)
set(CPACK_THREADS 0)
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_SOURCE_DIR}/build)
# Not stripped: crash signatures name functions, and are the same everywhere.
string(TOLOWER ${PROJECT_NAME}-${PROJECT_VERSION}-${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR} CPACK_PACKAGE_FILE_NAME)
include(CPack)
