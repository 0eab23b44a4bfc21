# What damage in memory must not lead to: our programs and the shared library have stacks with canaries,
# checked calls of libc, tables that are read-only once the program runs, and places that nobody can
# guess. Files from strangers are what they read. test/house/hardened.sh looks whether it is so.
# Windows and WebAssembly have protections of their own, and no library for these.
if(NOT CMAKE_C_COMPILER_ID MATCHES "GNU|Clang" OR WIN32 OR CMAKE_SYSTEM_NAME STREQUAL "WASI")
  return()
endif()

# libc's checks need an optimizer; some compilers ask for them unasked.
set(optimized $<OR:$<CONFIG:Release>,$<CONFIG:RelWithDebInfo>,$<CONFIG:MinSizeRel>>)
target_compile_options(cairn_options INTERFACE
  $<${optimized}:-fstack-protector-strong>
  $<${optimized}:-U_FORTIFY_SOURCE>
  $<${optimized}:-D_FORTIFY_SOURCE=2>)
if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
  target_link_options(cairn_options INTERFACE LINKER:-z,relro LINKER:-z,now)
endif()

include(CheckPIESupported)
check_pie_supported(LANGUAGES C)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
