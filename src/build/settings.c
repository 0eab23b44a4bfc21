/* settings.c: checks the options of a build against the list of lab.h. */
#include "build/settings.h"

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

static bool is_build_option(uint32_t option)
{
    return option >= CAIRN__FIRST_BUILD_OPTION &&
           option < CAIRN__FIRST_BUILD_OPTION + CAIRN__BUILD_OPTIONS;
}

static cairn_status check(cairn_kind kind, const cairn_option *option, cairn_detail *detail)
{
    const cairn_option_info *info = cairn__option_get(option->option);
    if (info == NULL || !is_build_option(option->option))
        return cairn__fail(detail, CAIRN_ARGUMENT, "a build has no option number %u",
                           (unsigned)option->option);
    if ((info->scope & CAIRN_FOR_KIND(kind)) == 0)
        return cairn__fail(detail, CAIRN_ARGUMENT, "option %s is not for kind %s", info->word,
                           kind == 0 ? "auto: choose a kind" : cairn_kind_get_name(kind));
    if (option->value < info->least || option->value > info->most)
        return cairn__fail(detail, CAIRN_ARGUMENT, "option %s goes from %llu to %llu", info->word,
                           (unsigned long long)info->least, (unsigned long long)info->most);
    return CAIRN_OK;
}

cairn_status cairn__settings_read(cairn_kind kind, uint32_t count, const cairn_option *options,
                                  cairn_detail *detail, cairn__settings *settings)
{
    set_defaults(settings);
    if (count > 0 && options == NULL)
        return CAIRN_ARGUMENT;
    for (uint32_t i = 0; i < count; i++) {
        cairn_status status = check(kind, &options[i], detail);
        if (status != CAIRN_OK)
            return status;
        cairn__settings_set(settings, options[i].option, options[i].value);
    }
    return CAIRN_OK;
}
