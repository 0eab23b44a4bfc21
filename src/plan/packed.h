/* packed.h: the state of an agent between two plans, in few bytes.
 *
 * Members of a crowd have no agent of their own. A member that needs the next part of its plan is
 * unpacked into one of the crowd's agents, its guides, which plans some runs ahead, and is packed
 * again. Walking on from there, the guide makes the very moves that an agent of the member's own would
 * make. A plan that is not finished cannot be packed: the guide stays with it. */
#ifndef CAIRN_PACKED_H
#define CAIRN_PACKED_H

#include "plan/plan.h"

/* A plan as an algorithm packs it. Nothing in it is trusted when it is unpacked: it may come out of a
 * saved game. */
#define CAIRN__PACKED_WORDS 24

typedef struct cairn__packed {
    cairn__xy cell;  /* where the next part of the plan begins */
    cairn__xy goal;  /* of the problem */
    cairn__xy asked; /* the goal that was asked for; guides need not know it */
    uint32_t begun;  /* 0: there is no plan yet, and the words mean nothing; else 1 */
    uint32_t words[CAIRN__PACKED_WORDS];
} cairn__packed;

/* Words of packed plans that an algorithm uses on a map. */
static inline uint32_t cairn__packed_get_words(const cairn__algorithm *algorithm,
                                               const cairn_map *map)
{
    return algorithm->get_packed_words != NULL ? algorithm->get_packed_words(map)
                                               : CAIRN__PACKED_WORDS;
}

/* Makes an agent a guide: it never learns, so that no plan asks for memory, and it gives up where a database leads no further. */
void cairn__guide_create(cairn_agent *agent);

/* Goes on with a packed plan, or begins one. */
void cairn__guide_start(cairn_agent *agent, const cairn__packed *packed);

/* The map has changed since the plan was packed: its algorithm learns of it before it goes on. */
void cairn__guide_notice(cairn_agent *agent);

/* Plans the next run and goes to its end. A run of no moves: the units of agent->meter are used up, and
 * another call goes on. Failures: the database leads no further. */
cairn_status cairn__guide_plan(cairn_agent *agent, cairn__run *run);

/* Packs the plan after a run. */
void cairn__guide_pack(const cairn_agent *agent, cairn__packed *packed);

/* Leaves a plan that is not finished. */
void cairn__guide_stop(cairn_agent *agent);

#endif
