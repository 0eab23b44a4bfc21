#include <cairn.hpp>
#include <cstdio>

int main()
{
    std::vector<std::uint8_t> cells(64 * 48, 1); /* 1 is open */
    for (int y = 0; y < 40; y++)
        cells[static_cast<std::size_t>(y) * 64 + 30] = 0; /* a wall with a gap below */
    auto map = cairn::map::from_cells(64, 48, cells);
    auto db = cairn::db::build(*map); /* without a map it has none either, and says so */
    auto agent = cairn::agent::create(*map, *db);
    if (!map || !db || !cairn::is_ok(agent->start(cairn::at(2, 3), cairn::at(60, 5))))
        return 1;
    for (const auto &step : *agent)
        std::printf("%u %u\n", cairn::x_of(step.cell), cairn::y_of(step.cell));
    return agent->cell() == cairn::at(60, 5) ? 0 : 1;
}
