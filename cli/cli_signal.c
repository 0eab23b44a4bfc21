/* cli_signal.c: Ctrl-C as a request. Commands that write files look at cli_signal now and then,
 * tidy up and say what is left. */
#include "cli.h"

volatile sig_atomic_t cli_signal;

static void note_signal(int number)
{
    cli_signal = number;
}

void cli_catch_signals(void)
{
    /* The handler goes away when it is used: the second signal ends the command. */
    struct sigaction action = {.sa_handler = note_signal,
                               .sa_flags = (int)SA_RESETHAND | SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}
