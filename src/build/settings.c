/* settings.c: checks the options of a build against the list of lab.h. */
#include "build/settings.h"

#include <stdio.h>

#include "base/detail.h"
#include "base/option.h"

static void set_defaults(cairn__settings *settings)
{
    *settings = (cairn__settings){0};
    for (uint32_t i = 0; i < CAIRN__BUILD_OPTIONS; i++) {
        const cairn_option_info *info = cairn__option_get(CAIRN__FIRST_BUILD_OPTION + i);
        if (info != NULL)
            settings->values[i] = info->standard;
    }
}

cairn_status cairn__settings_read(cairn_kind kind, uint32_t count, const cairn_option *options,
                                  cairn_detail *detail, cairn__settings *settings)
{
    const char *name = kind == 0 ? "auto: choose a kind" : cairn_kind_get_name(kind);
    char whom[48];
    (void)snprintf(whom, sizeof whom, "kind %s", name);
    const cairn__option_use use = {CAIRN__FIRST_BUILD_OPTION,
                                   CAIRN__FIRST_BUILD_OPTION + CAIRN__BUILD_OPTIONS,
                                   CAIRN_FOR_KIND(kind), "a build", whom};
    set_defaults(settings);
    if (count > 0 && options == NULL)
        return cairn__fail_null(detail);
    for (uint32_t i = 0; i < count; i++) {
        cairn_status status = cairn__option_check(&options[i], &use, detail);
        if (status != CAIRN_OK)
            return status;
        cairn__settings_set(settings, options[i].option, options[i].value);
    }
    return CAIRN_OK;
}
