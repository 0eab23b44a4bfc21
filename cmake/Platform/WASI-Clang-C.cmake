# There are no shared libraries, so code need not run at any address: that would make it larger and slower.
set(CMAKE_C_COMPILE_OPTIONS_PIC "")
