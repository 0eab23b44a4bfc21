/* status.c: names and texts of the status codes, from the one list in base.h. */
#include "cairn/base.h"

#define TO_TEXT(value) #value
#define JOIN_VERSION(major, minor, patch) TO_TEXT(major) "." TO_TEXT(minor) "." TO_TEXT(patch)

const char *cairn_status_get_text(cairn_status status)
{
    switch (status) {
#define CASE(name, number, text)                                                                   \
    case CAIRN_##name:                                                                             \
        return text;
        CAIRN_STATUS_LIST(CASE)
#undef CASE
    }
    return "an unknown status";
}

const char *cairn_status_get_name(cairn_status status)
{
    switch (status) {
#define CASE(name, number, text)                                                                   \
    case CAIRN_##name:                                                                             \
        return #name;
        CAIRN_STATUS_LIST(CASE)
#undef CASE
    }
    return "UNKNOWN";
}

const char *cairn_get_version(void)
{
    return JOIN_VERSION(CAIRN_VERSION_MAJOR, CAIRN_VERSION_MINOR, CAIRN_VERSION_PATCH);
}
