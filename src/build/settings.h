/* settings.h: the options of a build, checked and with their defaults. */
#ifndef CAIRN_SETTINGS_H
#define CAIRN_SETTINGS_H

#include "cairn/build.h"
#include "cairn/lab.h"

/* Options of builds have the numbers FIRST to FIRST + COUNT - 1. */
enum { CAIRN__FIRST_BUILD_OPTION = 64, CAIRN__BUILD_OPTIONS = 16 };

typedef struct cairn__settings {
    uint64_t values[CAIRN__BUILD_OPTIONS];
    uint32_t given; /* a bit each */
} cairn__settings;

/* Reads and checks options for a kind (0: AUTO). Failures: ARGUMENT. */
cairn_status cairn__settings_read(cairn_kind kind, uint32_t count, const cairn_option *options,
                                  cairn_detail *detail, cairn__settings *settings);

static inline uint64_t cairn__settings_get(const cairn__settings *settings, uint32_t option)
{
    return settings->values[option - CAIRN__FIRST_BUILD_OPTION];
}

static inline void cairn__settings_set(cairn__settings *settings, uint32_t option, uint64_t value)
{
    settings->values[option - CAIRN__FIRST_BUILD_OPTION] = value;
    settings->given |= UINT32_C(1) << (option - CAIRN__FIRST_BUILD_OPTION);
}

static inline bool cairn__settings_has(const cairn__settings *settings, uint32_t option)
{
    return (settings->given >> (option - CAIRN__FIRST_BUILD_OPTION) & 1) != 0;
}

#endif
