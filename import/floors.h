/* floors.h: floors joined by steps.
 *
 * A level is looked at along the columns above the points of a grid. A column has any number of
 * floors: heights at which a player can stand. Rows of columns come from top to bottom; two floors
 * in neighbouring columns are joined if a step leads from one to the other. All that is kept of a
 * row is its runs: floors joined one after the other along the row. */
#ifndef CAIRN_IMPORT_FLOORS_H
#define CAIRN_IMPORT_FLOORS_H

#include "import_bytes.h"

/* Heights are whole numbers, in sixteenths of a unit: the same on every machine. */
enum { IMPORT_UNIT = 16 };

#define IMPORT_NONE UINT32_MAX

/* A height at which a player can stand, or all those that a lift goes through. */
typedef struct import_floor {
    int32_t z;       /* the lowest */
    int32_t rise;    /* the highest; only lifts differ from z */
    int32_t top;     /* how high the feet can be before the head touches something */
    uint32_t run;    /* set when the row is joined */
    uint32_t before; /* the floor to the left in the same run, or IMPORT_NONE */
} import_floor;

/* The floors of one row. Those of column x are first[x] .. first[x + 1] - 1, from low to high. */
typedef struct import_floor_row {
    uint32_t width;
    uint32_t columns; /* complete ones */
    uint32_t *first;
    import_floor *floors;
    uint32_t count;
    uint32_t capacity;
} import_floor_row;

/* Adds a floor to the column that is not complete yet; false if there is no memory for it. */
static inline bool import_floor_row_add(import_floor_row *row, int32_t z, int32_t rise, int32_t top)
{
    if (row->count == row->capacity &&
        !import_grow((void **)&row->floors, sizeof *row->floors, row->count, &row->capacity))
        return false;
    row->floors[row->count++] =
        (import_floor){.z = z, .rise = rise, .top = top, .run = IMPORT_NONE, .before = IMPORT_NONE};
    return true;
}

static inline void import_floor_row_end_column(import_floor_row *row)
{
    row->first[++row->columns] = row->count;
}

/* Floors joined along a row. */
typedef struct import_run {
    uint16_t first; /* column */
    uint16_t last;
    int32_t z;       /* of the first floor */
    int32_t lift;    /* rise - z, the same for all floors */
    uint32_t deltas; /* from each floor to the next, or IMPORT_NONE if all are level */
    uint32_t parent; /* another run that this one is joined to; itself at the end */
} import_run;

/* A ledge: from one run a player can fall to another, but not get back. */
typedef struct import_fall {
    uint32_t from;
    uint32_t to;
} import_fall;

typedef struct import_runs {
    import_floor_row rows[2]; /* the one that is filled or was joined last, and the one above */
    uint32_t *row_first;      /* its first run, for each row */
    uint32_t rows_added;
    int32_t step;
    int32_t deepest_fall; /* 0: nobody falls */
    import_fall *falls;
    uint32_t fall_count;
    uint32_t fall_capacity;
    import_run *runs;
    uint32_t count;
    uint32_t capacity;
    int16_t *deltas;
    uint32_t delta_count;
    uint32_t delta_capacity;
} import_runs;

cairn_status import_runs_open(uint32_t width, uint32_t height, int32_t step, cairn_detail *detail,
                              import_runs *runs);
void import_runs_close(import_runs *runs);

/* The row to be filled next, empty. */
import_floor_row *import_runs_begin_row(import_runs *runs);

/* Joins the row just filled to the one above. Failures: MEMORY, LIMIT. */
cairn_status import_runs_end_row(import_runs *runs, cairn_detail *detail);

/* The run that stands for all those joined to this one. */
uint32_t import_runs_find_root(import_runs *runs, uint32_t run);

/* Marks, of all runs that are roots, those that can be walked or fallen to from marked ones. False
 * if there is no memory for it. */
bool import_runs_spread(import_runs *runs, uint8_t *marks);

/* True if a step leads from one range of heights to the other. */
static inline bool import_is_step(int32_t z, int32_t rise, int32_t other_z, int32_t other_rise,
                                  int32_t step)
{
    return z - other_rise <= step && other_z - rise <= step;
}

#endif
