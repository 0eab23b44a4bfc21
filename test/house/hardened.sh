# hardened.sh SOURCE PROGRAM...: programs of an optimized build have what cmake/harden.cmake asks for.
set -eu
shift
failures=0
check() { # check PROGRAM WHAT PATTERN TEXT
    if ! printf '%s\n' "$4" | grep -qE "$3"; then
        printf 'FAILED: %s has no %s\n' "$1" "$2"
        failures=$((failures + 1))
    fi
}
for program in "$@"; do
    headers=$(readelf -hlW "$program")
    dynamic=$(readelf -dW "$program")
    symbols=$(nm -D "$program")
    check "$program" 'position of its own choice' 'Type: +DYN' "$headers"
    check "$program" 'read-only relocations' 'GNU_RELRO' "$headers"
    check "$program" 'relocations at the start' '(BIND_NOW|FLAGS.*NOW)' "$dynamic"
    check "$program" 'canaries on its stack' '__stack_chk_fail' "$symbols"
    check "$program" 'checked calls of libc' '__[a-z]+_chk' "$symbols"
done
[ "$failures" -eq 0 ] && printf '%d programs are hardened\n' "$#"
