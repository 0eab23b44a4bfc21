# completion.zsh SCRIPT OUT: what zsh completes after it has read SCRIPT. Each line of standard input is a command line
# without its first word; OUT gets it with "> " before it, and then what its last word may become, a line each.
# zsh completes on a terminal alone: another zsh runs on one, and is told to do all lines by one key.
zmodload zsh/zpty || exit 77
export SCRIPT=$1 OUT=$2 LINES_FILE=$2.lines
cat >$LINES_FILE
: >$OUT
cat >$2.zsh <<'END'
PROMPT=
autoload -Uz compinit
compinit -u -D
source $SCRIPT
# Notes what is offered; the completion system also calls it to look words up.
compadd() {
    local -a words
    if [[ " ${(j: :)@[1,(i)(-|--)]}" != *' -'[a-zA-Z]#[OAD]\ * ]]; then
        builtin compadd -A words "$@"
        print -rl -- $words >>$OUT
    fi
    builtin compadd "$@"
}
ask() {
    local line
    while IFS= read -r line; do
        print -r -- "> $line" >>$OUT
        BUFFER="cairn $line"
        CURSOR=$#BUFFER
        zle list-choices
    done <$LINES_FILE
    exit
}
zle -N ask
bindkey '^X' ask
print the-shell-is-ready
END
zpty shell zsh -f -i
zpty -w shell "source ${(q)2}.zsh"
while zpty -r shell line; do
    [[ $line == *the-shell-is-ready* ]] && zpty -w -n shell $'\C-X'
done
[[ -s $OUT ]]
