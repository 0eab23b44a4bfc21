/* option_texts.c: the options of the library's list as the manual must have them, one a line: what
 * `cairn COMMAND --help` says, in roff. help.sh holds them against docs/cairn.1. */
#include "cli.h"

#include <stdlib.h>

int main(void)
{
    cairn_option_info info = {.size = sizeof info};
    for (uint32_t i = 0; cairn_option_get_info(i, &info) == CAIRN_OK; i++) {
        char *help = cli_filter_option_help(CLI_KEY_OPTION + (int)info.option, info.help, NULL);
        if (info.argument != NULL)
            printf(".TP .BI --%s \" %s\" %s.\n", info.word, info.argument, help);
        else
            printf(".TP .B --%s %s.\n", info.word, help);
        if (help != info.help)
            free(help);
    }
    return 0;
}
