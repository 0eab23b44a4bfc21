/* make.h: what every maker of a database is given, and what it gives back. */
#ifndef CAIRN_MAKE_H
#define CAIRN_MAKE_H

#include "build/progress.h"
#include "build/settings.h"
#include "cairn/planner.h"

/* What a maker works with. */
typedef struct cairn__make {
    const cairn_map *map;
    uint32_t threads;
    cairn__settings settings;
    cairn__progress *progress;
    cairn_allocator allocator;
    cairn_detail *detail;
    bool
        short_lists; /* labels: as few bytes as can be, though their lists ask for more straight tests */
    const cairn_engine *engine;         /* knn; may be null */
    uint32_t method;                    /* of an engine that has to be made; 0: AUTO */
    const struct cairn__net_image *net; /* the fall-back, if it is there already; may be null */
    const cairn_option *walk;           /* the options that agents should walk with */
    uint32_t walk_count;
} cairn__make;

/* A database in memory, to be released with the maker's allocator. Without bytes there is none. */
typedef struct cairn__image {
    void *bytes;
    size_t count;
} cairn__image;

void cairn__image_release(const cairn__make *make, cairn__image *image);

/* Memory for an image of `bytes` bytes. Failures: MEMORY. */
cairn_status cairn__image_allocate(const cairn__make *make, uint64_t bytes, cairn__image *image);

/* Writes a draft to a new image, and seals it. Failures: MEMORY. */
struct cairn__db_draft;
cairn_status cairn__image_write(const cairn__make *make, const struct cairn__db_draft *draft,
                                cairn__image *image);

/* Writes a database with something added to it, or left out, unless `image` is null; returns its
 * bytes. */
typedef uint64_t (*cairn__addition)(const void *content, const cairn_db *db, void *image);

/* Puts something into the database of an image, which is replaced. Failures: MEMORY. */
cairn_status cairn__image_add(const cairn__make *make, cairn__addition write, const void *content,
                              cairn__image *image);

/* ---- recommended options ---- */

/* Options to be recommended with a database, each number once. */
typedef struct cairn__option_content {
    uint32_t algorithm; /* 0: the kind's own */
    uint32_t count;     /* at most CAIRN__MOST_OPTIONS */
    const cairn_option *options;
} cairn__option_content;

/* Writes a database with these options, which replace those it has, unless `image` is null. Returns
 * its bytes. */
uint64_t cairn__options_write_image(const cairn__option_content *content, const cairn_db *db,
                                    void *image);

/* Puts the options that agents should walk with into the database of an image. Failures: MEMORY. */
cairn_status cairn__image_add_options(const cairn__make *make, cairn__image *image);

/* Writes the sentence of a status to `detail`, and returns the status. */
cairn_status cairn__make_fail(const cairn__make *make, cairn_status status);

/* ---- each kind in one go ---- */

/* Failures of all: INTERRUPTED, MEMORY, LIMIT; knn: NO_RECORD too. */
#define CAIRN__DECLARE_MAKE(name, word, number)                                                    \
    cairn_status cairn__##word##_make(const cairn__make *make, cairn__image *image);
CAIRN_DB_KIND_LIST(CAIRN__DECLARE_MAKE)
#undef CAIRN__DECLARE_MAKE

/* Leaves the landmarks out of a database of kind labels. Failures: MEMORY. */
cairn_status cairn__labels_leave_out_landmarks(const cairn__make *make, cairn__image *image);

/* Makes a net, and reports each phase. Failures: those of cairn__net_make(). */
struct cairn__net_image;
struct cairn__net_task;
cairn_status cairn__net_make_task(const cairn__make *make, const struct cairn__net_task *task,
                                  struct cairn__net_image *net);

/* A net of regions, and the image of a database with it as its fall-back. */
cairn_status cairn__net_make_for(const cairn__make *make, struct cairn__net_image *net);
cairn_status cairn__net_write(const cairn__make *make, const struct cairn__net_image *net,
                              cairn__image *image);

/* Replaces an image by one that has a net as its fall-back. */
cairn_status cairn__net_add(const cairn__make *make, const struct cairn__net_image *net,
                            cairn__image *image);

#endif
