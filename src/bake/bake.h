/* bake.h: the insides of a build, which the files of bake/ share. */
#ifndef CAIRN_BAKE_H
#define CAIRN_BAKE_H

#include "bake/gauge.h"
#include "base/why.h"
#include "build/make.h"
#include "build/records/build_state.h"
#include "build/regions/region_net_maker.h"

/* More tries than AUTO can make: labels, regions, records. */
enum { CAIRN__MOST_TRIES = 16, CAIRN__REASON_CAPACITY = 256 };

struct cairn_build {
    cairn__why why;
    cairn_detail own; /* if the definition has none */
    cairn__make make;
    cairn__progress progress;
    cairn_kind asked; /* 0: AUTO */
    cairn_kind kind;  /* chosen; 0: not yet */
    uint32_t target;  /* 0: none */
    uint64_t max_bytes;
    cairn__records *records; /* knn, unless AUTO chooses */
    cairn_build_driver_function driver;
    void *driver_context;
    cairn__image image; /* no bytes: the run has not ended */
    cairn__gauge gauge;
    cairn__quality quality;
    bool measured;
    char reason[CAIRN__REASON_CAPACITY]; /* empty: none was needed */
    cairn_build_try tries[CAIRN__MOST_TRIES];
    uint32_t tried;
};

/* Makes a database of one kind, with its fall-back if the settings ask for one. */
cairn_status cairn__bake_kind(const cairn__make *make, cairn_kind kind, cairn__image *image);

/* Puts a net of regions behind the database of an image. */
cairn_status cairn__bake_add_fallback(const cairn__make *make, cairn__image *image);

/* Chooses the best kind; on success the build has an image. */
cairn_status cairn__bake_choose(cairn_build *build);

/* Makes room for the records of kind knn. */
cairn_status cairn__bake_create_records(cairn_build *build);

/* Raises the number of records wanted to those of a database that is to be added. */
cairn_status cairn__bake_make_room(cairn_build *build, const cairn_db *db);

/* Makes the records of kind knn, as many as the target needs; on success the build has an image. */
cairn_status cairn__bake_records(cairn_build *build);

/* Prepares the build's gauge: problems to walk. `problems` unless the option says otherwise. */
cairn_status cairn__bake_open_gauge(cairn_build *build, uint32_t problems);

/* True if a measurement meets the target. */
bool cairn__bake_is_good(const cairn_build *build, const cairn__quality *quality);

/* Keeps what was tried for the report, and says where; adds to it what walks have shown, and the
 * time they took. */
uint32_t cairn__bake_note_try(cairn_build *build, const cairn_build_try *one);
void cairn__bake_note_quality(cairn_build *build, uint32_t place, const cairn__quality *quality,
                              uint64_t milliseconds);

/* Forgets the image: there is more to make. */
void cairn__bake_forget_image(cairn_build *build);

#endif
