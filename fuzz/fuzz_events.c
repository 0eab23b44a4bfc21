/* fuzz_events.c: any bytes as the events that `cairn replay` reads. The first two bytes choose the
 * map's size. What is read fits the map. */
#include "fuzz.h"

#include <stdio.h>
#include <string.h>

#include "harness_replay.h"

static void check_change(const cairn_change *change, const uint32_t size[2], size_t *cells)
{
    const cairn_rect *rect = &change->rect;
    FUZZ_CHECK(rect->width > 0 && rect->height > 0);
    FUZZ_CHECK((uint32_t)rect->x + rect->width <= size[0]);
    FUZZ_CHECK((uint32_t)rect->y + rect->height <= size[1]);
    if (change->cells == NULL)
        return;
    for (size_t i = 0; i < (size_t)rect->width * rect->height; i++)
        FUZZ_CHECK(change->cells[i] <= 1);
    *cells += (size_t)rect->width * rect->height;
}

static void check_ids(const harness_events *events, const harness_event *event)
{
    FUZZ_CHECK(event->ids[0] <= event->ids[1] && event->ids[1] < events->id_count);
    FUZZ_CHECK(events->id_count <= HARNESS_MOST_ID + 1);
    if (event->kind == HARNESS_EVENT_MEMBER)
        FUZZ_CHECK(event->ids[0] == event->ids[1]);
    if (event->kind == HARNESS_EVENT_EXPECT)
        FUZZ_CHECK(event->state >= CAIRN_MEMBER_IDLE && event->state <= CAIRN_MEMBER_LOST);
}

static void check_event(const harness_events *events, size_t number, const uint32_t size[2])
{
    const harness_event *event = &events->events[number];
    FUZZ_CHECK(number == 0 || event->line > events->events[number - 1].line);
    for (int i = 0; i < 2; i++)
        FUZZ_CHECK(cairn_cell_get_x(event->ends[i]) < size[0] &&
                   cairn_cell_get_y(event->ends[i]) < size[1]);
    if (event->kind <= HARNESS_EVENT_ROWS)
        FUZZ_CHECK(event->change < events->change_count);
    if (event->kind == HARNESS_EVENT_FIND)
        FUZZ_CHECK(event->cost >= HARNESS_COST_NOT_GIVEN && event->cost <= UINT32_MAX);
    if (event->kind == HARNESS_EVENT_STEP)
        FUZZ_CHECK(event->frames >= 1 && event->frames <= HARNESS_MOST_FRAMES);
    FUZZ_CHECK(event->kind < HARNESS_EVENTS);
    if (event->kind >= HARNESS_EVENT_MEMBER)
        check_ids(events, event);
}

/* Who is there is counted once more, without IDs. */
static void check_members(const harness_events *events)
{
    uint32_t members = 0, most = 0;
    for (size_t i = 0; i < events->count; i++) {
        const harness_event *event = &events->events[i];
        if (event->kind == HARNESS_EVENT_MEMBER)
            members++;
        if (event->kind == HARNESS_EVENT_REMOVE) {
            FUZZ_CHECK(members > event->ids[1] - event->ids[0]);
            members -= event->ids[1] - event->ids[0] + 1;
        }
        most = members > most ? members : most;
    }
    FUZZ_CHECK(most == events->most_members);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    if (count < 3)
        return 0;
    const uint32_t size[2] = {1U + bytes[0], 1U + bytes[1]};
    harness_events events;
    cairn_detail detail = {0};
    FILE *stream = fmemopen((void *)(uintptr_t)(bytes + 2), count - 2, "r");
    FUZZ_CHECK(stream != NULL);
    cairn_status status = harness_events_read(stream, size, &events, &detail);
    fclose(stream);
    if (status == CAIRN_OK) {
        size_t cells = 0;
        for (size_t i = 0; i < events.change_count; i++)
            check_change(&events.changes[i], size, &cells);
        for (size_t i = 0; i < events.count; i++)
            check_event(&events, i, size);
        check_members(&events);
        FUZZ_CHECK(cells == events.cell_count);
    } else {
        FUZZ_CHECK(status == CAIRN_SYNTAX);
        FUZZ_CHECK(detail.line > 0 && detail.text[0] != '\0');
    }
    harness_events_close(&events);
    return 0;
}
