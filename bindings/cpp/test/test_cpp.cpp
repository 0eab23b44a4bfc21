/* test_cpp GOLDEN: cairn.hpp: objects, errors, lifetimes; GOLDEN is the folder of golden files. */
#include <cairn.hpp>

#include <sys/resource.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace
{

int failures = 0;

void check(bool holds, const char *what, int line)
{
    if (!holds) {
        std::printf("FAILED: line %d: %s\n", line, what);
        failures++;
    }
}
#define CHECK(condition) check(static_cast<bool>(condition), #condition, __LINE__)

using bytes = std::vector<std::uint8_t>;

constexpr std::uint32_t WIDTH = 40, HEIGHT = 30;

/* A room with a wall across it, which has a door at (20, 25). */
bytes draw_room()
{
    bytes cells(WIDTH * HEIGHT, 1);
    for (std::uint32_t y = 0; y < HEIGHT; y++)
        if (y != 25)
            cells[y * WIDTH + 20] = 0;
    return cells;
}

cairn::map make_map(bool changing = false)
{
    cairn::map_settings settings;
    settings.changing = changing;
    auto made = cairn::map::from_cells(WIDTH, HEIGHT, draw_room(), settings);
    if (!made)
        std::abort();
    return *made;
}

cairn::db make_db(const cairn::map &of, cairn::kind kind = cairn::kind::labels)
{
    cairn::build_settings settings;
    settings.kind = kind;
    auto build = cairn::build::create(of, settings);
    if (!build || !cairn::is_ok(build->run()))
        std::abort();
    return *build->open_db();
}

const cairn::cell HERE = cairn::at(3, 4), THERE = cairn::at(35, 6);

void test_maps()
{
    cairn::map map = make_map();
    CHECK(map.info()->open_cells == WIDTH * HEIGHT - HEIGHT + 1);
    CHECK(map.is_open(HERE) && !map.is_open(cairn::at(20, 3)) && map.has_path(HERE, THERE));
    CHECK(*map.nearest(cairn::at(20, 25)) == cairn::at(20, 25));
    CHECK(!cairn::map::from_cells(3, 3, bytes(8, 1)));
    CHECK(cairn::map::from_cells(0, 0, bytes()).code() == cairn::status::limit ||
          cairn::map::from_cells(0, 0, bytes()).code() == cairn::status::argument);
    auto wrong = cairn::map::from_text(std::string("type octile\nheight 2\nwidth 2\nmap\n..\n"));
    CHECK(wrong.code() == cairn::status::syntax && wrong.text().find("line") == 0);
    CHECK(cairn::map::open("/nowhere/lost.map").code() == cairn::status::io);
    CHECK(map.set_rect({1, 1, 2, 2}, false) == cairn::status::not_changing);
    CHECK(map.text().find("changing") != std::string::npos);
}

/* The start that README has, with files that are not there, and without a look at what failed. */
void test_missing_files()
{
    auto map = cairn::map::open("/nowhere/lost.map");
    auto db = cairn::db::open("/nowhere/lost.cairn");
    CHECK(!map && !db && map.text().find("cannot be opened") == 0);
    auto planner = cairn::planner::create(*map, *db);
    auto path = planner->path(HERE, THERE);
    CHECK(!planner && !path && path->empty() && path.code() == cairn::status::argument);
    for (cairn::cell one : *planner->path(HERE, THERE))
        CHECK(one != one);
    auto agent = cairn::agent::create(*map, *db);
    CHECK(!agent && agent->start(HERE, THERE) == cairn::status::argument && !agent->step());
    for (const auto &step : *agent)
        CHECK(!step);
    CHECK(!cairn::db::build(*map) && !cairn::db::build(*map).text().empty());
    CHECK(cairn::repair::create(*map, *db)->swap().code() == cairn::status::argument);
    CHECK(cairn::crowd::create(*map, *db)->cells().empty());
}

void test_cells()
{
    cairn::map map = make_map();
    auto all = map.cells({0, 0, WIDTH, HEIGHT});
    CHECK(all && *all == draw_room());
    CHECK(*map.cells({19, 24, 2, 2}) == bytes({1, 0, 1, 1}));
    CHECK(map.cells({WIDTH, 0, 1, 1}).code() == cairn::status::outside);
    CHECK(cairn::db::build(map)->verify(map) == cairn::status::ok);
}

void test_walks()
{
    cairn::map map = make_map();
    cairn::db db = make_db(map);
    auto planner = cairn::planner::create(map, db);
    auto agent = cairn::agent::create(map, db);
    CHECK(planner && agent && cairn::is_ok(agent->start(HERE, THERE)));
    std::vector<cairn::cell> walked{HERE};
    for (const auto &step : *agent)
        walked.push_back(step.cell);
    CHECK(walked.back() == THERE && agent->cell() == THERE && agent->goal() == THERE);
    auto path = planner->path(HERE, THERE);
    CHECK(path && path->size() == walked.size() && path->front() == HERE && path->back() == THERE);
    std::size_t passed = 0;
    for (cairn::cell one : *planner->path(HERE, THERE)) /* the result is gone, its value is not */
        passed += map.is_open(one);
    CHECK(passed == path->size());
    CHECK(agent->stats()->cost == *planner->distance(HERE, THERE));
    CHECK(planner->waypoints(HERE, THERE)->size() < path->size());
    std::size_t count = 0;
    std::vector<cairn::cell> room(2);
    CHECK(planner->ask(HERE, THERE) == cairn::status::ok);
    CHECK(planner->found_distance().code() == cairn::status::unfinished);
    while (planner->run(CAIRN_MIN_WORK) == cairn::status::unfinished) {
    }
    CHECK(*planner->found_distance() == agent->stats()->cost);
    CHECK(planner->found_waypoints(0, room, count) == cairn::status::ok && room[0] == HERE);
    auto none = planner->distance(HERE, cairn::at(20, 3));
    CHECK(none.code() == cairn::status::blocked &&
          none.text().find("(20, 3)") != std::string::npos);
    CHECK(agent->start(HERE, cairn::at(20, 3)) == cairn::status::blocked);
    CHECK(agent->text() == planner->text());
}

void test_algorithms()
{
    cairn::map map = make_map();
    cairn::agent_settings settings;
    settings.algorithm = cairn::algorithm::lrta;
    settings.options = {cairn::set(cairn::option::g_max, 20)};
    settings.max_work = CAIRN_MIN_WORK;
    auto agent = cairn::agent::create(map, {}, settings);
    CHECK(agent && cairn::is_ok(agent->start(HERE, THERE)));
    std::uint64_t most = 0;
    for (const auto &step : *agent)
        most = step.units > most ? step.units : most;
    CHECK(agent->cell() == THERE && most <= CAIRN_MIN_WORK);
    settings.algorithm = cairn::algorithm::knn;
    auto refused = cairn::agent::create(map, {}, settings);
    CHECK(refused.code() == cairn::status::kind && !refused.text().empty());
}

void test_ends()
{
    cairn::map map = make_map();
    cairn::db db = make_db(map); /* its build is gone already */
    auto agent = cairn::agent::create(map, db);
    auto planner = cairn::planner::create(map, db);
    map.close();
    db.close();
    CHECK(cairn::is_ok(agent->start(HERE, THERE)) && agent->step());
    CHECK(planner->distance(HERE, THERE));
    CHECK(!map && !map.info() && !map.is_open(HERE) && !map.copy());
    CHECK(map.component(HERE) == CAIRN_NO_COMPONENT);
    CHECK(!db.info() && db.figures().empty() && db.verify() == cairn::status::argument);
    CHECK(!cairn::agent::create(map, db) && !cairn::planner::create(map) &&
          !cairn::build::create(map));
    cairn::agent moved = std::move(*agent);
    CHECK(moved.step() && agent->step().code == cairn::status::argument);
    moved.close();
    CHECK(!moved.cell() && !moved.goal() && !moved.stats() && moved.begin() == moved.end());
    CHECK(moved.start(HERE, THERE) == cairn::status::argument);
    planner->close();
    CHECK(!planner->distance(HERE, THERE) && planner->run() == cairn::status::argument);
    cairn::build build;
    CHECK(build.run() == cairn::status::argument && !build.report() && !build.open_db() &&
          !build.bytes());
    cairn::repair repair;
    CHECK(repair.follow() == cairn::status::argument && !repair.swap() && !repair.info());
}

bytes read_file(const std::filesystem::path &path)
{
    std::ifstream file(path, std::ios::binary);
    return bytes(std::istreambuf_iterator<char>(file), {});
}

/* Files that must fail, with the status in their names, must do so from the disk and from memory. */
void test_damage(const std::filesystem::path &golden)
{
    auto map = cairn::map::open((golden / "caves.map").string());
    int seen = 0;
    CHECK(bool(map));
    for (const auto &entry : std::filesystem::directory_iterator(golden)) {
        std::string name = entry.path().filename().string();
        if (name.compare(0, 5, "fail-") != 0)
            continue;
        std::string status = name.substr(5, name.find('-', 5) - 5);
        auto opened = cairn::db::open(entry.path().string());
        auto copied = cairn::db::from_bytes(read_file(entry.path()));
        cairn::status code = opened ? opened->verify(*map) : opened.code();
        cairn::status again = copied ? copied->verify(*map) : copied.code();
        CHECK(cairn::name_of(code) == status && again == code);
        seen++;
    }
    CHECK(seen > 5);
    CHECK(cairn::db::from_bytes(bytes()).code() == cairn::status::corrupt);
    CHECK(cairn::db::from_bytes(bytes(4000, 7)).code() == cairn::status::corrupt);
    CHECK(cairn::db::open((golden / "caves.map").string()).code() == cairn::status::corrupt);
    cairn::db other = make_db(make_map());
    CHECK(cairn::agent::create(*map, other).code() == cairn::status::mismatch);
}

void test_builds()
{
    cairn::map map = make_map();
    int told = 0;
    cairn::build_settings settings;
    settings.kind = cairn::kind::knn;
    settings.options = {cairn::set(cairn::option::records, 20)};
    settings.progress = [&](const cairn::progress &) { return told++ < 0; };
    auto build = cairn::build::create(map, settings);
    CHECK(build->run() == cairn::status::interrupted && told > 0);
    settings.progress = [&](const cairn::progress &) {
        build->close();
        return false;
    };
    build = cairn::build::create(map, settings);
    CHECK(build->run() == cairn::status::interrupted && !*build);
    settings.progress = nullptr;
    build = cairn::build::create(map, settings);
    CHECK(!build->bytes() || build->report()->bytes == 0);
    CHECK(build->run() == cairn::status::ok && build->report()->kind == CAIRN_DB_KNN);
    auto image = build->bytes();
    CHECK(image && image->size() == build->report()->bytes);
    auto db = cairn::db::from_bytes(*image);
    CHECK(db && db->verify(map) == cairn::status::ok && db->info()->kind == CAIRN_DB_KNN);
    CHECK(db->figures().front().value == 20);
    auto viewed = cairn::db::view(*image);
    CHECK(viewed && viewed->verify(map) == cairn::status::ok);
    CHECK(build->write("/nowhere/lost.cairn") == cairn::status::io && !build->text().empty());
    settings.options = {cairn::set(static_cast<cairn::option>(999), 1)};
    CHECK(cairn::build::create(map, settings).code() == cairn::status::argument);
}

void test_changes()
{
    cairn::map map = make_map(true);
    cairn::db db = make_db(map);
    auto planner = cairn::planner::create(map);
    cairn::agent_settings settings;
    settings.planner = *planner;
    planner->close();
    auto agent = cairn::agent::create(map, db, settings);
    CHECK(agent && cairn::is_ok(agent->start(HERE, THERE)) && agent->step());
    CHECK(map.set_rect({20, 25, 1, 1}, false) == cairn::status::ok && !map.has_path(HERE, THERE));
    CHECK(agent->step().kind == cairn::step_kind::cut_off);
    auto saved = map.save_changes();
    CHECK(saved &&
          map.set_cells(std::vector<cairn::cell>{cairn::at(20, 2)}, true) == cairn::status::ok);
    cairn::step last;
    for (const auto &step : *agent)
        last = step;
    CHECK(last.kind == cairn::step_kind::arrived);
    CHECK(map.load_changes(*saved) == cairn::status::ok && !map.has_path(HERE, THERE));
    (*saved)[saved->size() / 2] ^= 1;
    CHECK(map.load_changes(*saved) == cairn::status::corrupt);
    bytes drawn(4, 0);
    std::vector<cairn::change> changes{{{5, 5, 2, 2}, 0, 0, drawn.data()}};
    CHECK(map.apply(changes) == cairn::status::ok && !map.is_open(cairn::at(6, 6)));
    CHECK(map.copy()->info()->fingerprint == map.info()->state);
}

/* A new database may not close one that an agent still has. */
void test_repairs()
{
    cairn::map map = make_map(true);
    cairn::db db = make_db(map);
    auto repair = cairn::repair::create(map, db);
    auto agent = cairn::agent::create(map, db);
    CHECK(repair->swap().code() == cairn::status::unfinished);
    for (std::uint16_t i = 0; i < 3; i++) {
        CHECK(map.set_rect({20, static_cast<std::uint16_t>(2 + 2 * i), 1, 1}, true) ==
              cairn::status::ok);
        CHECK(repair->follow() == cairn::status::ok && repair->run() == cairn::status::ok);
        auto made = repair->swap();
        if (i == 2) { /* the agent still has the first one */
            CHECK(made.code() == cairn::status::argument && !made.text().empty());
            agent->close();
            made = repair->swap();
        }
        CHECK(made && made->verify() == cairn::status::ok);
        if (i == 0)
            CHECK(agent->set_db(*made) == cairn::status::ok);
        if (i == 2)
            db = *made;
    }
    repair->close();
    agent = cairn::agent::create(map, db);
    CHECK(agent && cairn::is_ok(agent->start(HERE, THERE)) && agent->step());
}

void test_crowds()
{
    cairn::map map = make_map();
    cairn::db db = make_db(map);
    cairn::crowd_settings settings;
    settings.capacity = 10;
    settings.occupancy = cairn::occupancy::cells;
    auto crowd = cairn::crowd::create(map, db, settings);
    map.close();
    db.close();
    CHECK(crowd);
    std::vector<cairn::member> members;
    for (std::uint32_t i = 0; i < 10; i++)
        members.push_back(*crowd->add(cairn::at(2 + i, 3)));
    CHECK(crowd->add(cairn::at(2, 5)).code() == cairn::status::full);
    CHECK(crowd->order(members, THERE) == cairn::status::ok);
    CHECK(crowd->find(cairn::at(4, 3)) == members[2] && crowd->find(THERE) == 0);
    for (int i = 0; i < 20; i++)
        CHECK(crowd->step());
    auto saved = *crowd->save();
    auto hash = crowd->info()->hash;
    std::uint32_t walking = 1;
    for (int i = 0; i < 1000 && walking > 0; i++)
        walking = crowd->step()->walking;
    CHECK(walking == 0 && crowd->cells().size() == 10);
    for (cairn::member one : members) {
        CHECK(crowd->info(one)->cell == crowd->cells()[cairn::index_of(one)]);
        CHECK(crowd->states()[cairn::index_of(one)] == CAIRN_MEMBER_ARRIVED);
    }
    CHECK(crowd->load(saved) == cairn::status::ok && crowd->info()->hash == hash);
    saved[saved.size() / 2] ^= 1;
    CHECK(crowd->load(saved) == cairn::status::corrupt && crowd->info()->hash == hash);
    CHECK(crowd->remove(members[3]) == cairn::status::ok);
    CHECK(crowd->remove(members[3]) == cairn::status::no_member && !crowd->info(members[3]));
    CHECK(crowd->halt(members[3]) == cairn::status::no_member);
    CHECK(crowd->text().find("no member number " + std::to_string(members[3])) !=
          std::string::npos);
    CHECK(crowd->push(members[4], cairn::at(20, 3)) == cairn::status::blocked);
    CHECK(crowd->reserve(cairn::at(1, 1), 5) == cairn::status::ok);
    CHECK(cairn::crowd::create(make_map(), {}).code() == cairn::status::kind);
    crowd->close();
    CHECK(!*crowd && !crowd->step() && !crowd->info() && !crowd->save() && !crowd->add(HERE));
    CHECK(crowd->cells().empty() && crowd->states().empty() && crowd->find(HERE) == 0);
}

/* Threads that are lent change nothing but time. */
void test_shared_crowds()
{
    cairn::map map = make_map();
    cairn::db db = make_db(map);
    std::uint32_t tasks = 0;
    std::uint64_t hashes[2] = {0, 1};
    for (int shared = 0; shared < 2; shared++) {
        cairn::crowd_settings settings;
        settings.capacity = 8192;
        if (shared == 1)
            settings.share = [&](std::uint32_t count,
                                 const std::function<void(std::uint32_t)> &task) {
                for (std::uint32_t i = count; i-- > 0; tasks++)
                    task(i);
            };
        auto crowd = cairn::crowd::create(map, db, settings);
        for (std::uint32_t i = 0; i < 8192; i++)
            CHECK(crowd->order(*crowd->add(cairn::at(i % 20, i % 30)), THERE) == cairn::status::ok);
        for (int i = 0; i < 30; i++)
            CHECK(crowd->step());
        hashes[shared] = crowd->info()->hash;
    }
    CHECK(tasks > 0 && hashes[0] == hashes[1]);
}

/* Emulators do not know such limits. */
[[maybe_unused]] bool has_room(rlim_t wanted)
{
    void *volatile room = std::malloc(static_cast<std::size_t>(wanted));
    std::free(room);
    return room != nullptr;
}

/* Where the sanitizers' own memory leaves room for a limit. */
void test_memory()
{
#if !defined(__SANITIZE_ADDRESS__)
    auto wide = cairn::map::from_cells(16000, 16000, bytes(16000u * 16000u, 1));
    rlimit old{}, least{};
    CHECK(bool(wide) && getrlimit(RLIMIT_AS, &old) == 0);
    least = old;
    least.rlim_cur = rlim_t{1} << 31;
    CHECK(setrlimit(RLIMIT_AS, &least) == 0);
    bool limited = !has_room(least.rlim_cur);
    auto planner = cairn::planner::create(*wide);
    auto found = planner->distance(cairn::at(0, 0), cairn::at(0, 0)); /* 4 GB */
    CHECK(setrlimit(RLIMIT_AS, &old) == 0);
    CHECK(limited ? found.code() == cairn::status::memory : bool(found));
#endif
}

} // namespace

int main(int argc, char **argv)
{
    if (argc != 2)
        return 2;
    test_maps();
    test_missing_files();
    test_cells();
    test_walks();
    test_algorithms();
    test_ends();
    test_damage(argv[1]);
    test_builds();
    test_changes();
    test_repairs();
    test_crowds();
    test_shared_crowds();
    test_memory();
    std::printf(failures == 0 ? "all of cairn.hpp works\n" : "%d failures\n", failures);
    return failures == 0 ? 0 : 1;
}
