/* cmd_db_verify.c: `cairn db verify`: is every byte and every leg of a database right?
 *
 * That a file is damaged, cut short or no database at all is an answer here (no, exit 1); only
 * what keeps the question from being asked is an error (exit 3). */
#include "cli.h"

enum { KEY_MAP = 0x100 };

struct verify {
    struct cli_arguments shared;
    const char *map_path;
    cairn_map *map;
    cairn_db *db;
};

static const struct argp_option options[] = {
    {"map", KEY_MAP, "MAP", 0, "The map the database belongs to", 0},
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct verify *verify = state->input;
    switch (key) {
    case KEY_MAP:
        verify->map_path = cli_parse_input(arg);
        return 0;
    case ARGP_KEY_END:
        if (verify->map_path == NULL)
            argp_error(state, "--map MAP is missing");
        return cli_parse_arguments(key, arg, state);
    default:
        return cli_parse_arguments(key, arg, state);
    }
}

static const struct argp_child children[] = {
    {&cli_corners_argp, 0, NULL, 0}, {&cli_common_argp, 0, NULL, 0}, {0}};
const struct argp cli_db_verify_argp = {
    .options = options,
    .parser = parse,
    .args_doc = "DB --map MAP",
    .doc = "Checks a database against its map: checksums, order, every state, every leg. "
           "The corner setting is the database's unless --corners is given.",
    .children = children};

/* The answer no: the sentence on stderr, and with --json an object with its reason. */
static int answer_no(const struct verify *verify, cairn_status status, const cairn_detail *detail)
{
    cli_fail_file(CLI_NO, verify->shared.operands[0], status, detail);
    if (!verify->shared.json)
        return CLI_NO;
    char reason[512];
    cli_explain(status, detail, reason, sizeof reason);
    struct cli_report report = cli_report_create();
    cli_report_add_flag(&report, "valid", false);
    cli_report_add_word(&report, "status", cairn_status_get_name(status));
    cli_report_add_word(&report, "reason", reason);
    cli_report_add_integer(&report, "offset", detail->offset);
    int code = cli_report_print(&report, stdout, true);
    return code == CLI_YES ? CLI_NO : code;
}

static int answer_yes(const struct verify *verify)
{
    struct cli_report report = cli_report_create();
    cli_report_add_flag(&report, "valid", true);
    cli_report_add_figures(&report, verify->db, 0, 2);
    cli_report_add_integer(&report, "bytes", cli_get_db_info(verify->db).bytes);
    return cli_report_print(&report, stdout, verify->shared.json);
}

static bool is_answer(cairn_status status)
{
    return status != CAIRN_IO && status != CAIRN_MEMORY && status != CAIRN_ARGUMENT;
}

static int answer(struct verify *verify)
{
    cairn_detail detail = {0};
    cairn_db_def def = {.size = sizeof def};
    def.detail = &detail;
    const char *name = verify->shared.operands[0], *path;
    int code = cli_find_input(name, true, &path);
    if (code != CLI_YES)
        return code;
    cairn_status status = cairn_db_open(path, &def, &verify->db);
    if (status == CAIRN_OK) {
        cairn_corners corners = verify->shared.corners_given ? verify->shared.corners
                                                             : cli_get_db_info(verify->db).corners;
        code = cli_open_map(verify->map_path, corners, &verify->map);
        if (code != CLI_YES)
            return code;
        if (cli_find_mismatch(verify->db, verify->map, detail.text, sizeof detail.text))
            status = CAIRN_MISMATCH;
        else
            status = cairn_db_verify(verify->db, verify->map, &detail);
    }
    if (status == CAIRN_OK)
        return answer_yes(verify);
    if (!is_answer(status))
        return cli_fail_file(CLI_BAD, name, status, &detail);
    return answer_no(verify, status, &detail);
}

int cli_db_verify(int argc, char **argv)
{
    struct verify verify = {0};
    cli_parse(&cli_db_verify_argp, argc, argv, &verify.shared);
    int code = answer(&verify);
    cairn_map_close(verify.map);
    cairn_db_close(verify.db);
    return code;
}
