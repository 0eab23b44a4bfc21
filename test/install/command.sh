# command.sh SOURCE BUILD: `make install`, `make uninstall` and `make evaluate` with paths that have
# spaces. BUILD is a finished build folder, as seen from SOURCE.
set -u
source=$1
build=$2
work=$(mktemp -d "${TMPDIR:-/tmp}/cairn install XXXXXX")
trap 'rm -rf "$work"' EXIT
failures=0
unset DESTDIR MAKEFLAGS MAKELEVEL PREFIX SUITE DIR

fail() {
    failures=$((failures + 1))
    printf 'FAILED: %s\n' "$1"
    tail -n 20 "$work/log"
}

# Runs `make` in the source folder: its output is in $work/log.
run_make() {
    make -C "$source" BUILD="$build" "$@" >"$work/log" 2>&1
}

# What a folder has, one path a line.
list() {
    (cd "$1" && find . -type f | sort)
}

prefix="$work/pre fix"
run_make install PREFIX="$prefix" || fail 'make install'
for file in bin/cairn include/cairn/cairn.h include/cairn.hpp share/man/man1/cairn.1 share/cairn/suites/quick.json share/bash-completion/completions/cairn \
    share/zsh/site-functions/_cairn share/fish/vendor_completions.d/cairn.fish \
    share/doc/cairn/README.md share/doc/cairn/docs/kinds.md share/cairn/installed.txt; do
    [ -e "$prefix/$file" ] || fail "$file is not installed"
done

# The paths of pkg-config exist, also after the tree was moved.
asks() {
    PKG_CONFIG_PATH=$(dirname "$(find "$1" -name cairn.pc)") pkg-config "--variable=$2" cairn |
        tr -d '\\'
}
for place in "$prefix" "$work/moved"; do
    [ -d "$place" ] || mv "$prefix" "$place"
    [ "$(realpath "$(asks "$place" prefix)")" = "$(realpath "$place")" ] ||
        fail "cairn.pc has prefix $(asks "$place" prefix), not $place"
    [ -e "$(asks "$place" includedir)/cairn/cairn.h" ] || fail 'cairn.pc has no right includedir'
    ls "$(asks "$place" libdir)"/libcairn.* >/dev/null 2>&1 || fail 'cairn.pc has no right libdir'
done
mv "$work/moved" "$prefix"

# The installed command finds the installed suites, and a suite finds what lies beside it.
suite='{"name": "tiny", "problems": {"count": 3}, "max-moves": 1000, "sample": 0,
 "maps": [{"name": "s", "file": "the maps/s.map"}],
 "agents": [{"name": "A*", "algorithm": "astar"}]}'
put_suite() {
    mkdir -p "$1/the maps"
    printf '%s\n' "$suite" >"$1/tiny.json"
    printf 'type octile\nheight 2\nwidth 6\nmap\n......\n......\n' >"$1/the maps/s.map"
}
put_suite "$prefix/share/cairn/suites"
(cd "$work" && "$prefix/bin/cairn" evaluate tiny -q -o "out 1") >"$work/log" 2>&1 ||
    fail 'an installed suite is not found by its name'
[ -e "$work/out 1/results.csv" ] || fail 'no results were written'
rm -r "$prefix/share/cairn/suites/tiny.json" "$prefix/share/cairn/suites/the maps"

if command -v node >/dev/null && [ -e "$source/report/node_modules/.package-lock.json" ]; then
    put_suite "$work/my suites"
    run_make evaluate SUITE="$work/my suites/tiny.json" DIR="$work/out 2" || fail 'make evaluate'
    [ -e "$work/out 2/report.html" ] || fail 'make evaluate wrote no report'
fi

# What is not ours stays.
: >"$prefix/bin/other"
: >"$prefix/include/cairn/other.h"
run_make uninstall PREFIX="$prefix" || fail 'make uninstall'
[ "$(list "$prefix" | tr '\n' ' ')" = './bin/other ./include/cairn/other.h ' ] ||
    fail "make uninstall leaves: $(list "$prefix")"
[ ! -e "$prefix/share/cairn" ] || fail 'make uninstall leaves its folder'
run_make uninstall PREFIX="$prefix" && fail 'make uninstall of nothing succeeds'
grep -q '^cairn: there is no .*/installed.txt: ' "$work/log" || fail 'no sentence'

# For packagers.
run_make install PREFIX=/usr DESTDIR="$work/sta ge" || fail 'make install with DESTDIR'
[ -x "$work/sta ge/usr/bin/cairn" ] || fail 'DESTDIR is not heeded'
run_make uninstall PREFIX=/usr DESTDIR="$work/sta ge" || fail 'make uninstall with DESTDIR'
[ -z "$(list "$work/sta ge")" ] || fail "make uninstall leaves: $(list "$work/sta ge")"

[ "$failures" -eq 0 ]
