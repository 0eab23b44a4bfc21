/* platform.h: which of the files for systems are used: file_*.c and worker_*.c. */
#ifndef CAIRN_PLATFORM_H
#define CAIRN_PLATFORM_H

/* Windows; WebAssembly without a system below it; otherwise POSIX. */
#if defined(_WIN32)
#define CAIRN__WIN32 1
#define CAIRN__BARE 0
#define CAIRN__POSIX 0
#elif defined(__wasm__) && !defined(__EMSCRIPTEN__)
#define CAIRN__WIN32 0
#define CAIRN__BARE 1
#define CAIRN__POSIX 0
#else
#define CAIRN__WIN32 0
#define CAIRN__BARE 0
#define CAIRN__POSIX 1
#endif

#endif
