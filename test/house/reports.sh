#!/bin/sh
# reports.sh SOURCE: a report is kept only if it is of a commit, the present one, and traced.
. "$(dirname "$0")/lib.sh"
mkdir -p "$tree/repo/scripts" "$tree/repo/report" "$tree/run/figures" "$tree/run/tables" "$tree/bin"
cp "$1/scripts/keep-report" "$tree/repo/scripts/"
keep=$tree/repo/scripts/keep-report
git_in() { git -C "$tree/repo" -c user.name=n -c user.email=e "$@"; }
git_in init -q
echo one >"$tree/repo/code"
git_in add code scripts
git_in commit -qm one

expect_pass "$keep" own
echo two >"$tree/repo/code"
expect_refusal 'commit them first' "$keep" own
git_in commit -qam two

# A run of another commit, then of this one; the tracer is a stand-in that says no, then yes.
for file in report.html results.csv crowd.csv figures/f.svg tables/t.csv; do echo "$file" >"$tree/run/$file"; done
echo '{"machine": {"commit": "0123456789ab-dirty"}}' >"$tree/run/summary.json"
expect_refusal 'run of commit 0123456789ab-dirty, not of' "$keep" own "$tree/run"
printf '{"machine": {"commit": "%s"}}\n' "$(git_in rev-parse --short=12 HEAD)" >"$tree/run/summary.json"
printf '#!/bin/sh\nexit 1\n' >"$tree/bin/node"
chmod +x "$tree/bin/node"
PATH=$tree/bin:$PATH
expect_refusal 'numbers that its rows do not give' "$keep" own "$tree/run"
printf '#!/bin/sh\nexit 0\n' >"$tree/bin/node"
expect_pass "$keep" own "$tree/run"
expect_pass cmp "$tree/run/report.html" "$tree/repo/docs/research/reports/own/report.html"
expect_pass test -e "$tree/repo/docs/research/reports/own/figures/f.svg"
expect_pass test -e "$tree/repo/docs/research/reports/own/tables/t.csv"
[ "$(gzip -dc "$tree/repo/docs/research/reports/own/results.csv.gz")" = results.csv ] || exit 1
# A kept report, committed or not, does not keep the next one from being measured.
git_in add docs
expect_pass "$keep" other
