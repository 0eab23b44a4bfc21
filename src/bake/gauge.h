/* gauge.h: how well agents walk with a database, measured on problems drawn like the records' own
 * pairs, but from other streams. */
#ifndef CAIRN_GAUGE_H
#define CAIRN_GAUGE_H

#include "build/make.h"
#include "cairn/planner.h"

typedef struct cairn__problem {
    cairn_cell ends[2];
    uint32_t optimal; /* cost in tenths */
} cairn__problem;

typedef struct cairn__quality {
    double mean; /* suboptimality in percent; a lower bound if walks were cut */
    double median;
    uint32_t cut; /* walks that were given up */
} cairn__quality;

typedef struct cairn__gauge {
    cairn_engine *engine;     /* null if costs were found by walks */
    cairn__problem *problems; /* null: not open */
    double *suboptimality;    /* of each problem, for the median */
    uint32_t count;
} cairn__gauge;

/* Draws `problems` problems, and finds their optimal costs by an engine, which is prepared. Close it also
 * after a failure. Failures: INTERRUPTED, NO_RECORD, MEMORY. */
cairn_status cairn__gauge_open(const cairn__make *make, uint32_t problems, cairn__gauge *gauge);
void cairn__gauge_close(const cairn__make *make, cairn__gauge *gauge);

/* Walks all problems with a database, by its own algorithm and options. */
cairn_status cairn__gauge_run(cairn__gauge *gauge, const cairn__make *make,
                              const cairn__image *image, cairn__quality *quality);

#endif
