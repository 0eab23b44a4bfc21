/* sort.c: merge sort from the bottom up. Two runs that are in order already are copied as they are. */
#include "build/sort.h"

#include <string.h>

#include "base/job.h"

/* Things moved between two looks at the units. */
#define MOVES 256

void cairn__sort_start(cairn__sort *sort, void *things, void *room, size_t count, size_t size,
                       int (*compare)(const void *one, const void *other))
{
    *sort = (cairn__sort){.things = things,
                          .room = room,
                          .count = count,
                          .size = size,
                          .compare = compare,
                          .run = 1,
                          .right = 1};
}

static char *get_thing(const cairn__sort *self, size_t index)
{
    return self->things + index * self->size;
}

static size_t get_end(const cairn__sort *self, size_t first, size_t count)
{
    return count < self->count - first ? first + count : self->count;
}

/* Copies things of one run to the place of the next. */
static void move_things(cairn__sort *self, size_t *from, size_t count)
{
    memcpy(self->room + self->place * self->size, get_thing(self, *from), count * self->size);
    *from += count;
    self->place += count;
}

/* Moves at most `most` things of two runs, from the one that begins at `first`; returns how many. */
static size_t merge(cairn__sort *self, size_t first, size_t most)
{
    size_t middle = get_end(self, first, self->run), end = get_end(self, first, 2 * self->run);
    size_t moved = 0;
    bool is_ordered = self->right == middle && middle < end &&
                      self->compare(get_thing(self, middle - 1), get_thing(self, middle)) <= 0;
    if (is_ordered && self->left < middle) {
        moved = middle - self->left < most ? middle - self->left : most;
        move_things(self, &self->left, moved);
    }
    while (moved < most && self->left < middle && self->right < end) {
        bool is_right =
            self->compare(get_thing(self, self->left), get_thing(self, self->right)) > 0;
        move_things(self, is_right ? &self->right : &self->left, 1);
        moved++;
    }
    if (moved < most && (self->left == middle || self->right == end)) {
        size_t *from = self->left < middle ? &self->left : &self->right;
        size_t rest = (self->left < middle ? middle : end) - *from;
        rest = rest < most - moved ? rest : most - moved;
        move_things(self, from, rest);
        moved += rest;
    }
    return moved;
}

/* Goes on to the next two runs, or to runs twice as long. */
static void turn_to_next(cairn__sort *self)
{
    if (self->place == self->count) {
        char *merged = self->room;
        self->room = self->things;
        self->things = merged;
        self->run *= 2;
        self->place = 0;
    }
    self->left = self->place;
    self->right = get_end(self, self->place, self->run);
}

cairn_status cairn__sort_run(cairn__sort *sort, cairn__meter *meter)
{
    while (sort->run < sort->count) {
        size_t first = sort->place - sort->place % (2 * sort->run);
        size_t end = get_end(sort, first, 2 * sort->run);
        size_t most = end - sort->place < MOVES ? end - sort->place : MOVES;
        if (!cairn__has_piece(meter))
            return CAIRN_UNFINISHED;
        cairn__spend(meter, merge(sort, first, most) * CAIRN__SORT_UNITS + 1);
        if (sort->place == end)
            turn_to_next(sort);
    }
    return CAIRN_OK;
}
