/* ground.h: from the floors of a level to the grid of those that can be walked to. */
#ifndef CAIRN_IMPORT_GROUND_H
#define CAIRN_IMPORT_GROUND_H

#include "floors.h"
#include "grid.h"

/* Where the points lie at which a level is looked at. Column i is at x = left + i * pitch, row j
 * at y = top - j * pitch: y grows upwards in a level and downwards in a grid. A cell is `factor` x
 * `factor` points. */
typedef struct import_frame {
    double left;
    double top;
    double pitch;
    uint32_t factor;
    uint32_t columns; /* of points */
    uint32_t rows;
} import_frame;

/* A box on the ground, in units. */
typedef struct import_bounds {
    double least[2];
    double most[2];
} import_bounds;

/* The frame of a level, and its grid. Failures: those of import_grid_create(). */
cairn_status import_frame_make(const import_bounds *bounds, const import_def *def,
                               import_frame *frame, import_grid **grid);

/* The radius of a player as solids are grown by it. Less than half a pitch, and something thin
 * could slip through between two points. */
static inline double import_frame_get_radius(const import_frame *frame, double radius)
{
    double least = frame->pitch * 0.5001;
    return radius > least ? radius : least;
}

/* The columns strictly between two places; first > last if there is none. */
void import_frame_find_columns(const import_frame *frame, double from, double to, int64_t *first,
                               int64_t *last);

/* The rows strictly between two heights on the page, `low` < `high` in the level's y. */
void import_frame_find_rows(const import_frame *frame, double low, double high, int64_t *first,
                            int64_t *last);

/* More places than this are not looked at: a level has a few dozen. */
enum { IMPORT_MOST_STARTS = 4096 };

/* Where a player begins. */
typedef struct import_start {
    double x;
    double y;
    double z; /* of the feet; they may be above the floor */
} import_start;

/* A level as rows of floors, in the order of rows. */
typedef struct import_source {
    void *context;
    cairn_status (*find_row)(void *context, uint32_t y, import_floor_row *row);
    const import_start *starts;
    uint32_t start_count;
    double step;  /* in units */
    double fall;  /* the deepest that is taken, in units; 0: none */
    double width; /* of the player, in units */
} import_source;

/* Makes the grid of all that can be reached from the starts. */
cairn_status import_ground_run(const import_source *source, const import_frame *frame,
                               const import_def *def, import_grid *grid);

/* ---- what is active while rows go by ---- */

/* Something that concerns rows `first` to `last`. */
typedef struct import_active {
    uint32_t first;
    uint32_t last;
    uint32_t index;
} import_active;

/* Things sorted by their first row, and those that concern the present row. */
typedef struct import_sweep {
    import_active *all;
    uint32_t count;
    uint32_t capacity;
    uint32_t next;
    uint32_t *active;
    uint32_t active_count;
} import_sweep;

/* Adds a thing by its rows, which may lie outside the frame; then it is left out. */
bool import_sweep_add(import_sweep *sweep, const import_frame *frame, const int64_t rows[2],
                      uint32_t index);

/* To be called when all are added; false if there is no memory. */
bool import_sweep_begin(import_sweep *sweep);

/* Moves on to row `y`; rows are visited in order. */
void import_sweep_move(import_sweep *sweep, uint32_t y);
void import_sweep_close(import_sweep *sweep);

#endif
