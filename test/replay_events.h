/* replay_events.h: texts of events, for tests of replays. */
#ifndef CAIRN_TEST_REPLAY_EVENTS_H
#define CAIRN_TEST_REPLAY_EVENTS_H

#include "support.h"

#include <stdio.h>

#include "harness_replay.h"

static inline void read_events(const char *text, const cairn_map *map, harness_events *events)
{
    cairn_map_info info = test_get_map_info(map);
    const uint32_t size[2] = {info.width, info.height};
    FILE *stream = tmpfile();
    cairn_detail detail = {0};
    assert_non_null(stream);
    assert_true(fputs(text, stream) >= 0);
    rewind(stream);
    if (harness_events_read(stream, size, events, &detail) != CAIRN_OK)
        fail_msg("line %u: %s", (unsigned)detail.line, detail.text);
    assert_int_equal(fclose(stream), 0);
}

#endif
