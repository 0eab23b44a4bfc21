/* faulty.c: see faulty.h. */
#include "faulty.h"

#include <stdlib.h>

static void *allocate(void *context, size_t bytes)
{
    test_faulty *self = context;
    long number = atomic_fetch_add(&self->allocations, 1);
    if (number >= self->fail_from && number < self->fail_end) {
        atomic_store(&self->failed, true);
        return NULL;
    }
    void *memory = malloc(bytes);
    assert_non_null(memory);
    atomic_fetch_add(&self->live, 1);
    return memory;
}

static void release(void *context, void *memory)
{
    test_faulty *self = context;
    assert_non_null(memory);
    atomic_fetch_sub(&self->live, 1);
    free(memory);
}

cairn_allocator test_faulty_get_allocator(test_faulty *faulty)
{
    return (cairn_allocator){allocate, release, faulty};
}
