# optimized.sh SOURCE CMAKE CC: what cairn is compiled with as a part of another project, by the compile
# commands: it is optimized unless that project says otherwise. Nothing is compiled.
set -eu
source=$1
cmake=$2
export CC=$3
unset CFLAGS CMAKE_BUILD_TYPE CMAKE_GENERATOR CMAKE_CONFIGURATION_TYPES
here=$source/test/install
work=$(mktemp -d "${TMPDIR:-/tmp}/cairn-optimized-XXXXXX")
trap 'rm -rf "$work"' EXIT
mkdir "$work/copy"
cp -R "$source/CMakeLists.txt" "$source/VERSION" "$source/cmake" "$source/include" "$source/src" "$work/copy"

# Lines of the compile commands: of a file of cairn, of the project's own file.
list() {
    grep '"command"' "$work/build/compile_commands.json" | grep "$1"
}

# check PROJECT OPTION HOW TEXT: with a setting, all files of cairn, and no other one, have an option, or
# none has it.
check() {
    local project=$1 setting=$2 how=$3 option=$4 all with
    rm -rf "$work/build"
    if ! "$cmake" -S "$here/$project" -B "$work/build" -DCAIRN_SOURCE="$work/copy" \
        -DCMAKE_EXPORT_COMPILE_COMMANDS=ON ${setting:+"$setting"} >"$work/log" 2>&1; then
        printf 'FAILED: %s with %s is not configured\n' "$project" "$setting"
        cat "$work/log"
        exit 1
    fi
    all=$(list '/src/[a-z]*/[a-z_0-9]*\.c",*$' | wc -l)
    with=$(list '/src/[a-z]*/[a-z_0-9]*\.c",*$' | grep -c -e " $option " || true)
    if [ "$all" -lt 100 ] || { [ "$how" = all ] && [ "$with" -ne "$all" ]; } ||
        { [ "$how" = none ] && [ "$with" -ne 0 ]; }; then
        printf 'FAILED: %s, %s: %s of %s files have %s, wanted: %s\n' "$project" "${setting:-no setting}" \
            "$with" "$all" "$option" "$how"
        exit 1
    fi
    case $setting in
    *_FLAGS=*) ;;
    *)
        if list 'main\.c",*$' | grep -q -e ' -O2 ' -e NDEBUG; then
            printf "FAILED: %s: the project's own file is optimized\n" "$project"
            exit 1
        fi
        ;;
    esac
}

for project in add_subdirectory fetch_content; do
    check "$project" '' all -O2
    check "$project" '' all -DNDEBUG
    check "$project" -DCMAKE_BUILD_TYPE=Debug none -O2
    check "$project" -DCMAKE_BUILD_TYPE=Debug none -DNDEBUG
done
check add_subdirectory -DCMAKE_C_FLAGS=-O0 none -O2
check add_subdirectory -DCMAKE_C_FLAGS=-O0 all -O0
check add_subdirectory '-DCMAKE_C_FLAGS=-g -Og' none -O2
check add_subdirectory -DCMAKE_C_FLAGS=-g all -O2
if command -v ninja >/dev/null; then # a generator of several build types
    export CMAKE_GENERATOR='Ninja Multi-Config'
    check add_subdirectory -DCMAKE_CONFIGURATION_TYPES=Debug none -O2
fi
echo 'cairn is optimized where the project does not say otherwise'
