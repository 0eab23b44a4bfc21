/* test_events.c (unit): the text of a replay: what its lines mean, and how each that makes no sense is
 * refused, with its line; and the board that moves are held against. */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness_replay.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const uint32_t size[2] = {20, 10};

static cairn_status read_text(const char *text, size_t bytes, harness_events *events,
                              cairn_detail *detail)
{
    FILE *stream = tmpfile();
    assert_non_null(stream);
    assert_int_equal(fwrite(text, 1, bytes, stream), bytes);
    rewind(stream);
    cairn_status status = harness_events_read(stream, size, events, detail);
    assert_int_equal(fclose(stream), 0);
    return status;
}

/* ---- what is read ---- */

static void check_changes(const harness_events *events)
{
    static const uint8_t cells[] = {1, 0, 1, 0, 0, 1};
    assert_int_equal(events->change_count, 3);
    const cairn_change *set = &events->changes[0], *rows = &events->changes[1];
    assert_true(set->rect.x == 1 && set->rect.y == 2 && set->rect.width == 19);
    assert_true(set->rect.height == 8 && set->open == 1 && set->cells == NULL);
    assert_true(rows->rect.x == 17 && rows->rect.y == 8 && rows->rect.width == 3);
    assert_true(rows->rect.height == 2);
    assert_memory_equal(rows->cells, cells, sizeof cells);
    assert_true(events->changes[2].open == 0 && events->changes[2].cells == NULL);
}

static void check_events(const harness_events *events)
{
    static const uint32_t kinds[] = {HARNESS_EVENT_SET,  HARNESS_EVENT_ROWS, HARNESS_EVENT_SET,
                                     HARNESS_EVENT_FIND, HARNESS_EVENT_FIND, HARNESS_EVENT_FIND,
                                     HARNESS_EVENT_WALK, HARNESS_EVENT_WALK, HARNESS_EVENT_STEP};
    static const uint64_t lines[] = {1, 2, 5, 7, 8, 9, 10, 11, 12};
    assert_int_equal(events->count, COUNT(kinds));
    assert_int_equal(events->walk_count, 2);
    for (size_t i = 0; i < COUNT(kinds); i++) {
        assert_int_equal(events->events[i].kind, kinds[i]);
        assert_int_equal(events->events[i].line, lines[i]);
    }
    assert_int_equal(events->events[2].change, 2);
    assert_true(events->events[3].cost == HARNESS_COST_NOT_GIVEN);
    assert_true(events->events[4].cost == 4294967295);
    assert_true(events->events[5].cost == HARNESS_COST_NO_PATH);
    assert_true(events->events[7].ends[0] == cairn_cell_at(19, 9));
    assert_true(events->events[7].ends[1] == cairn_cell_at(0, 3));
    assert_int_equal(events->events[8].frames, 1000000000);
}

/* Ends of lines and blanks do not matter; an ID is any word. */
static void good_texts_are_read(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "set 1 2 19 8 open\nrows 17 8 3 2\n.@.\n@@.\nset 0 0 1 1 blocked\n\nfind 0 0 19 9\n"
        "find 0 0 19 9 4294967295\nfind 5 6 7 8 -1\nwalk a 1 1 2 2\nwalk 7 19 9 0 3\n"
        "step 1000000000\n",
        "set\t1 2  19 8 open \r\nrows 17 8 3 2\r\n.@.\r\n@@.\r\nset 0 0 1 1 blocked\r\n \t\r\n"
        "find 0 0 19 9\r\n  find 0 0 19 9 4294967295\r\nfind 5 6 7 8 -1\r\nwalk 1,2 1 1 2 2\r\n"
        "walk a-name-of-thirty-one-characters 19 9 0 3\r\nstep 1000000000",
        "set 1 2 19 8 open # a gate\nrows 17 8 3 2 # two rows\n.@.\n@@.\nset 0 0 1 1 blocked #\n"
        "# walk b 0 0 1 1\nfind 0 0 19 9 # 10\nfind 0 0 19 9 4294967295 #cost\n"
        "find 5 6 7 8 -1\nwalk a#1 1 1 2 2\nwalk 7 19 9 0 3 # a b c d e f g h\nstep 1000000000",
    };
    for (size_t i = 0; i < COUNT(texts); i++) {
        harness_events events;
        cairn_detail detail = {0};
        if (read_text(texts[i], strlen(texts[i]), &events, &detail) != CAIRN_OK)
            fail_msg("text %zu: line %u: %s", i, (unsigned)detail.line, detail.text);
        check_changes(&events);
        check_events(&events);
        harness_events_close(&events);
    }
}

/* Members come and go, so there is room for as many as are there at the same time. */
static void lines_of_members_are_read(void **state)
{
    (void)state;
    static const char text[] = "member 7 1 2\nmember 1048575 19 9\nmember 008 0 0\norder 7-8 3 4\n"
                               "halt 7\nremove 7-8\nmember 9 5 5\nexpect 9 cut_off\n"
                               "expect 9-9 idle 5 6\n";
    harness_events events;
    cairn_detail detail = {0};
    assert_int_equal(read_text(text, sizeof text - 1, &events, &detail), CAIRN_OK);
    assert_int_equal(events.count, 9);
    assert_int_equal(events.id_count, 1048576);
    assert_int_equal(events.most_members, 3);
    const harness_event *event = events.events;
    assert_int_equal(event[0].kind, HARNESS_EVENT_MEMBER);
    assert_true(event[1].ids[0] == 1048575 && event[1].ids[1] == 1048575);
    assert_true(event[1].ends[0] == cairn_cell_at(19, 9));
    assert_int_equal(event[3].kind, HARNESS_EVENT_ORDER);
    assert_true(event[3].ids[0] == 7 && event[3].ids[1] == 8);
    assert_true(event[3].ends[1] == cairn_cell_at(3, 4));
    assert_true(event[4].kind == HARNESS_EVENT_HALT && event[4].ids[1] == 7);
    assert_true(event[5].kind == HARNESS_EVENT_REMOVE && event[5].ids[1] == 8);
    assert_true(event[7].kind == HARNESS_EVENT_EXPECT && event[7].state == CAIRN_MEMBER_CUT_OFF);
    assert_false(event[7].has_cell);
    assert_true(event[8].state == CAIRN_MEMBER_IDLE && event[8].has_cell);
    assert_true(event[8].ends[0] == cairn_cell_at(5, 6));
    harness_events_close(&events);
}

static void every_state_has_a_word(void **state)
{
    (void)state;
    for (uint32_t number = CAIRN_MEMBER_IDLE; number <= CAIRN_MEMBER_SETTLED; number++) {
        char text[64];
        harness_events events;
        (void)snprintf(text, sizeof text, "member 1 0 0\nexpect 1 %s\n",
                       harness_state_get_word(number));
        assert_int_equal(read_text(text, strlen(text), &events, NULL), CAIRN_OK);
        assert_int_equal(events.events[1].state, number);
        harness_events_close(&events);
    }
    assert_null(harness_state_get_word(CAIRN_MEMBER_NONE));
    assert_null(harness_state_get_word(CAIRN_MEMBER_SETTLED + 1));
}

static void empty_text_has_no_events(void **state)
{
    (void)state;
    harness_events events;
    assert_int_equal(read_text("\n\n", 2, &events, NULL), CAIRN_OK);
    assert_int_equal(events.count, 0);
    harness_events_close(&events);
}

/* ---- what is refused ---- */

static const struct {
    const char *text;
    uint64_t line;
    const char *why;
} bad[] = {
    {"sett 1 1 1 1 open", 1, "halt, remove, expect or step, not with 'sett'"},
    {"\n# a comment\nx# none", 3, "not with 'x#'"},
    {"walk #1 1 1 2 2", 1, "the line is walk ID SX SY GX GY; this one has 1 words"},
    {"rows 0 0 3 1\n#..", 2, "nothing else"},
    {"set 1 1 1 1", 1, "the line is set X Y W H open|blocked; this one has 5 words"},
    {"set 1 1 1 1 open now", 1, "this one has 7 words"},
    {"set 1 1 1 1 open a b c d e f", 1, "this one has 12 words"},
    {"set 1 1 1 1 closed", 1, "open or blocked, not 'closed'"},
    {"set 0 0 20 11 open", 1, "20 x 11 cells at 0,0 is not all inside the map of 20 x 10"},
    {"set 1 0 20 1 open", 1, "is not all inside"},
    {"set 20 0 1 1 open", 1, "is not all inside"},
    {"set 16384 0 16384 1 open", 1, "is not all inside"},
    {"set 0 0 0 1 open", 1, "no cells"},
    {"set 0 0 1 0 blocked", 1, "no cells"},
    {"set -1 0 1 1 open", 1, "X is '-1', not a whole number from 0 to 16384"},
    {"set 0 16385 1 1 open", 1, "Y is '16385'"},
    {"set 0 0 1.5 1 open", 1, "W is '1.5'"},
    {"set 0 0 1 18446744073709551617 open", 1, "H is '18446744073709551617'"},
    {"set 0 0 1 0x1 open", 1, "H is '0x1'"},
    {"rows 0 0 3 2 open\n...\n...", 1, "the line is rows X Y W H"},
    {"rows 0 0 3 2\n...\n..", 3, "2 characters, those of line 1 have 3"},
    {"rows 0 0 3 2\n....\n...", 2, "4 characters"},
    {"rows 0 0 3 2\n...\n.. ", 3, "nothing else"},
    {"rows 0 0 3 2\n...\n.T.", 3, "nothing else"},
    {"rows 0 0 3 2\n\n...\n...", 2, "0 characters"},
    {"find 0 0 1 1\nrows 0 0 3 2\n...\n", 3, "ends within the rows that begin at line 2"},
    {"rows 18 0 3 2\n...\n...", 1, "is not all inside"},
    {"rows 0 0 3 2\nfind 0 0 1 1\n", 2, "12 characters"},
    {"find 0 0 20 9", 1, "the goal 20,9 is outside the map of 20 x 10 cells"},
    {"find 0 10 1 1", 1, "the start 0,10 is outside"},
    {"find 99999999999999999999999 0 1 1", 1, "is outside"},
    {"find 65536 0 1 1", 1, "is outside"},
    {"find -1 0 1 1", 1, "the start '-1 0' is not two whole numbers"},
    {"find 0 0 1 x", 1, "the goal '1 x'"},
    {"find 0 0 1", 1, "the line is find SX SY GX GY [COST]"},
    {"find 0 0 1 1 10 10", 1, "has 7 words"},
    {"find 0 0 1 1 -2", 1, "COST is -1 or a whole number up to 4294967295, not '-2'"},
    {"find 0 0 1 1 4294967296", 1, "not '4294967296'"},
    {"find 0 0 1 1 2.5", 1, "not '2.5'"},
    {"walk 0 0 1 1", 1, "the line is walk ID SX SY GX GY"},
    {"walk a-name-of-thirty-two-characters- 0 0 1 1", 1, "at most 31 characters"},
    {"walk a 0 0 1 1\nwalk b 0 0 1 1\nwalk b 0 0 1 1\nwalk a 0 0 1 1", 3,
     "the walk 'b' has set out at line 2"},
    {"walk a 0 0 20 1", 1, "the goal 20,1 is outside"},
    {"step", 1, "the line is step N"},
    {"step 0", 1, "N is '0', not a whole number from 1 to 1000000000"},
    {"step -1", 1, "N is '-1'"},
    {"step 1000000001", 1, "N is '1000000001'"},
    {"step 1 2", 1, "the line is step N"},
    {"member 1 0", 1, "the line is member ID X Y; this one has 3 words"},
    {"member a 0 0", 1, "a whole number from 0 to 1048575, not 'a'"},
    {"member 1048576 0 0", 1, "not '1048576'"},
    {"member 99999999999999999999 0 0", 1, "not '99999999999999999999'"},
    {"member 1-2 0 0", 1, "not '1-2'"},
    {"member 1 20 0", 1, "the cell 20,0 is outside"},
    {"member 5 0 0\nmember 05 1 0", 2, "member 5 has come at line 1"},
    {"member 5 0 0\nremove 5\nmember 5 1 0", 3, "member 5 has come at line 1"},
    {"order 1 0 0\nmember 1 0 0", 1, "there is no member 1 at this line"},
    {"member 1 0 0\nmember 3 0 0\norder 1-3 0 0", 3, "there is no member 2 at this line"},
    {"member 1 0 0\nremove 1\n\nhalt 1", 4, "member 1 was removed at line 2"},
    {"member 1 0 0\nmember 2 0 0\nhalt 2-1", 3, "the range 2-1 runs backwards"},
    {"member 1 0 0\nhalt 1-", 2, "'1-' is neither an ID, a whole number"},
    {"member 1 0 0\nhalt -1", 2, "'-1' is neither"},
    {"member 1 0 0\nhalt 1-1-1", 2, "'1-1-1' is neither"},
    {"member 1 0 0\nhalt 1-1048576", 2, "'1-1048576' is neither"},
    {"member 1 0 0\norder 1 0 10", 2, "the goal 0,10 is outside"},
    {"member 1 0 0\nexpect 1", 2, "the line is expect ID[-ID] STATE [X Y]; this one has 2 words"},
    {"member 1 0 0\nexpect 1 none", 2, "'none' is none of the states: idle waiting walking"},
    {"member 1 0 0\nexpect 1 idle 0", 2, "the cell has no Y"},
    {"member 1 0 0\nexpect 1 idle 0 0 0", 2, "the line is expect"},
    {"member 1 0 0\nexpect 1 idle 20 0", 2, "the cell 20,0 is outside"},
    {"member 1 0 0\nexpect 0 idle", 2, "there is no member 0"},
};

static void check_refused(const char *text, size_t bytes, uint64_t line, const char *why)
{
    harness_events events;
    cairn_detail detail = {0};
    cairn_status status = read_text(text, bytes, &events, &detail);
    if (status != CAIRN_SYNTAX || detail.line != line || strstr(detail.text, why) == NULL)
        fail_msg("'%s': %s, line %u: %s", text, cairn_status_get_name(status),
                 (unsigned)detail.line, detail.text);
    harness_events_close(&events);
}

static void bad_lines_are_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(bad); i++)
        check_refused(bad[i].text, strlen(bad[i].text), bad[i].line, bad[i].why);
}

static void bytes_that_are_no_text_are_refused(void **state)
{
    (void)state;
    static const char null[] = "find 0 0 1 1\nfind 0\0 0 1 1\n";
    char *line = malloc(40000);
    assert_non_null(line);
    memset(line, '.', 40000);
    check_refused(null, sizeof null - 1, 2, "null byte");
    check_refused(line, 40000, 1, "longer than");
    free(line);
}

/* ---- the board ---- */

static void board_knows_moves(void **state)
{
    (void)state;
    static const uint8_t cells[] = {1, 1, 1, 1, 0, 1, 1, 1, 1};
    static const uint8_t row[] = {1, 0, 0};
    for (cairn_corners corners = 0; corners < 2; corners++) {
        cairn_map *map = NULL;
        harness_board board;
        const cairn_map_def def = {.size = sizeof def, .corners = corners};
        assert_int_equal(cairn_map_create(3, 3, cells, &def, &map), CAIRN_OK);
        assert_int_equal(harness_board_open(map, &board), CAIRN_OK);
        cairn_cell a = cairn_cell_at(0, 0), b = cairn_cell_at(1, 0), c = cairn_cell_at(0, 1);
        assert_int_equal(harness_board_find_cost(&board, a, b), 10);
        assert_int_equal(harness_board_find_cost(&board, b, c), corners == 0 ? 0 : 14);
        assert_int_equal(harness_board_find_cost(&board, a, cairn_cell_at(1, 1)), 0);
        assert_int_equal(harness_board_find_cost(&board, cairn_cell_at(1, 1), b), 0);
        assert_int_equal(harness_board_find_cost(&board, a, a), 0);
        assert_int_equal(harness_board_find_cost(&board, a, cairn_cell_at(2, 0)), 0);
        assert_int_equal(harness_board_find_cost(&board, a, cairn_cell_at(0xffff, 0)), 0);
        board.leaves = true; /* out of a wall, never into one */
        assert_int_equal(harness_board_find_cost(&board, cairn_cell_at(1, 1), a), 14);
        assert_int_equal(harness_board_find_cost(&board, cairn_cell_at(1, 1), b), 10);
        assert_int_equal(harness_board_find_cost(&board, b, cairn_cell_at(1, 1)), 0);
        assert_int_equal(harness_board_find_cost(&board, cairn_cell_at(1, 1), cairn_cell_at(3, 1)),
                         0);
        assert_int_equal(harness_board_find_cost_out(&board, b, cairn_cell_at(1, 1)), 10);
        assert_int_equal(harness_board_find_cost_out(&board, c, b), 14);
        assert_int_equal(harness_board_find_cost_out(&board, b, cairn_cell_at(1, 2)), 0);
        assert_int_equal(harness_board_find_cost_out(&board, a, cairn_cell_at(0xffff, 0)), 0);
        harness_board_set(&board, &(cairn_change){.rect = {1, 1, 1, 1}, .open = 1});
        assert_int_equal(harness_board_find_cost(&board, a, cairn_cell_at(1, 1)), 14);
        assert_int_equal(harness_board_find_cost(&board, b, c), 14);
        harness_board_set(&board, &(cairn_change){.rect = {0, 0, 3, 1}, .cells = row});
        assert_int_equal(harness_board_find_cost(&board, a, b), 0);
        assert_int_equal(harness_board_find_cost(&board, a, c), 10);
        harness_board_close(&board);
        cairn_map_close(map);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_texts_are_read),
        cmocka_unit_test(lines_of_members_are_read),
        cmocka_unit_test(every_state_has_a_word),
        cmocka_unit_test(empty_text_has_no_events),
        cmocka_unit_test(bad_lines_are_refused),
        cmocka_unit_test(bytes_that_are_no_text_are_refused),
        cmocka_unit_test(board_knows_moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
