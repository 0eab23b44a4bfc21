/* eval_machine.c: the machine, the program, and which of its processors does what. */
#include "evaluate.h"

#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "commit.h"

/* Of the processors of a machine, every so manieth is ours; one of them where there are too few. */
static void take_share(const struct eval_driver *driver, cpu_set_t *all)
{
    uint32_t count = (uint32_t)CPU_COUNT(all);
    uint32_t ranks = driver->neighbours < count ? driver->neighbours : count;
    uint32_t seen = 0;
    for (uint32_t i = 0; ranks > 0 && i < CPU_SETSIZE; i++)
        if (CPU_ISSET(i, all) && seen++ % ranks != driver->place % ranks)
            CPU_CLR(i, all);
}

struct eval_processors eval_find_processors(const struct eval_driver *driver)
{
    struct eval_processors found = {.measuring = 0};
    cpu_set_t all;
    CPU_ZERO(&all);
    if (sched_getaffinity(0, sizeof all, &all) != 0)
        CPU_SET(0, &all);
    if (driver != NULL)
        take_share(driver, &all);
    /* The last one: the first has most of the system's own work. */
    for (uint32_t i = 0; i < CPU_SETSIZE; i++)
        if (CPU_ISSET(i, &all))
            found.measuring = i;
    found.rest = all;
    if (CPU_COUNT(&all) > 1)
        CPU_CLR(found.measuring, &found.rest);
    found.rest_count = (uint32_t)CPU_COUNT(&found.rest);
    return found;
}

/* The value of the first line of a file that begins with `name`, or "unknown". */
static void find_line(const char *path, const char *name, char *value, size_t capacity)
{
    char line[512];
    FILE *file = fopen(path, "r");
    snprintf(value, capacity, "unknown");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        const char *colon = strchr(line, ':');
        if (strncmp(line, name, strlen(name)) != 0 || colon == NULL)
            continue;
        colon += 1 + strspn(colon + 1, " \t");
        snprintf(value, capacity, "%.*s", (int)strcspn(colon, "\n"), colon);
        break;
    }
    if (file != NULL)
        fclose(file);
}

json_t *eval_describe_machine(const struct eval *eval)
{
    char processor[256], memory[64], date[64];
    struct utsname name = {0};
    time_t now = time(NULL);
    struct tm broken;
    find_line("/proc/cpuinfo", "model name", processor, sizeof processor);
    find_line("/proc/meminfo", "MemTotal", memory, sizeof memory);
    uname(&name);
    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &broken));
    return json_pack("{s:s, s:s, s:s, s:s+++, s:i, s:i, s:s, s:s, s:s, s:s, s:I}", "date", date,
                     "processor", processor, "memory", memory, "system", name.sysname, " ",
                     name.release, " ", "processors", (int)sysconf(_SC_NPROCESSORS_ONLN),
                     "measuring_processor", (int)eval->processors.measuring, "compiler",
                     CAIRN_COMPILER, "flags", CAIRN_C_FLAGS, "version", cairn_get_version(),
                     "commit", CAIRN_COMMIT, "clock_ns", (json_int_t)harness_get_clock_cost());
}
