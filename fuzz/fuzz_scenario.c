/* fuzz_scenario.c: any bytes as a `.scen` file. */
#include "fuzz.h"

#include <cairn/tools.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    cairn_scenario *scenario;
    cairn_detail detail = {0};
    cairn_map_def def = {.size = sizeof def};
    def.detail = &detail;
    cairn_status status = cairn_scenario_open_memory(bytes, count, &def, &scenario);
    if (status != CAIRN_OK) {
        FUZZ_CHECK(status == CAIRN_SYNTAX || status == CAIRN_LIMIT);
        FUZZ_CHECK(detail.text[0] != '\0');
        return 0;
    }
    for (uint32_t i = 0; i < scenario->count; i++) {
        const cairn_problem *problem = &scenario->problems[i];
        FUZZ_CHECK(cairn_cell_get_x(problem->start) < scenario->width &&
                   cairn_cell_get_y(problem->start) < scenario->height);
        FUZZ_CHECK(cairn_cell_get_x(problem->goal) < scenario->width &&
                   cairn_cell_get_y(problem->goal) < scenario->height);
        FUZZ_CHECK(problem->length >= 0);
        FUZZ_CHECK(problem->line > 0);
    }
    cairn_scenario_close(scenario);
    return 0;
}
