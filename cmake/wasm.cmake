# A toolchain for WebAssembly: Debian's clang, lld and wasi-libc; programs run in node. libcairn itself
# uses no files and no threads there (src/base/platform.h); programs print by WASI.
list(APPEND CMAKE_MODULE_PATH ${CMAKE_CURRENT_LIST_DIR})
set(CMAKE_SYSTEM_NAME WASI)
set(CMAKE_SYSTEM_VERSION 1)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_AR llvm-ar)
set(CMAKE_RANLIB llvm-ranlib)
set(CMAKE_C_FLAGS_INIT "-mbulk-memory -msign-ext -mnontrapping-fptoint")
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_CROSSCOMPILING_EMULATOR node --no-warnings --experimental-wasi-unstable-preview1
  ${CMAKE_CURRENT_LIST_DIR}/../scripts/run-wasm.mjs)
