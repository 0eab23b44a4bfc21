#!/bin/sh
# packaging.sh SOURCE TOOL: runs the recipe for Conan or the port for vcpkg with stand-ins for the tool, and builds a
# program against the package.
set -eu
source=$1
work=$(mktemp -d "${TMPDIR:-/tmp}/cairn-packaging-XXXXXX")
trap 'rm -rf "$work"' EXIT
here=$source/test/packaging
version=$(head -n 1 "$source/VERSION")
case $2 in
conan) answer=$(python3 -B "$here/conan_stand_in.py" "$source/packaging/conan/conanfile.py" "$work") ;;
vcpkg) answer=$(cmake -DPORT="$source/packaging/vcpkg" -DWORK="$work" -P "$here/vcpkg_stand_in.cmake" 2>&1) ||
    { echo "$answer"; exit 1; } ;;
esac
[ "$answer" = "cairn $version" ] || { echo "FAILED: it is called $answer, not cairn $version"; exit 1; }
cmake -S "$source/test/install/find_package" -B "$work/found" -DCMAKE_PREFIX_PATH="$work/package" >/dev/null
cmake --build "$work/found" >/dev/null
printed=$("$work/found/consumer")
case $printed in
*"0,2 $version") ;;
*)
    echo "FAILED: the program printed $printed"
    exit 1
    ;;
esac
