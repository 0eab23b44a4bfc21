/* replayed.c: sums over the rows of a replay: its summary and its exit code. */
#include "replayed.h"

#include <inttypes.h>

/* Sums over the rows. Steps and walks count the same moves: those of walks are not added. */
struct totals {
    uint64_t kinds[HARNESS_EVENTS];
    uint64_t found[HARNESS_RESULTS]; /* by problems */
    uint64_t walked[HARNESS_RESULTS];
    uint64_t arrived;
    uint64_t moves; /* of agents under way and of members */
    uint64_t illegal;
    uint64_t cpu_ns;
    uint64_t max_step_units;
    uint64_t unmet; /* lines that expected something else */
};

static struct totals add_up(const struct cli_replayed *told)
{
    struct totals totals = {0};
    for (size_t i = 0; i < harness_replay_get_done(told->run); i++) {
        const harness_row *row = harness_replay_get_row(told->run, i);
        uint32_t kind = told->events->events[i].kind;
        totals.kinds[kind]++;
        totals.found[row->result] += kind == HARNESS_EVENT_FIND;
        totals.walked[row->result] += kind == HARNESS_EVENT_WALK;
        totals.unmet += kind == HARNESS_EVENT_EXPECT && row->result == HARNESS_RESULT_DIFFERS;
        totals.arrived += row->arrived;
        totals.moves += kind == HARNESS_EVENT_STEP ? row->moves : 0;
        totals.illegal += kind != HARNESS_EVENT_WALK ? row->illegal : 0;
        totals.cpu_ns += row->cpu_ns;
        if (row->max_step_units > totals.max_step_units)
            totals.max_step_units = row->max_step_units;
    }
    return totals;
}

static void add_walks(struct cli_report *report, const struct totals *totals)
{
    const uint64_t *walked = totals->walked;
    cli_report_add_integer(report, "walks", totals->kinds[HARNESS_EVENT_WALK]);
    cli_report_add_integer(report, "arrived", totals->arrived);
    cli_report_add_integer(report, "under_way", walked[HARNESS_RESULT_OK] - totals->arrived);
    cli_report_add_integer(report, "not_started",
                           walked[HARNESS_RESULT_NO_PATH] + walked[HARNESS_RESULT_BLOCKED]);
    cli_report_add_integer(report, "stranded", walked[HARNESS_RESULT_STRANDED]);
    cli_report_add_integer(report, "cut_off", walked[HARNESS_RESULT_CUT_OFF]);
    cli_report_add_integer(report, "moves", totals->moves);
}

static void add_members(struct cli_report *report, const struct cli_replayed *told,
                        const struct totals *totals)
{
    harness_crowd_totals crowd = harness_replay_get_crowd(told->run);
    cli_report_add_integer(report, "members", crowd.members);
    cli_report_add_integer(report, "members_arrived", crowd.arrived);
    cli_report_add_integer(report, "in_wall", crowd.in_wall);
    cli_report_add_integer(report, "frames", crowd.frames);
    cli_report_add_integer(report, "overlaps", crowd.overlaps);
    cli_report_add_integer(report, "longest_wait", crowd.longest_wait);
    cli_report_add_integer(report, "max_frame_units", crowd.max_units);
    cli_report_add_integer(report, "expected", totals->kinds[HARNESS_EVENT_EXPECT]);
    cli_report_add_integer(report, "unmet", totals->unmet);
    cli_report_add_fingerprint(report, "hash", crowd.hash);
}

int cli_replayed_print(const struct cli_replayed *told)
{
    struct totals totals = add_up(told);
    if (told->shared->quiet && !told->shared->json)
        return CLI_YES;
    cairn_map_info info = cli_get_map_info(told->map);
    struct cli_report report = cli_report_create();
    cli_report_add_word(&report, "kind",
                        told->db != NULL ? cairn_kind_get_name(cli_get_db_info(told->db).kind)
                                         : "none");
    cli_report_add_word(&report, "corners", cli_get_corners_name(info.corners));
    cli_report_add_integer(&report, "events", harness_replay_get_done(told->run));
    cli_report_add_integer(&report, "changes",
                           totals.kinds[HARNESS_EVENT_SET] + totals.kinds[HARNESS_EVENT_ROWS]);
    cli_report_add_integer(&report, "problems", totals.kinds[HARNESS_EVENT_FIND]);
    cli_report_add_integer(&report, "ok", totals.found[HARNESS_RESULT_OK]);
    cli_report_add_integer(&report, "differs", totals.found[HARNESS_RESULT_DIFFERS]);
    cli_report_add_integer(&report, "no_path", totals.found[HARNESS_RESULT_NO_PATH]);
    cli_report_add_integer(&report, "blocked", totals.found[HARNESS_RESULT_BLOCKED]);
    add_walks(&report, &totals);
    cli_report_add_integer(&report, "illegal", totals.illegal);
    cli_report_add_integer(&report, "cpu_ns", totals.cpu_ns);
    cli_report_add_integer(&report, "max_step_units", totals.max_step_units);
    if (told->repairs) {
        harness_repairs repairs = harness_replay_get_repairs(told->run);
        cli_report_add_integer(&report, "repairs", repairs.swaps);
        cli_report_add_integer(&report, "max_repair_units", repairs.max_units);
    }
    if (told->events->most_members > 0)
        add_members(&report, told, &totals);
    cli_report_add_fingerprint(&report, "state", info.state);
    return cli_report_print(&report, told->shared->json ? stdout : stderr, told->shared->json);
}

static int fail_unmet(const struct cli_replayed *told, uint64_t unmet)
{
    const cairn_detail *first = harness_replay_get_unmet(told->run);
    char others[64] = "";
    if (unmet > 1)
        (void)snprintf(others, sizeof others, " (%" PRIu64 " more line%s not met)", unmet - 1,
                       unmet > 2 ? "s are" : " is");
    return cli_fail(CLI_NO, "%s:%" PRIu64 ": %s%s", told->shared->operands[1], first->line,
                    first->text, others);
}

int cli_replayed_judge(const struct cli_replayed *told)
{
    struct totals totals = add_up(told);
    bool overlaps = told->keeps_clear && harness_replay_get_crowd(told->run).overlaps > 0;
    if (totals.unmet > 0)
        return fail_unmet(told, totals.unmet);
    return totals.found[HARNESS_RESULT_DIFFERS] > 0 || totals.illegal > 0 || overlaps ? CLI_NO
                                                                                      : CLI_YES;
}
