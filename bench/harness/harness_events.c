/* harness_events.c: the text of a replay, read line by line. Every line is held against the map's
 * size, so that what makes no sense is found before anything runs. Blanks separate the words of a
 * line; blank lines count only within rows, and a word that begins with #
 * begins a comment, to the end of its line. */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "harness_reader.h"

const char *harness_event_get_word(uint32_t kind)
{
    static const char *const words[] = {
#define WORD(name, word) word,
        HARNESS_EVENT_LIST(WORD)
#undef WORD
    };
    return kind < HARNESS_EVENTS ? words[kind] : NULL;
}

/* ---- what is wrong ---- */

cairn_status harness_reader_fail(const harness_reader *self, cairn_status status,
                                 const char *format, ...)
{
    va_list arguments;
    if (self->detail == NULL)
        return status;
    va_start(arguments, format);
    (void)vsnprintf(self->detail->text, sizeof self->detail->text, format, arguments);
    va_end(arguments);
    self->detail->line = status == CAIRN_SYNTAX ? self->line : 0;
    return status;
}

/* ---- lines ---- */

/* Takes off the line's end, and reports what no line may have. */
static cairn_status check_line(harness_reader *self, bool whole)
{
    if (!whole)
        return harness_reader_fail(self, CAIRN_SYNTAX, "the line is longer than %d characters",
                                   HARNESS_LINE_BYTES - 1);
    if (memchr(self->text, '\0', self->length) != NULL)
        return harness_reader_fail(self, CAIRN_SYNTAX, "there is a null byte here; give text");
    if (self->length > 0 && self->text[self->length - 1] == '\r')
        self->length--;
    self->text[self->length] = '\0';
    return CAIRN_OK;
}

/* Reads the next line; at the end of the text `ended` is set and there is none. */
static cairn_status read_line(harness_reader *self)
{
    int c = getc(self->stream);
    self->length = 0;
    self->ended = c == EOF;
    self->line += !self->ended;
    for (; c != EOF && c != '\n' && self->length < HARNESS_LINE_BYTES - 1; c = getc(self->stream))
        self->text[self->length++] = (char)c;
    if (ferror(self->stream))
        return harness_reader_fail(self, CAIRN_IO, "%s", strerror(errno));
    return check_line(self, c == EOF || c == '\n');
}

/* Cuts the line at its blanks, in place, as far as it is no comment. Returns how many words there are,
 * also if more than HARNESS_WORDS. */
static size_t split(harness_reader *self, char *words[HARNESS_WORDS])
{
    static const char blanks[] = " \t";
    char *next = self->text + strspn(self->text, blanks);
    size_t count = 0;
    while (*next != '\0' && *next != '#') {
        if (count < HARNESS_WORDS)
            words[count] = next;
        count++;
        next += strcspn(next, blanks);
        if (*next != '\0')
            *next++ = '\0';
        next += strspn(next, blanks);
    }
    return count;
}

/* A whole number of digits alone, at most `most`. One that is far too large for anything is cut. */
static bool read_number(const char *word, uint64_t most, uint64_t *number)
{
    uint64_t value = 0;
    if (*word == '\0')
        return false;
    for (; *word != '\0'; word++) {
        if (*word < '0' || *word > '9')
            return false;
        if (value < UINT64_MAX / 100)
            value = value * 10 + (uint64_t)(*word - '0');
    }
    *number = value;
    return value <= most;
}

/* ---- memory ---- */

void *harness_reader_grow(const harness_reader *self, void *array, size_t used, size_t wanted,
                          size_t size, size_t *capacity)
{
    if (used + wanted <= *capacity)
        return array;
    size_t larger = 2 * *capacity > used + wanted ? 2 * *capacity : used + wanted + 64;
    void *grown = larger <= SIZE_MAX / size ? realloc(array, larger * size) : NULL;
    if (grown != NULL)
        *capacity = larger;
    else
        (void)harness_reader_fail(self, CAIRN_MEMORY, "out of memory");
    return grown;
}

static cairn_status add_event(harness_reader *self, const harness_event *event)
{
    harness_events *events = self->events;
    harness_event *grown = harness_reader_grow(self, events->events, events->count, 1,
                                               sizeof *grown, &events->capacity);
    if (grown == NULL)
        return CAIRN_MEMORY;
    events->events = grown;
    events->events[events->count++] = *event;
    return CAIRN_OK;
}

static cairn_status add_change(harness_reader *self, const cairn_change *change)
{
    harness_events *events = self->events;
    cairn_change *grown = harness_reader_grow(self, events->changes, events->change_count, 1,
                                              sizeof *grown, &events->change_capacity);
    if (grown == NULL)
        return CAIRN_MEMORY;
    events->changes = grown;
    events->changes[events->change_count++] = *change;
    return CAIRN_OK;
}

/* ---- changes ---- */

static cairn_status read_rect(const harness_reader *self, char *const words[4], cairn_rect *rect)
{
    static const char *const names[] = {"X", "Y", "W", "H"};
    uint64_t numbers[4];
    for (int i = 0; i < 4; i++)
        if (!read_number(words[i], CAIRN_MAX_SIDE, &numbers[i]))
            return harness_reader_fail(self, CAIRN_SYNTAX,
                                       "%s is '%.24s', not a whole number from 0 to %d", names[i],
                                       words[i], CAIRN_MAX_SIDE);
    if (numbers[2] == 0 || numbers[3] == 0)
        return harness_reader_fail(self, CAIRN_SYNTAX,
                                   "the rectangle has no cells: W and H are at least 1");
    if (numbers[0] + numbers[2] > self->width || numbers[1] + numbers[3] > self->height)
        return harness_reader_fail(
            self, CAIRN_SYNTAX,
            "the rectangle of %u x %u cells at %u,%u is not all inside the map of %u x %u",
            (unsigned)numbers[2], (unsigned)numbers[3], (unsigned)numbers[0], (unsigned)numbers[1],
            self->width, self->height);
    *rect = (cairn_rect){(uint16_t)numbers[0], (uint16_t)numbers[1], (uint16_t)numbers[2],
                         (uint16_t)numbers[3]};
    return CAIRN_OK;
}

static cairn_status read_set(harness_reader *self, char *const words[HARNESS_WORDS],
                             harness_event *event)
{
    cairn_change change = {.open = strcmp(words[5], "open") == 0};
    cairn_status status = read_rect(self, words + 1, &change.rect);
    if (status == CAIRN_OK && change.open == 0 && strcmp(words[5], "blocked") != 0)
        return harness_reader_fail(self, CAIRN_SYNTAX,
                                   "a rectangle is set open or blocked, not '%.24s'", words[5]);
    event->change = self->events->change_count;
    return status == CAIRN_OK ? add_change(self, &change) : status;
}

static cairn_status read_row(harness_reader *self, const harness_event *event, uint32_t width)
{
    harness_events *events = self->events;
    cairn_status status = read_line(self);
    if (status != CAIRN_OK)
        return status;
    if (self->ended)
        return harness_reader_fail(self, CAIRN_SYNTAX,
                                   "the text ends within the rows that begin at line %llu",
                                   (unsigned long long)event->line);
    if (self->length != width)
        return harness_reader_fail(self, CAIRN_SYNTAX,
                                   "this row has %zu characters, those of line %llu have %u",
                                   self->length, (unsigned long long)event->line, width);
    if (strspn(self->text, ".@") != width)
        return harness_reader_fail(self, CAIRN_SYNTAX,
                                   "a row has . for open and @ for blocked, nothing else");
    uint8_t *grown = harness_reader_grow(self, events->cells, events->cell_count, width,
                                         sizeof *grown, &events->cell_capacity);
    if (grown == NULL)
        return CAIRN_MEMORY;
    events->cells = grown;
    for (uint32_t x = 0; x < width; x++)
        events->cells[events->cell_count++] = self->text[x] == '.';
    return CAIRN_OK;
}

/* Where its cells are is known in the end: they may move until then. */
static cairn_status read_rows(harness_reader *self, char *const words[HARNESS_WORDS],
                              harness_event *event)
{
    static const uint8_t some = 0;
    cairn_change change = {.cells = &some};
    cairn_status status = read_rect(self, words + 1, &change.rect);
    for (uint32_t y = 0; status == CAIRN_OK && y < change.rect.height; y++)
        status = read_row(self, event, change.rect.width);
    event->change = self->events->change_count;
    return status == CAIRN_OK ? add_change(self, &change) : status;
}

static void place_cells(harness_events *events)
{
    const uint8_t *next = events->cells;
    for (size_t i = 0; i < events->change_count; i++) {
        cairn_change *change = &events->changes[i];
        if (change->cells == NULL)
            continue;
        change->cells = next;
        next += (size_t)change->rect.width * change->rect.height;
    }
}

/* ---- problems and walks ---- */

cairn_status harness_reader_take_cell(const harness_reader *self, const char *role,
                                      char *const words[2], cairn_cell *cell)
{
    uint64_t x = 0, y = 0;
    bool good = read_number(words[0], UINT64_MAX, &x) && read_number(words[1], UINT64_MAX, &y);
    if (!good)
        return harness_reader_fail(self, CAIRN_SYNTAX,
                                   "the %s '%.24s %.24s' is not two whole numbers", role, words[0],
                                   words[1]);
    if (x >= self->width || y >= self->height)
        return harness_reader_fail(self, CAIRN_SYNTAX,
                                   "the %s %.24s,%.24s is outside the map of %u x %u cells", role,
                                   words[0], words[1], self->width, self->height);
    *cell = cairn_cell_at((uint32_t)x, (uint32_t)y);
    return CAIRN_OK;
}

static cairn_status read_ends(const harness_reader *self, char *const words[4], cairn_cell ends[2])
{
    cairn_status status = harness_reader_take_cell(self, "start", words, &ends[0]);
    return status == CAIRN_OK ? harness_reader_take_cell(self, "goal", words + 2, &ends[1])
                              : status;
}

static cairn_status read_cost(const harness_reader *self, const char *word, int64_t *cost)
{
    uint64_t number = 0;
    if (strcmp(word, "-1") == 0) {
        *cost = HARNESS_COST_NO_PATH;
        return CAIRN_OK;
    }
    if (!read_number(word, UINT32_MAX, &number))
        return harness_reader_fail(self, CAIRN_SYNTAX,
                                   "COST is -1 or a whole number up to %lu, not '%.24s'",
                                   (unsigned long)UINT32_MAX, word);
    *cost = (int64_t)number;
    return CAIRN_OK;
}

static cairn_status read_find(harness_reader *self, char *const words[HARNESS_WORDS],
                              harness_event *event)
{
    cairn_status status = read_ends(self, words + 1, event->ends);
    if (status == CAIRN_OK && words[5] != NULL)
        status = read_cost(self, words[5], &event->cost);
    return status;
}

static cairn_status read_walk(harness_reader *self, char *const words[HARNESS_WORDS],
                              harness_event *event)
{
    size_t length = strlen(words[1]);
    if (length > HARNESS_ID_CHARACTERS)
        return harness_reader_fail(self, CAIRN_SYNTAX,
                                   "the ID of a walk has at most %d characters, this has %zu",
                                   HARNESS_ID_CHARACTERS, length);
    harness_name *grown = harness_reader_grow(self, self->names, self->events->walk_count, 1,
                                              sizeof *grown, &self->name_capacity);
    if (grown == NULL)
        return CAIRN_MEMORY;
    self->names = grown;
    memcpy(grown[self->events->walk_count].id, words[1], length + 1);
    grown[self->events->walk_count++].line = self->line;
    return read_ends(self, words + 2, event->ends);
}

static cairn_status read_step(harness_reader *self, char *const words[HARNESS_WORDS],
                              harness_event *event)
{
    uint64_t frames = 0;
    if (!read_number(words[1], HARNESS_MOST_FRAMES, &frames) || frames == 0)
        return harness_reader_fail(self, CAIRN_SYNTAX,
                                   "N is '%.24s', not a whole number from 1 to %d", words[1],
                                   HARNESS_MOST_FRAMES);
    event->frames = (uint32_t)frames;
    return CAIRN_OK;
}

/* ---- events ---- */

typedef struct form {
    size_t least; /* words behind the first */
    size_t most;
    const char *text;
    cairn_status (*read)(harness_reader *self, char *const words[HARNESS_WORDS],
                         harness_event *event);
} form;

static const form forms[HARNESS_EVENTS] = {
    {5, 5, "X Y W H open|blocked", read_set},
    {4, 4, "X Y W H", read_rows},
    {4, 5, "SX SY GX GY [COST]", read_find},
    {5, 5, "ID SX SY GX GY", read_walk},
    {1, 1, "N", read_step},
    {3, 3, "ID X Y", harness_reader_take_member},
    {3, 3, "ID[-ID] X Y", harness_reader_take_order},
    {1, 1, "ID[-ID]", harness_reader_take_halt},
    {1, 1, "ID[-ID]", harness_reader_take_remove},
    {2, 4, "ID[-ID] STATE [X Y]", harness_reader_take_expect},
};

static cairn_status read_event(harness_reader *self)
{
    char *words[HARNESS_WORDS] = {0};
    size_t count = split(self, words);
    harness_event event = {.line = self->line, .cost = HARNESS_COST_NOT_GIVEN};
    if (count == 0)
        return CAIRN_OK;
    while (event.kind < HARNESS_EVENTS && strcmp(words[0], harness_event_get_word(event.kind)) != 0)
        event.kind++;
    if (event.kind == HARNESS_EVENTS)
        return harness_reader_fail(
            self, CAIRN_SYNTAX,
            "a line begins with set, rows, find, walk, member, order, halt, remove, expect or "
            "step, not with '%.24s'",
            words[0]);
    const form *known = &forms[event.kind];
    if (count - 1 < known->least || count - 1 > known->most)
        return harness_reader_fail(self, CAIRN_SYNTAX, "the line is %s %s; this one has %zu words",
                                   words[0], known->text, count);
    cairn_status status = known->read(self, words, &event);
    return status == CAIRN_OK ? add_event(self, &event) : status;
}

static int compare_names(const void *a, const void *b)
{
    const harness_name *first = a, *second = b;
    int order = strcmp(first->id, second->id);
    return order != 0 ? order : (first->line > second->line) - (first->line < second->line);
}

/* The first walk whose ID another one had before. */
static cairn_status check_names(harness_reader *self)
{
    const harness_name *found = NULL;
    size_t count = self->events->walk_count;
    if (count == 0)
        return CAIRN_OK;
    qsort(self->names, count, sizeof *self->names, compare_names);
    for (size_t i = 1; i < count; i++)
        if (strcmp(self->names[i - 1].id, self->names[i].id) == 0 &&
            (found == NULL || self->names[i].line < found->line))
            found = &self->names[i];
    if (found == NULL)
        return CAIRN_OK;
    self->line = found->line;
    return harness_reader_fail(self, CAIRN_SYNTAX,
                               "the walk '%s' has set out at line %llu; give each an ID of "
                               "its own",
                               found->id, (unsigned long long)found[-1].line);
}

cairn_status harness_events_read(FILE *stream, const uint32_t size[2], harness_events *events,
                                 cairn_detail *detail)
{
    harness_reader *self = calloc(1, sizeof *self);
    *events = (harness_events){0};
    if (self == NULL)
        return CAIRN_MEMORY;
    *self = (harness_reader){.stream = stream, .width = size[0], .height = size[1]};
    self->events = events;
    self->detail = detail;
    cairn_status status = read_line(self);
    while (status == CAIRN_OK && !self->ended) {
        status = read_event(self);
        if (status == CAIRN_OK)
            status = read_line(self);
    }
    if (status == CAIRN_OK)
        status = check_names(self);
    place_cells(events);
    free(self->names);
    free(self->stays);
    free(self);
    return status;
}

void harness_events_close(harness_events *events)
{
    free(events->events);
    free(events->changes);
    free(events->cells);
    *events = (harness_events){0};
}
