# The tests of the importers.
pkg_check_modules(ZLIB REQUIRED IMPORTED_TARGET zlib)

# Writes small levels to files: level_files FOLDER.
add_executable(level_files level_files.c level_maker.c)
target_link_libraries(level_files PRIVATE PkgConfig::ZLIB cairn_options)
set_target_properties(level_files PROPERTIES C_STANDARD 11 C_EXTENSIONS OFF)

if(BUILD_SHARED_LIBS)
  return()
endif()

# Levels made in code.
add_library(cairn_test_levels STATIC imported.c level_maker.c)
target_link_libraries(cairn_test_levels
  PUBLIC cairn_import cairn_test_support PRIVATE PkgConfig::ZLIB m)
set_target_properties(cairn_test_levels PROPERTIES
  C_STANDARD 11 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF)
foreach(source IN LISTS CAIRN_TEST_SOURCES)
  get_filename_component(name ${source} NAME_WE)
  if(name MATCHES "^test_import_")
    target_link_libraries(${name} PRIVATE cairn_test_levels)
  endif()
endforeach()

# It stands between the importers' libraries and zlib.
target_compile_definitions(test_import_limits PRIVATE _GNU_SOURCE)
target_link_libraries(test_import_limits PRIVATE PkgConfig::ZLIB ${CMAKE_DL_LIBS})
set_target_properties(test_import_limits PROPERTIES ENABLE_EXPORTS ON)
