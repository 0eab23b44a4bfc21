/* cmd_evaluate.c: `cairn evaluate`, which hands its suite to the evaluation in bench/evaluate. */
#include "evaluate.h"

enum { KEY_MOVES = 0x100 };

static const struct argp_option options[] = {
    {"output", 'o', "DIR", 0, "The folder for all that is made; what is there is not made again",
     0},
    {"moves", KEY_MOVES, NULL, 0, "Keep the raw moves too: DIR/runs/*.moves", 0},
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct eval *eval = state->input;
    switch (key) {
    case 'o':
        eval->shared.output = arg;
        return 0;
    case KEY_MOVES:
        eval->keep_moves = true;
        return 0;
    case ARGP_KEY_END:
        if (eval->shared.output == NULL)
            argp_error(state, "-o DIR is missing");
        return cli_parse_arguments(key, arg, state);
    default:
        return cli_parse_arguments(key, arg, state);
    }
}

static const struct argp_child children[] = {{&cli_common_argp, 0, NULL, 0}, {0}};
const struct argp cli_evaluate_argp = {
    .options = options,
    .parser = parse,
    .args_doc = "SUITE -o DIR",
    .doc = "Measures every agent of a suite on every map of it. SUITE is a file, or the name of a "
           "suite "
           "in the folder that CAIRN_SUITES names or of an installed one, such as quick. "
           "DIR/results.csv has a row for each problem and agent, DIR/summary.json the machine and "
           "the figures of each agent. "
           "Measuring is pinned to one processor; maps, problems and databases are made on the "
           "others. Ctrl-C keeps what is done, and the same command goes on with it.",
    .children = children};

int cli_evaluate(int argc, char **argv)
{
    return cli_evaluate_with(NULL, argc, argv);
}

int cli_evaluate_with(const struct eval_driver *driver, int argc, char **argv)
{
    struct eval eval = {.driver = driver};
    cli_parse(&cli_evaluate_argp, argc, argv, &eval.shared);
    if (driver != NULL && !driver->leads) { /* one process alone shows how far all are */
        eval.shared.quiet = true;
        eval.shared.json = false;
    }
    cli_catch_signals();
    return eval_measure(&eval, eval.shared.operands[0]);
}
