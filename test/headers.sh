#!/bin/sh
# headers.sh INCLUDE: every public header compiles alone, and twice, as C11 and as C++17, without a
# warning, with each compiler that is there.
set -eu
include=$1
warnings="-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror"
compiled=0
check() { # compiler, language, flags: compiles each header from standard input
  command -v "$1" >/dev/null || return 0
  for header in "$include"/cairn/*.h; do
    name=cairn/$(basename "$header")
    printf '#include <%s>\n#include <%s>\n' "$name" "$name" |
      "$1" -x "$2" $3 $warnings -I "$include" -fsyntax-only - || {
      echo "$name does not compile with $1 $3"
      exit 1
    }
    compiled=$((compiled + 1))
  done
}
for compiler in gcc clang; do
  check $compiler c "-std=c11"
done
for compiler in g++ clang++; do
  check $compiler c++ "-std=c++17 -Wold-style-cast"
done
[ $compiled -gt 0 ] || { echo "no compiler was found"; exit 1; }
