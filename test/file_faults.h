/* file_faults.h: calls on files that fail on demand. The linker puts them in front of the system's
 * (--wrap) in the tests that are linked with file_faults.c. */
#ifndef CAIRN_TEST_FILE_FAULTS_H
#define CAIRN_TEST_FILE_FAULTS_H

#include <stdbool.h>
#include <stddef.h>

typedef enum test_file_call {
    CALL_OPEN,
    CALL_READ,
    CALL_WRITE,
    CALL_FSYNC,
    CALL_CLOSE,
    CALL_RENAME,
    CALL_FSTAT,
    CALL_MMAP,
    CALLS,
} test_file_call;

/* What is to go wrong, and what came by. */
typedef struct test_file_fault_plan {
    bool armed;
    test_file_call call;
    long fail_from; /* number of the first call that fails, from 0 */
    long fail_end;  /* and of the first that does not any more */
    int code;
    size_t most; /* bytes a read or write may take; 0: any number */
    long calls[CALLS];
    bool failed;
} test_file_fault_plan;

extern test_file_fault_plan test_file_faults;

#endif
