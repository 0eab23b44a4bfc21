/* living_labels.h: walking by labels on a changing map: along a living way (route/living_way.h), whose questions the
 * agent's scout answers. */
#ifndef CAIRN_LIVING_LABELS_H
#define CAIRN_LIVING_LABELS_H

#include "route/living_way.h"
#include "plan/scout.h"
#include "search/leg_walk.h"

/* Turns that an agent remembers; a way with more is the scout's. */
#define CAIRN__LIVING_TURNS 255

/* Numbers are part of stored plans. */
typedef enum cairn__labels_part {
    CAIRN__LABELS_FIND = 0, /* the way is looked for, or looked at again */
    CAIRN__LABELS_LEGS = 4, /* it walks by labels */
    CAIRN__LABELS_WAY = 5,  /* it walks by the scout's way */
    CAIRN__LABELS_LOST = 6, /* neither knows a way */
} cairn__labels_part;

typedef struct cairn__living_labels {
    cairn__labels_part part;
    bool changed;     /* the map, since it was looked at */
    bool again;       /* it was looked at a second time */
    bool is_part;     /* the turns, or the way, end before the goal: a new plan begins there */
    uint32_t version; /* of the map, when the way was looked at from its first turn on */
    uint32_t turn;    /* that the present leg leads to */
    uint16_t looked;  /* waypoints of the scout's way */
    cairn__leg_walk leg;
    cairn__living_way way;
    cairn__ask ask;
    cairn__xy turns[CAIRN__LIVING_TURNS];
} cairn__living_labels;

/* Makes it for an agent, whose desk and scout it uses. */
void cairn__living_labels_create(cairn__slot *slot, cairn__living_labels *self,
                                 cairn__bend_desk *desk);

/* Goes by another database; it begins again before it plans. */
void cairn__living_labels_set_db(cairn__living_labels *self, const cairn_db *db);

/* Begins at the agent's cell. */
void cairn__living_labels_start(cairn__slot *slot, cairn__living_labels *self);

/* The map has changed. */
void cairn__living_labels_notice(cairn__slot *slot, cairn__living_labels *self, bool is_cut);

/* Plans the next run; NONE if it is lost: the fall-back takes over. PAUSED: the units are used up. */
cairn__answer cairn__living_labels_plan(cairn__slot *slot, cairn__living_labels *self);

/* Packs a walk between two runs, as many of the turns ahead as there is room for (slot.h), and goes
 * on with it on the same map; false if it has to begin again. */
bool cairn__living_labels_pack(const cairn__living_labels *self, uint32_t *words);
bool cairn__living_labels_unpack(cairn__slot *slot, cairn__living_labels *self,
                                 const uint32_t *words);

#endif
