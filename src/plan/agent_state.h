/* agent_state.h: an agent: a mover, and a slot of its own with its plan, or a plan in the queue of a planner. */
#ifndef CAIRN_AGENT_STATE_H
#define CAIRN_AGENT_STATE_H

#include "base/why.h"
#include "plan/mover.h"
#include "plan/plan_queue.h"

struct cairn_agent {
    cairn__why why;
    cairn__mover mover;
    cairn__slot *slot; /* with its plan; a shared plan: of the queue, with a meter for its steps */
    cairn__shared_plan *shared; /* null: it has a slot of its own */
    size_t bytes;               /* it was created with */
    uint32_t max_work;          /* 0: no limit */
    uint8_t busy;
    bool careful; /* a step does more than take a move: the map may change, or there is a trail */
    bool owned;   /* its memory came from the allocator */
    bool started;
    bool unfinished; /* the last plan was broken off */
    bool ran;        /* the last step took one more move of a run, and nothing else */
    uint64_t cost;
    uint64_t moves;
    uint64_t diagonal;
};

#endif
