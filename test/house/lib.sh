# What the tests of the house share: a small tree of their own, and sentences to expect.
set -eu
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT

plant() { # PATH TEXT: a file of the small tree
    mkdir -p "$tree/$(dirname "$1")"
    printf '%b' "$2" >"$tree/$1"
}

expect_pass() { # COMMAND...: it ends with 0
    "$@" >"$tree.out" 2>&1 || { cat "$tree.out"; rm -f "$tree.out"; echo "failed: $*"; exit 1; }
    rm -f "$tree.out"
}

expect_refusal() { # SENTENCE COMMAND...: it ends with 1 and says so
    sentence=$1
    shift
    status=0
    "$@" >"$tree.out" 2>&1 || status=$?
    said=$(cat "$tree.out")
    rm -f "$tree.out"
    [ "$status" -eq 1 ] || { echo "ended with $status instead of 1: $*: $said"; exit 1; }
    case $said in
    *"$sentence"*) ;;
    *)
        echo "did not say \"$sentence\": $*: $said"
        exit 1
        ;;
    esac
}
