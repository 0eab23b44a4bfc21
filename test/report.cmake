# The report in a real browser; its tools are installed by `make report-dependencies` and npm.
find_program(CAIRN_NODE node)
find_program(CAIRN_CHROMIUM chromium)
set(CAIRN_REPORT ${PROJECT_SOURCE_DIR}/report)
if(NOT CAIRN_NODE OR NOT CAIRN_CHROMIUM OR NOT EXISTS ${CAIRN_REPORT}/node_modules)
  message(STATUS "There is no Node.js, Chromium or report/node_modules: the report is not tested")
  return()
endif()
add_test(NAME report COMMAND ${CAIRN_NODE} --test ${CAIRN_REPORT}/test/report.test.mjs)
cairn_label_test(report report)
set_tests_properties(report PROPERTIES
  ENVIRONMENT "CAIRN=$<TARGET_FILE:cairn_command>;CHROMIUM=${CAIRN_CHROMIUM}")
# The report's formulas and its tracer; without a browser.
add_test(NAME report_trace COMMAND ${CAIRN_NODE} --test ${CAIRN_REPORT}/test/trace.test.mjs)
cairn_label_test(report_trace report)
add_test(NAME report_format COMMAND ${CAIRN_NODE} node_modules/prettier/bin/prettier.cjs --check .
  WORKING_DIRECTORY ${CAIRN_REPORT})
cairn_label_test(report_format report)
