# install.sh SOURCE CMAKE CC: installs the library to a temporary place, static and shared, and
# builds and runs a small program against it in each of the ways the documentation names.
set -eu
source=$1
cmake=$2
export CC=$3
here=$source/test/install
work=$(mktemp -d "${TMPDIR:-/tmp}/cairn-install-XXXXXX")
trap 'rm -rf "$work"' EXIT
version=$(head -n 1 "$source/VERSION")

# Runs a step quietly; what it printed is shown if it fails.
step() {
    if ! "$@" >"$work/log" 2>&1; then
        printf 'FAILED: %s\n' "$*"
        tail -n 40 "$work/log"
        exit 1
    fi
}

run() {
    local program=$1 printed
    printed=$("$program")
    case $printed in
    *"0,2 $version") ;;
    *)
        printf 'FAILED: %s printed: %s\n' "$program" "$printed"
        exit 1
        ;;
    esac
}

install_library() {
    step "$cmake" -S "$source" -B "$work/$1" -DBUILD_SHARED_LIBS="$2" -DCMAKE_BUILD_TYPE=Debug \
        -DCAIRN_BUILD_CLI=OFF -DCMAKE_INSTALL_PREFIX="$work/$1/prefix" -DCMAKE_INSTALL_LIBDIR=lib
    step "$cmake" --build "$work/$1" -j 2
    step "$cmake" --install "$work/$1"
    # An installed tree may be moved: nothing in it names the place it was installed to.
    mv "$work/$1/prefix" "$work/$1/moved"
}

use_find_package() {
    step "$cmake" -S "$here/find_package" -B "$work/$1/found" \
        -DCMAKE_PREFIX_PATH="$work/$1/moved"
    step "$cmake" --build "$work/$1/found"
    run "$work/$1/found/consumer"
}

use_pkg_config() {
    local flags prefix=$work/$1/moved
    flags=$(PKG_CONFIG_PATH=$prefix/lib/pkgconfig pkg-config --cflags --libs cairn)
    # shellcheck disable=SC2086
    step "$CC" -std=c11 -o "$work/$1/by-pkg-config" "$here/main.c" $flags "-Wl,-rpath,$prefix/lib"
    run "$work/$1/by-pkg-config"
    if command -v c++ >/dev/null; then # the C++ header is installed too
        # shellcheck disable=SC2086
        step c++ -std=c++17 -o "$work/$1/by-c++" "$source/bindings/cpp/example.cpp" $flags "-Wl,-rpath,$prefix/lib"
        step "$work/$1/by-c++"
    fi
}

use_subdirectory() {
    step "$cmake" -S "$here/add_subdirectory" -B "$work/$1/sub" -DCAIRN_SOURCE="$source" \
        -DBUILD_SHARED_LIBS="$2" -DCMAKE_BUILD_TYPE=Debug
    step "$cmake" --build "$work/$1/sub" -j 2
    run "$work/$1/sub/consumer"
}

# CMake's FetchContent, from a copy without what a build or another tool has put beside the source.
use_fetch_content() {
    mkdir -p "$work/copy"
    cp -R "$source/CMakeLists.txt" "$source/VERSION" "$source/cmake" "$source/include" "$source/src" "$source/research" \
        "$work/copy"
    step "$cmake" -S "$here/fetch_content" -B "$work/fetched" -DCAIRN_SOURCE="$work/copy" \
        -DCMAKE_BUILD_TYPE=Debug
    step "$cmake" --build "$work/fetched" -j 2
    run "$work/fetched/consumer"
}

# The name by which programs find the shared library has the version that must be the same.
check_soname() {
    local wanted=libcairn.so.${version%%.*} name
    case $version in 0.*) wanted=libcairn.so.${version%.*} ;; esac
    name=$(readelf -dW "$1" | sed -n 's/.*SONAME.*\[\(.*\)\]/\1/p')
    if [ "$name" != "$wanted" ]; then
        printf 'FAILED: the shared library is called %s, not %s\n' "$name" "$wanted"
        exit 1
    fi
}

# The off-line phase, and the algorithms to compare with, can be left out of a game.
use_without_build() {
    step "$cmake" -S "$here/add_subdirectory" -B "$work/game" -DCAIRN_SOURCE="$source" \
        -DCAIRN_WITH_BUILD=OFF -DCAIRN_WITH_RESEARCH=OFF -DCMAKE_BUILD_TYPE=Debug
    step "$cmake" --build "$work/game" -j 2
    run "$work/game/consumer"
}

for kind in static:OFF shared:ON; do
    name=${kind%:*}
    shared=${kind#*:}
    install_library "$name" "$shared"
    use_find_package "$name"
    use_pkg_config "$name"
    use_subdirectory "$name" "$shared"
    printf '%s: found by CMake, found by pkg-config, as a subfolder\n' "$name"
done
use_without_build
use_fetch_content
# A shared library shows its public names and nothing else.
library=$work/shared/moved/lib/libcairn.so
names=$(nm -D --defined-only "$library" | awk '{print $3}' | grep -v '^cairn_[a-z]' || true)
if [ -n "$names" ]; then
    printf 'FAILED: the shared library also shows: %s\n' "$names"
    exit 1
fi
[ "$(uname)" != Linux ] || check_soname "$library"
# Its tables are read-only once it is loaded.
if [ "$(uname)" = Linux ] && ! readelf -dW "$library" | grep -qE 'BIND_NOW|FLAGS.*NOW'; then
    echo 'FAILED: the shared library is relocated late'
    exit 1
fi
