/* build_report.c: what `cairn build` says of the databases it made. */
#include "build_job.h"

#include <string.h>

/* ---- outcomes ---- */

void cli_build_outcome_take(const cairn_build *build, struct cli_build_outcome *outcome)
{
    cairn_build_report report = {.size = sizeof report};
    *outcome = (struct cli_build_outcome){0};
    if (cairn_build_get_report(build, &report) != CAIRN_OK)
        return;
    outcome->kind = report.kind;
    outcome->problems = report.problems;
    outcome->cut = report.cut;
    outcome->target_met = report.target_met != 0;
    outcome->suboptimality = (double)report.suboptimality / 10000;
    outcome->median = (double)report.median / 10000;
    if (report.reason != NULL)
        snprintf(outcome->reason, sizeof outcome->reason, "%s", report.reason);
    for (uint32_t i = 0; i < report.tried && i < CLI_MOST_TRIES; i++) {
        cairn_build_try *one = &outcome->tries[outcome->tried];
        one->size = sizeof *one;
        outcome->tried += cairn_build_get_try(build, i, one) == CAIRN_OK;
    }
    if (report.kind == CAIRN_DB_KNN)
        (void)cairn_build_get_records(build, 0, &outcome->wanted, NULL);
}

/* ---- reports ---- */

/* The size of a database, in the words of its kind. */
static void add_size(const cairn_db *db, struct cli_report *report)
{
    bool has_records = cli_get_db_info(db).kind != CAIRN_DB_LABELS;
    cli_report_add_figures(report, db, has_records ? 0 : 2, UINT32_MAX);
    cli_report_add_integer(report, "bytes", cli_get_db_info(db).bytes);
}

/* ---- what was tried ---- */

/* One of the tries as a line: "regions: 48028 bytes, walks 4.20 % above optimal, 1.2 s". */
static json_t *make_line(const cairn_build_try *one)
{
    char bytes[64] = "given up, too large", quality[64] = "";
    if (one->bytes > 0)
        snprintf(bytes, sizeof bytes, "%ju bytes%s", (uintmax_t)one->bytes,
                 one->status == CAIRN_OK ? "" : ", too many");
    if (one->problems > 0)
        snprintf(quality, sizeof quality, ", walks %.2f %% above optimal",
                 (double)one->suboptimality / 10000);
    return json_sprintf("%s: %s%s, %.1f s", cairn_kind_get_name(one->kind), bytes, quality,
                        (double)one->milliseconds / 1000);
}

/* The same for tools. */
static json_t *make_object(const cairn_build_try *one)
{
    json_t *object = json_pack("{s:s, s:b}", "kind", cairn_kind_get_name(one->kind), "fits",
                               one->status == CAIRN_OK);
    if (one->bytes > 0)
        json_object_set_new(object, "bytes", json_integer((json_int_t)one->bytes));
    if (one->problems > 0)
        json_object_set_new(object, "mean_suboptimality",
                            json_real((double)one->suboptimality / 10000));
    json_object_set_new(object, "seconds", json_real((double)one->milliseconds / 1000));
    return object;
}

static void add_tries(const struct cli_build_outcome *outcome, bool as_json,
                      struct cli_report *report)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < outcome->tried; i++)
        if (json_array_append_new(list, as_json ? make_object(&outcome->tries[i])
                                                : make_line(&outcome->tries[i])) != 0)
            report->failed = true;
    cli_report_add(report, "tried", list);
}

/* Why this kind, what else was tried, and what agents can expect. */
static void add_choice(const struct cli_build_outcome *outcome, bool as_json,
                       struct cli_report *report)
{
    cli_report_add_word(report, "because", outcome->reason);
    if (outcome->tried > 1)
        add_tries(outcome, as_json, report);
    if (outcome->problems == 0)
        return;
    cli_report_add_integer(report, "problems", outcome->problems);
    cli_report_add_real(report, "mean_suboptimality", outcome->suboptimality);
    cli_report_add_real(report, "median_suboptimality", outcome->median);
    if (outcome->cut > 0)
        cli_report_add_integer(report, "cut", outcome->cut);
}

static void add_target(const struct cli_build_request *request,
                       const struct cli_build_outcome *outcome, struct cli_report *report)
{
    cli_report_add_real(report, "target_suboptimality", request->target);
    cli_report_add_flag(report, "target_met", outcome->target_met != 0);
    cli_report_add_real(report, "suboptimality", outcome->suboptimality);
    cli_report_add_real(report, "median_suboptimality", outcome->median);
    cli_report_add_integer(report, "problems", outcome->problems);
    cli_report_add_integer(report, "cut", outcome->cut);
}

static void add_records(const struct cli_build_request *request, const cairn_db *db,
                        const struct cli_build_outcome *outcome, struct cli_report *report)
{
    double seconds = (double)outcome->spent_ns / 1e9;
    cli_report_add_figures(report, db, 0, 2);
    cli_report_add_integer(report, "bytes", cli_get_db_info(db).bytes);
    cli_report_add_integer(report, "threads", request->threads);
    cli_report_add_real(report, "seconds", (double)(outcome->spent_ns / 1000000) / 1e3);
    cli_report_add_integer(report, "records_per_second",
                           (uint64_t)(seconds > 0 ? outcome->made / seconds : 0));
    if (outcome->problems > 0)
        add_target(request, outcome, report);
}

static void add_whole(const struct cli_build_request *request, const cairn_db *db,
                      const struct cli_build_outcome *outcome, struct cli_report *report)
{
    cli_report_add_word(report, "kind", cairn_kind_get_name(cli_get_db_info(db).kind));
    if (request->kind == 0)
        add_choice(outcome, request->shared.json, report);
    cli_report_add_walk_options(report, db);
    add_size(db, report);
    cli_report_add_integer(report, "threads", request->threads);
    cli_report_add_real(report, "seconds", (double)(outcome->spent_ns / 1000000) / 1e3);
}

/* One of several maps: a line. */
static void print_line(const struct cli_build_request *request, const struct cli_build_names *names,
                       const cairn_db *db, double seconds)
{
    char size[32];
    cairn_db_info info = cli_get_db_info(db);
    if (request->kind == CAIRN_DB_KNN)
        snprintf(size, sizeof size, "%u records", (unsigned)cli_get_figure(db, "records"));
    else
        snprintf(size, sizeof size, "%s", cairn_kind_get_name(info.kind));
    cli_say("%s%s, %ju bytes, %.1f s, %s", names->title, size, (uintmax_t)info.bytes, seconds,
            names->output);
}

static int print_report(const struct cli_build_request *request, const char *output,
                        const cairn_db *db, const struct cli_build_outcome *outcome)
{
    struct cli_report report = cli_report_create();
    cli_report_add_word(&report, "output", output);
    if (request->kind == CAIRN_DB_KNN)
        add_records(request, db, outcome, &report);
    else
        add_whole(request, db, outcome, &report);
    return cli_report_print(&report, stdout, request->shared.json);
}

int cli_build_print(const struct cli_build_request *request, const struct cli_build_names *names,
                    const char *path, const struct cli_build_outcome *outcome)
{
    const struct cli_arguments *shared = &request->shared;
    if (shared->quiet && !shared->json)
        return CLI_YES;
    cairn_db *db = NULL;
    int code = cli_open_db(path, &db);
    if (code != CLI_YES)
        return code;
    if (names->title[0] != '\0' && !shared->json)
        print_line(request, names, db, (double)outcome->spent_ns / 1e9);
    else
        code = print_report(request, names->output, db, outcome);
    cairn_db_close(db);
    return code;
}
