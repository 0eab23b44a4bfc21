/* fuzz_scenario.c: any bytes as a `.scen` file. */
#include "fuzz.h"

#include <cairn/map.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    cairn_scenario scenario;
    cairn_detail detail = {0};
    cairn_map_def def = cairn_default_map_def();
    def.detail = &detail;
    cairn_status status = cairn_scenario_open_memory(bytes, count, &def, &scenario);
    if (status != CAIRN_OK) {
        FUZZ_CHECK(status == CAIRN_SYNTAX || status == CAIRN_LIMIT);
        FUZZ_CHECK(detail.text[0] != '\0');
        return 0;
    }
    for (uint32_t i = 0; i < scenario.count; i++) {
        const cairn_problem *problem = &scenario.problems[i];
        FUZZ_CHECK(problem->start.x < scenario.width && problem->start.y < scenario.height);
        FUZZ_CHECK(problem->goal.x < scenario.width && problem->goal.y < scenario.height);
        FUZZ_CHECK(problem->length >= 0);
        FUZZ_CHECK(problem->line > 0);
    }
    cairn_scenario_close(&scenario);
    return 0;
}
