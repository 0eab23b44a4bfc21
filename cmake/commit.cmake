# Writes commit.h: the commit that is being built, with "-dirty" behind it if anything but reports has
# changed since; "unknown" outside of a repository. Run at each build; the file changes only when the
# commit does.
execute_process(COMMAND git -C ${SOURCE} rev-parse --short=12 HEAD
  OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE result)
execute_process(COMMAND git -C ${SOURCE} status --porcelain --untracked-files=no
    -- :/ ":(top,exclude)docs/research/reports"
  OUTPUT_VARIABLE changed ERROR_QUIET)
if(NOT result EQUAL 0)
  set(commit unknown)
elseif(NOT changed STREQUAL "")
  string(APPEND commit -dirty)
endif()
set(text "#define CAIRN_COMMIT \"${commit}\"\n")
if(EXISTS ${OUTPUT})
  file(READ ${OUTPUT} old)
endif()
if(NOT text STREQUAL old)
  file(WRITE ${OUTPUT} "${text}")
endif()
