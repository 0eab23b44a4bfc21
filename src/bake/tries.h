/* tries.h: databases that AUTO tries: each is made, held against the bytes allowed, and walked with. */
#ifndef CAIRN_TRIES_H
#define CAIRN_TRIES_H

#include "bake/bake.h"

typedef struct cairn__tries {
    cairn_build *build;
    cairn__make make;  /* with the settings of the present try */
    uint64_t room;     /* the most bytes of a database; 0: no limit */
    uint64_t smallest; /* bytes of what did not fit; 0: nothing */
    cairn_kind smallest_kind;
    bool is_bare;        /* there was no room for the landmarks of the present database */
    bool found;          /* the build has an image */
    bool ended;          /* the target is met: nothing else is tried */
    cairn_build_try now; /* the present one */
    uint32_t place;      /* of the last one that was noted */
    uint64_t began;      /* when, in milliseconds */
} cairn__tries;

/* Begins a try with the build's own settings. */
void cairn__tries_begin(cairn__tries *tries, cairn_kind kind);

/* Sets an option of the present try. */
void cairn__tries_set(cairn__tries *tries, uint32_t option, uint64_t value);

/* True if a database fits; if it does not, its size is remembered. */
bool cairn__tries_fit(cairn__tries *tries, const cairn__image *image);

/* Makes the database of the present try. What is optional is left out if there is no room for it. */
cairn_status cairn__tries_bake(cairn__tries *tries, cairn__image *image);

/* Makes the database of the present try and notes it. LIMIT, NO_RECORD and what does not fit are no
 * failures: `fitted` is then false. */
cairn_status cairn__tries_make(cairn__tries *tries, cairn__image *image, bool *fitted);

/* Notes the present try, which ends. */
void cairn__tries_note(cairn__tries *tries, cairn_status status, const cairn__image *image);

/* Prepares the problems to walk. What this takes is no try's time. */
cairn_status cairn__tries_open_gauge(cairn__tries *tries);

/* Takes an image as the build's, whatever that had. */
void cairn__tries_keep(cairn__tries *tries, cairn_kind kind, cairn__image *image);

/* Walks with the image that was noted at `place`, and keeps it if it is the best so far; releases
 * the other one. */
cairn_status cairn__tries_consider(cairn__tries *tries, uint32_t place, cairn__image *image);

#endif
