/* option.c: the options of agents and builds, from the one list in lab.h. */
#include "base/option.h"

#include "base/detail.h"
#include "base/sized.h"

/* What is said to people: a game without the off-line phase says none of it. */
#ifdef CAIRN__WITHOUT_BUILD
#define HELP(text) ""
#else
#define HELP(text) text
#endif

static const cairn_option_info options[] = {
#define ROW(number, name, word_text, unit_name, least_value, most_value, standard_value,           \
            scope_mask, argument_name, help_text)                                                  \
    {.size = sizeof(cairn_option_info),                                                            \
     .option = (number),                                                                           \
     .word = (word_text),                                                                          \
     .argument = (argument_name),                                                                  \
     .help = HELP(help_text),                                                                      \
     .least = (least_value),                                                                       \
     .most = (most_value),                                                                         \
     .standard = (standard_value),                                                                 \
     .scope = (scope_mask),                                                                        \
     .unit = CAIRN_UNIT_##unit_name},
    CAIRN_AGENT_OPTION_LIST(ROW)
#ifndef CAIRN__WITHOUT_BUILD
        CAIRN_BUILD_OPTION_LIST(ROW)
#endif
#undef ROW
};

enum { OPTIONS = sizeof options / sizeof options[0] };

cairn_status cairn_option_get_info(uint32_t index, cairn_option_info *info)
{
    if (index >= OPTIONS)
        return CAIRN_ARGUMENT;
    return cairn__sized_write(info, &options[index], sizeof *info);
}

const cairn_option_info *cairn__option_get(uint32_t number)
{
    for (uint32_t i = 0; i < OPTIONS; i++)
        if (options[i].option == number)
            return &options[i];
    return NULL;
}

cairn_status cairn__option_check(const cairn_option *option, const cairn__option_use *use,
                                 cairn_detail *detail)
{
    const cairn_option_info *info = cairn__option_get(option->option);
    if (info == NULL || info->option < use->first || info->option >= use->end)
        return cairn__fail(detail, CAIRN_ARGUMENT, "%s has no option number %u", use->what,
                           (unsigned)option->option);
    if (option->reserved != 0)
        return cairn__fail(detail, CAIRN_ARGUMENT, "the reserved field of option %s is not 0",
                           info->word);
    if ((info->scope & use->scope) == 0)
        return cairn__fail(detail, CAIRN_ARGUMENT, "option %s is not for %s", info->word,
                           use->whom);
    if (option->value < info->least || option->value > info->most)
        return cairn__fail(detail, CAIRN_ARGUMENT, "option %s goes from %llu to %llu", info->word,
                           (unsigned long long)info->least, (unsigned long long)info->most);
    return CAIRN_OK;
}
