# What is installed, and where. The list of all of it is installed too, with paths relative to the
# prefix: scripts/uninstall removes what is on it.
include(CMakePackageConfigHelpers)
set(CAIRN_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/cairn)
set(CAIRN_DATA_DIR ${CMAKE_INSTALL_DATADIR}/cairn)
set(CAIRN_ZSH_DIR ${CMAKE_INSTALL_DATADIR}/zsh/site-functions CACHE STRING "Where zsh finds completions: a folder of its fpath")

install(TARGETS cairn EXPORT cairn-targets)
install(DIRECTORY include/cairn DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES bindings/cpp/cairn.hpp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT cairn-targets NAMESPACE cairn:: DESTINATION ${CAIRN_CMAKE_DIR})
configure_package_config_file(cmake/cairn-config.cmake.in cairn-config.cmake
  INSTALL_DESTINATION ${CAIRN_CMAKE_DIR})
write_basic_package_version_file(cairn-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/cairn-config.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/cairn-config-version.cmake DESTINATION ${CAIRN_CMAKE_DIR})

# cairn.pc has paths relative to itself: the prefix is known when it is installed, and the installed
# tree may be moved.
file(RELATIVE_PATH CAIRN_PC_PREFIX "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig" "${CMAKE_INSTALL_PREFIX}")
file(RELATIVE_PATH CAIRN_PC_INCLUDEDIR "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig"
  "${CMAKE_INSTALL_FULL_INCLUDEDIR}")
set(CAIRN_PC_CFLAGS)
if(BUILD_SHARED_LIBS)
  set(CAIRN_PC_CFLAGS " -DCAIRN_SHARED")
endif()
set(CAIRN_PC_LIBS)
if(CAIRN_NEEDS_THREADS)
  set(CAIRN_PC_LIBS " -pthread")
endif()
configure_file(cmake/cairn.pc.in cairn.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/cairn.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

if(CAIRN_BUILD_CLI)
  install(TARGETS cairn_command DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(DIRECTORY suites DESTINATION ${CAIRN_DATA_DIR})
  install(FILES docs/cairn.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  if(CAIRN_COMPLETION)
    install(FILES ${CAIRN_COMPLETION}.bash RENAME cairn
      DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
    install(FILES ${CAIRN_COMPLETION}.zsh RENAME _cairn DESTINATION ${CAIRN_ZSH_DIR})
    install(FILES ${CAIRN_COMPLETION}.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
  endif()
endif()
if(CAIRN_BUILD_MPI)
  install(TARGETS cairn_mpi DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/docs
  PATTERN reports EXCLUDE PATTERN cairn.1 EXCLUDE)
install(FILES README.md CHANGELOG.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

install(CODE "set(CAIRN_DATA_DIR \"${CAIRN_DATA_DIR}\")")
install(SCRIPT cmake/installed.cmake)
