// game.cpp: a walk in C++17 with the two files; a database of a kind for research is refused by name.
#include "cairn.h"

#include <array>
#include <cstdint>
#include <cstring>
#include <memory>

static bool is_refused(const char *path)
{
    cairn_detail detail{};
    cairn_db_def def{};
    def.size = sizeof def;
    def.detail = &detail;
    cairn_db *db = nullptr;
    return cairn_db_open(path, &def, &db) == CAIRN_KIND &&
           std::strstr(detail.text, "kind dlrta is for research") != nullptr;
}

int main(int argc, char **argv)
{
    if (argc != 2 || !is_refused(argv[1]))
        return 4;
    const std::array<std::uint8_t, 9> cells{1, 1, 1, 0, 0, 1, 1, 1, 1};
    cairn_map *map = nullptr;
    if (cairn_map_create(3, 3, cells.data(), nullptr, &map) != CAIRN_OK)
        return 1;
    const std::unique_ptr<cairn_map, decltype(&cairn_map_close)> owned{map, &cairn_map_close};
    cairn_agent_def def{};
    def.size = sizeof def;
    def.algorithm = CAIRN_LRTA;
    cairn_agent *agent = nullptr;
    if (cairn_agent_create(map, nullptr, &def, &agent) != CAIRN_OK)
        return 2;
    cairn_step step{};
    int moves = 0;
    cairn_status status = cairn_agent_start(agent, cairn_cell_at(0, 0), cairn_cell_at(0, 2));
    while (status == CAIRN_OK && step.kind != CAIRN_STEP_ARRIVED && moves < 100) {
        status = cairn_agent_step(agent, &step);
        moves++;
    }
    cairn_agent_destroy(agent);
    return step.kind == CAIRN_STEP_ARRIVED && step.cell == cairn_cell_at(0, 2) ? 0 : 3;
}
