/* harness_reader.h: a text of events while it is read, for the files that read it. */
#ifndef CAIRN_HARNESS_READER_H
#define CAIRN_HARNESS_READER_H

#include "harness_replay.h"

/* A row of the widest map, and its end. */
enum { HARNESS_LINE_BYTES = CAIRN_MAX_SIDE + 64 };

enum { HARNESS_WORDS = 8 };

/* A walk's name, to find those that are used twice. */
typedef struct harness_name {
    char id[HARNESS_ID_CHARACTERS + 1];
    uint64_t line;
} harness_name;

/* A member's lines. */
typedef struct harness_stay {
    uint64_t came; /* 0: no member has this ID */
    uint64_t went; /* 0: it is there */
} harness_stay;

typedef struct harness_reader {
    FILE *stream;
    uint32_t width;
    uint32_t height;
    harness_events *events;
    cairn_detail *detail;
    uint64_t line; /* number of the last one read */
    bool ended;
    size_t length;
    char text[HARNESS_LINE_BYTES];
    harness_name *names; /* of the walks so far */
    size_t name_capacity;
    harness_stay *stays; /* of members, by ID; as many as events->id_count */
    size_t stay_capacity;
    uint32_t members; /* there are, at this line */
} harness_reader;

/* ---- harness_events.c ---- */

/* Says why, and where if it is the text's fault. Returns `status`. */
cairn_status harness_reader_fail(const harness_reader *self, cairn_status status,
                                 const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Room for `wanted` more elements of a growing array; null, and the sentence, leaves it as it is. */
void *harness_reader_grow(const harness_reader *self, void *array, size_t used, size_t wanted,
                          size_t size, size_t *capacity);

/* A cell of the map, from two words. */
cairn_status harness_reader_take_cell(const harness_reader *self, const char *role,
                                      char *const words[2], cairn_cell *cell);

/* ---- harness_events_crowd.c: lines of members ---- */

cairn_status harness_reader_take_member(harness_reader *self, char *const words[HARNESS_WORDS],
                                        harness_event *event);
cairn_status harness_reader_take_order(harness_reader *self, char *const words[HARNESS_WORDS],
                                       harness_event *event);
cairn_status harness_reader_take_halt(harness_reader *self, char *const words[HARNESS_WORDS],
                                      harness_event *event);
cairn_status harness_reader_take_remove(harness_reader *self, char *const words[HARNESS_WORDS],
                                        harness_event *event);
cairn_status harness_reader_take_expect(harness_reader *self, char *const words[HARNESS_WORDS],
                                        harness_event *event);

#endif
