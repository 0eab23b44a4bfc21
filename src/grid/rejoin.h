/* rejoin.h: the components of a changing map after a few tiles have changed. */
#ifndef CAIRN_REJOIN_H
#define CAIRN_REJOIN_H

#include "grid/joined.h"

/* A search from the changed tiles. */
typedef struct cairn__rejoin {
    cairn_map *map;
    uint32_t seen; /* patches so far; each one's number is that of its place in `sets` */
    uint32_t sets;
    uint32_t set;         /* which is being followed */
    size_t contacts;      /* looked at so far */
    size_t most_contacts; /* more are not worth it */
} cairn__rejoin;

/* When tiles have changed, and patches have not: begins with the patches that those of the changed tiles touched, which
 * were noted before. The places of these tiles, and only they, are set in `changed_at`. */
void cairn__rejoin_start(cairn__rejoin *search, cairn_map *map);

/* When all tiles and patches are new: adds those of each changed tile. Then, of each changed tile
 * again, looks at their contacts. */
void cairn__rejoin_add(cairn__rejoin *search, size_t place);
void cairn__rejoin_meet(cairn__rejoin *search, size_t place);

/* At last: finds the components. Those of the changed tiles have still to be shown. */
void cairn__rejoin_finish(cairn__rejoin *search);

#endif
