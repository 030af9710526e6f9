# Run at each build, with SOURCE, IN, OUT, TYPE, COMPILER and LLVM: a commit changes no file that a build looks at.
execute_process(COMMAND git -C ${SOURCE} describe --always --dirty --exclude=* OUTPUT_VARIABLE COMMIT ERROR_QUIET
                OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE failed)
if(failed)
  set(COMMIT "no commit")
else()
  set(COMMIT "commit ${COMMIT}")
endif()
configure_file(${IN} ${OUT} @ONLY)
