/* harness_events_crowd.c: the lines of members in the text of a replay: who comes, is ordered, halts,
 * goes, and is expected where. Who is there at a line follows from the lines before it, so an order to
 * nobody is found before anything runs. */
#include <stdlib.h>
#include <string.h>

#include "harness_reader.h"

static const char *const states[] = {
#define WORD(name, word) [CAIRN_MEMBER_##name] = word,
    HARNESS_STATE_LIST(WORD)
#undef WORD
};

#define WORD(name, word) " " word
static const char state_words[] = HARNESS_STATE_LIST(WORD);
#undef WORD

enum { STATES = sizeof states / sizeof states[0] };

const char *harness_state_get_word(uint32_t state)
{
    return state < STATES ? states[state] : NULL;
}

/* ---- IDs ---- */

/* A number of `length` digits. */
static bool read_id(const char *text, size_t length, uint32_t *id)
{
    uint32_t value = 0;
    for (size_t i = 0; i < length && value <= HARNESS_MOST_ID; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        value = value * 10 + (uint32_t)(text[i] - '0');
    }
    *id = value;
    return length > 0 && value <= HARNESS_MOST_ID;
}

static cairn_status check_there(const harness_reader *self, uint32_t id)
{
    if (id >= self->events->id_count || self->stays[id].came == 0)
        return harness_reader_fail(self, CAIRN_SYNTAX, "there is no member %u at this line",
                                   (unsigned)id);
    if (self->stays[id].went != 0)
        return harness_reader_fail(self, CAIRN_SYNTAX, "member %u was removed at line %llu",
                                   (unsigned)id, (unsigned long long)self->stays[id].went);
    return CAIRN_OK;
}

/* One ID, or the first and the last of a range; all of them are members now. */
static cairn_status read_range(const harness_reader *self, const char *word, uint32_t ids[2])
{
    const char *dash = strchr(word, '-');
    size_t length = dash != NULL ? (size_t)(dash - word) : strlen(word);
    bool good = read_id(word, length, &ids[0]);
    ids[1] = ids[0];
    if (dash != NULL)
        good = good && read_id(dash + 1, strlen(dash + 1), &ids[1]);
    if (!good)
        return harness_reader_fail(self, CAIRN_SYNTAX,
                                   "'%.24s' is neither an ID, a whole number from 0 to %d, nor a "
                                   "range of them like 3-9",
                                   word, HARNESS_MOST_ID);
    if (ids[0] > ids[1])
        return harness_reader_fail(self, CAIRN_SYNTAX, "the range %u-%u runs backwards",
                                   (unsigned)ids[0], (unsigned)ids[1]);
    cairn_status status = CAIRN_OK;
    for (uint32_t id = ids[0]; status == CAIRN_OK && id <= ids[1]; id++)
        status = check_there(self, id);
    return status;
}

/* ---- lines ---- */

static cairn_status make_room(harness_reader *self, uint32_t id)
{
    harness_events *events = self->events;
    size_t more = id < events->id_count ? 0 : (size_t)id + 1 - events->id_count;
    harness_stay *grown = harness_reader_grow(self, self->stays, events->id_count, more,
                                              sizeof *grown, &self->stay_capacity);
    if (grown == NULL)
        return CAIRN_MEMORY;
    self->stays = grown;
    memset(grown + events->id_count, 0, more * sizeof *grown);
    events->id_count += (uint32_t)more;
    return CAIRN_OK;
}

cairn_status harness_reader_take_member(harness_reader *self, char *const words[HARNESS_WORDS],
                                        harness_event *event)
{
    uint32_t id = 0;
    if (!read_id(words[1], strlen(words[1]), &id))
        return harness_reader_fail(self, CAIRN_SYNTAX,
                                   "the ID of a member is a whole number from 0 to %d, not '%.24s'",
                                   HARNESS_MOST_ID, words[1]);
    cairn_status status = harness_reader_take_cell(self, "cell", words + 2, &event->ends[0]);
    if (status == CAIRN_OK)
        status = make_room(self, id);
    if (status != CAIRN_OK)
        return status;
    if (self->stays[id].came != 0)
        return harness_reader_fail(self, CAIRN_SYNTAX,
                                   "member %u has come at line %llu; give each an ID of its own",
                                   (unsigned)id, (unsigned long long)self->stays[id].came);
    self->stays[id].came = self->line;
    self->members++;
    if (self->members > self->events->most_members)
        self->events->most_members = self->members;
    event->ids[0] = event->ids[1] = id;
    return CAIRN_OK;
}

cairn_status harness_reader_take_order(harness_reader *self, char *const words[HARNESS_WORDS],
                                       harness_event *event)
{
    cairn_status status = read_range(self, words[1], event->ids);
    return status == CAIRN_OK ? harness_reader_take_cell(self, "goal", words + 2, &event->ends[1])
                              : status;
}

cairn_status harness_reader_take_halt(harness_reader *self, char *const words[HARNESS_WORDS],
                                      harness_event *event)
{
    return read_range(self, words[1], event->ids);
}

cairn_status harness_reader_take_remove(harness_reader *self, char *const words[HARNESS_WORDS],
                                        harness_event *event)
{
    cairn_status status = read_range(self, words[1], event->ids);
    if (status != CAIRN_OK)
        return status;
    for (uint32_t id = event->ids[0]; id <= event->ids[1]; id++)
        self->stays[id].went = self->line;
    self->members -= event->ids[1] - event->ids[0] + 1;
    return CAIRN_OK;
}

cairn_status harness_reader_take_expect(harness_reader *self, char *const words[HARNESS_WORDS],
                                        harness_event *event)
{
    cairn_status status = read_range(self, words[1], event->ids);
    if (status != CAIRN_OK)
        return status;
    event->state = CAIRN_MEMBER_IDLE;
    while (event->state < STATES && strcmp(words[2], states[event->state]) != 0)
        event->state++;
    if (event->state == STATES)
        return harness_reader_fail(self, CAIRN_SYNTAX, "'%.24s' is none of the states:%s", words[2],
                                   state_words);
    event->has_cell = words[3] != NULL;
    if (event->has_cell && words[4] == NULL)
        return harness_reader_fail(self, CAIRN_SYNTAX, "the cell has no Y");
    return event->has_cell ? harness_reader_take_cell(self, "cell", words + 3, &event->ends[0])
                           : CAIRN_OK;
}
