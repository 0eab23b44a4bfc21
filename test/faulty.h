/* faulty.h: an allocator that fails on demand; threads may use it at once. */
#ifndef CAIRN_TEST_FAULTY_H
#define CAIRN_TEST_FAULTY_H

#include <stdatomic.h>

#include "support.h"

typedef struct test_faulty {
    long fail_from; /* allocations of these numbers fail, from 0 */
    long fail_end;
    atomic_long allocations;
    atomic_long live;
    atomic_bool failed;
} test_faulty;

cairn_allocator test_faulty_get_allocator(test_faulty *faulty);

#endif
