/* poll.h: how work that takes long asks whether it should go on. */
#ifndef CAIRN_POLL_H
#define CAIRN_POLL_H

#include "cairn/base.h"

/* `should_stop` is called now and then; true ends the work with INTERRUPTED. */
typedef struct cairn__poll {
    bool (*should_stop)(void *context);
    void *context;
} cairn__poll;

static inline cairn_status cairn__poll_check(const cairn__poll *poll)
{
    return poll != NULL && poll->should_stop(poll->context) ? CAIRN_INTERRUPTED : CAIRN_OK;
}

#endif
