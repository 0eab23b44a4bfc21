/* hashes MAPS: the lines of test/golden/walks.fnv, through the binding for C++. MAPS is a folder of maps
 * NN-KIND-SIZE-CORNERS.map; test/portable/hashes.c says what the lines are. */
#include <cairn.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

namespace
{

using options = std::vector<cairn_option>;

struct recipe {
    const char *name;
    cairn::kind kind;
    cairn::build_settings settings;
};

std::vector<recipe> make_recipes()
{
    using cairn::kind;
    using cairn::option;
    using cairn::set;
    const std::vector<std::pair<const char *, std::pair<kind, options>>> rows = {
        {"knn", {kind::knn, {set(option::records, 40)}}},
        {"knn-fallback", {kind::knn, {set(option::records, 10), set(option::fallback, 1)}}},
        {"dlrta", {kind::dlrta, {set(option::level, 7)}}},
        {"regions", {kind::regions, {set(option::region_cutoff, 30)}}},
        {"regions-ranges",
         {kind::regions, {set(option::table_regions, 0), set(option::region_cutoff, 25)}}},
        {"regions-tree",
         {kind::regions, {set(option::table_regions, 0), set(option::range_regions, 0)}}},
        {"labels", {kind::labels, {}}},
        {"labels-fallback", {kind::labels, {set(option::fallback, 1)}}},
        {"dba", {kind::dba, {set(option::sector, 1)}}},
        {"hcdps", {kind::hcdps, {set(option::neighbourhood, 3)}}},
    };
    std::vector<recipe> made;
    for (const auto &[name, what] : rows) {
        recipe one{name, what.first, {}};
        one.settings.kind = what.first;
        one.settings.options = what.second;
        made.push_back(one);
    }
    return made;
}

/* FNV-1a of bytes and of numbers of 64 bits. */
struct hash {
    std::uint64_t value = 0xcbf29ce484222325;
    void add_bytes(const std::vector<std::uint8_t> &bytes)
    {
        for (std::uint8_t byte : bytes)
            value = (value ^ byte) * 0x100000001b3;
    }
    void add(std::uint64_t number)
    {
        for (int i = 0; i < 64; i += 8)
            value = (value ^ ((number >> i) & 0xff)) * 0x100000001b3;
    }
    void add(cairn::status code) { add(static_cast<std::uint64_t>(code)); }
    void add(const cairn::map &map)
    {
        auto info = *map.info();
        for (std::uint64_t fact : {std::uint64_t{info.open_cells}, std::uint64_t{info.components},
                                   std::uint64_t{info.largest_component}, info.fingerprint,
                                   info.state, std::uint64_t{info.version}})
            add(fact);
    }
};

struct random_numbers {
    std::uint64_t state;
    std::uint32_t draw(std::uint32_t end)
    {
        std::uint64_t word = state += 0x9e3779b97f4a7c15;
        word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9;
        word = (word ^ (word >> 27)) * 0x94d049bb133111eb;
        return static_cast<std::uint32_t>((word ^ (word >> 31)) % end);
    }
};

void demand(bool holds, const char *what)
{
    if (!holds) {
        std::fprintf(stderr, "%s failed\n", what);
        std::exit(3);
    }
}

struct walker {
    std::string name;
    cairn::db by;
    cairn::algorithm algorithm = cairn::algorithm::auto_;
};

class world
{
  public:
    explicit world(const std::filesystem::path &path) : path_(path)
    {
        std::string stem = path.stem().string();
        number_ = static_cast<std::uint32_t>(std::stoul(stem.substr(0, 2)));
        name_ = stem.substr(3);
        settings_.corners =
            stem.find("-free") != stem.npos ? cairn::corners::free : cairn::corners::strict;
        map_ = open(false);
        info_ = *map_.info();
    }

    void run()
    {
        hash found;
        found.add(map_);
        print("map", found);
        std::vector<walker> walkers;
        for (const recipe &one : make_recipes())
            walkers.push_back({one.name, make_db(one)});
        cairn::db labels = walkers[6].by;
        for (auto one :
             {cairn::algorithm::lrta, cairn::algorithm::astar, cairn::algorithm::tba,
              cairn::algorithm::lrts, cairn::algorithm::rtaa, cairn::algorithm::lss,
              cairn::algorithm::lrtak, cairn::algorithm::plrta, cairn::algorithm::falcons})
            walkers.push_back(
                {cairn_algorithm_get_name(static_cast<cairn_algorithm>(one)), {}, one});
        for (const walker &one : walkers)
            walk(one);
        find("astar", labels, cairn::method::astar);
        find("jump", labels, cairn::method::jump);
        find("labels", labels, cairn::method::labels);
        for (const walker &one : walkers)
            walk_changing(one);
        repair(labels);
        for (std::size_t index : {1, 3, 6}) {
            march(walkers[index], false);
            march(walkers[index], true);
        }
    }

  private:
    cairn::map open(bool changing) const
    {
        cairn::map_settings settings = settings_;
        settings.changing = changing;
        auto made = cairn::map::open(path_.string(), settings);
        demand(bool(made), "cairn::map::open");
        return *made;
    }

    void print(const std::string &what, const hash &found) const
    {
        std::printf("%016llx  %s/%s\n", static_cast<unsigned long long>(found.value), name_.c_str(),
                    what.c_str());
    }

    cairn::db make_db(const recipe &one)
    {
        auto build = cairn::build::create(map_, one.settings);
        demand(build && cairn::is_ok(build->run()), one.name);
        auto image = *build->bytes();
        hash found;
        found.add_bytes(image);
        print(std::string("db-") + one.name, found);
        auto db = cairn::db::from_bytes(image);
        demand(db && cairn::is_ok(db->verify(number_ % 2 == 0 ? map_ : cairn::map())), one.name);
        return *db;
    }

    std::pair<cairn::cell, cairn::cell> draw_problem(random_numbers &random) const
    {
        cairn::cell cells[2];
        do {
            for (cairn::cell &one : cells) {
                std::uint32_t x = random.draw(info_.width);
                one = cairn::at(x, random.draw(info_.height));
            }
        } while (!map_.has_path(cells[0], cells[1]));
        return {cells[0], cells[1]};
    }

    void change(cairn::map &map, random_numbers &random) const
    {
        std::uint32_t x = random.draw(info_.width), y = random.draw(info_.height);
        std::uint32_t width = random.draw(8) + 1, height = random.draw(8) + 1;
        bool open = random.draw(2) == 1;
        width = std::min(width, info_.width - x);
        height = std::min(height, info_.height - y);
        cairn::rect area{static_cast<std::uint16_t>(x), static_cast<std::uint16_t>(y),
                         static_cast<std::uint16_t>(width), static_cast<std::uint16_t>(height)};
        demand(cairn::is_ok(map.set_rect(area, open)), "set_rect");
    }

    /* Of a step that fails, the status, and the last answer. */
    static void add_step(hash &found, cairn::agent &agent, cairn::step &last)
    {
        cairn::step made = agent.step();
        if (made)
            last = made;
        found.add(made.code);
        found.add(static_cast<std::uint64_t>(last.kind));
        found.add(last.cell);
        found.add(last.units);
    }

    void walk(const walker &who)
    {
        hash found;
        random_numbers random{number_};
        for (std::uint32_t budget = 0; budget < 2; budget++) {
            cairn::agent_settings settings;
            settings.algorithm = who.algorithm;
            settings.max_work = budget * CAIRN_MIN_WORK;
            settings.busy = static_cast<cairn::busy_policy>(budget);
            auto agent = cairn::agent::create(map_, who.by, settings);
            demand(bool(agent), who.name.c_str());
            for (int i = 0; i < 2; i++) {
                auto [from, to] = draw_problem(random);
                demand(cairn::is_ok(agent->start(from, to)), "start");
                cairn::step last{cairn::status::ok, cairn::step_kind::moved, 0, 0};
                for (int j = 0; j < 300 && last.kind != cairn::step_kind::arrived; j++)
                    add_step(found, *agent, last);
                found.add(agent->stats()->cost);
                found.add(agent->stats()->learned);
            }
        }
        print("walk-" + who.name, found);
    }

    static void add_path(hash &found, cairn::planner &planner,
                         std::pair<cairn::cell, cairn::cell> ends)
    {
        auto tenths = planner.distance(ends.first, ends.second);
        found.add(tenths.code());
        found.add(tenths ? *tenths : 0);
        if (!tenths)
            return;
        for (cairn::cell one : *planner.path(ends.first, ends.second))
            found.add(one);
    }

    void find(const char *name, const cairn::db &labels, cairn::method method)
    {
        hash found;
        random_numbers random{number_};
        cairn::planner_settings settings;
        settings.method = method;
        auto planner = cairn::planner::create(map_, labels, settings);
        demand(bool(planner), name);
        for (int i = 0; i < 8; i++)
            add_path(found, *planner, draw_problem(random));
        print(std::string("find-") + name, found);
    }

    void walk_changing(const walker &who)
    {
        hash found;
        random_numbers random{number_ + std::uint64_t{1000}};
        cairn::map map = open(true);
        cairn::agent_settings settings;
        settings.algorithm = who.algorithm;
        settings.max_work = 4 * CAIRN_MIN_WORK;
        settings.goal_policy = cairn::goal_policy::nearest;
        settings.stranded_policy = cairn::stranded_policy::leave;
        if (number_ % 2 == 0)
            settings.planner = *cairn::planner::create(map);
        auto agent = cairn::agent::create(map, who.by, settings);
        demand(bool(agent), who.name.c_str());
        auto [from, to] = draw_problem(random);
        demand(cairn::is_ok(agent->start(from, to)), "start");
        cairn::step last{cairn::status::ok, cairn::step_kind::moved, 0, 0};
        for (int i = 0; i < 150; i++) {
            if (i % 5 == 4)
                change(map, random);
            add_step(found, *agent, last);
        }
        found.add(map);
        found.add_bytes(*map.save_changes());
        print("change-" + who.name, found);
    }

    void repair(const cairn::db &labels)
    {
        hash found;
        random_numbers random{number_ + std::uint64_t{2000}};
        cairn::map map = open(true);
        auto rebuild = cairn::repair::create(map, labels);
        auto planner = cairn::planner::create(map, labels);
        for (int i = 0; i < 40; i++) {
            std::uint64_t spent = 0;
            change(map, random);
            demand(cairn::is_ok(rebuild->follow()), "follow");
            cairn::status code = rebuild->run(20 * CAIRN_MIN_REPAIR, &spent);
            found.add(code);
            found.add(spent);
            if (cairn::is_ok(code))
                if (auto db = rebuild->swap())
                    demand(cairn::is_ok(planner->set_db(*db)), "set_db");
            add_path(found, *planner, draw_problem(random));
        }
        print("repair", found);
    }

    void march(const walker &who, bool changing)
    {
        hash found;
        random_numbers random{number_ + std::uint64_t{3000}};
        cairn::map map = changing ? open(true) : map_;
        cairn::crowd_settings settings;
        settings.capacity = 80;
        settings.max_work = CAIRN_MIN_CROWD_WORK;
        settings.goal_policy = cairn::goal_policy::nearest;
        settings.stranded_policy = cairn::stranded_policy::leave;
        settings.occupancy = static_cast<cairn::occupancy>(number_ / 2 % 2);
        if (changing)
            settings.planner = *cairn::planner::create(map);
        auto crowd = cairn::crowd::create(map, who.by, settings);
        demand(bool(crowd), "cairn::crowd::create");
        cairn::cell goal = draw_problem(random).second;
        std::vector<cairn::member> members;
        for (int i = 0; i < 80; i++) {
            cairn::cell one = draw_problem(random).first;
            if (!map.has_path(one, goal))
                continue;
            if (auto member = crowd->add(one))
                members.push_back(*member);
        }
        (void)crowd->order(members, goal);
        for (int i = 0; i < 60; i++) {
            cairn::cell one = draw_problem(random).second;
            auto count = static_cast<std::uint32_t>(members.size());
            if (count > 0)
                (void)crowd->order(members[random.draw(count)], one);
            if (i % 8 == 7 && changing)
                change(map, random);
            found.add(crowd->step()->units);
            found.add(crowd->info()->hash);
        }
        print((changing ? "crowd-change-" : "crowd-") + who.name, found);
    }

    std::filesystem::path path_;
    std::uint32_t number_ = 0;
    std::string name_;
    cairn::map_settings settings_;
    cairn::map map_;
    cairn::map_info info_{};
};

} // namespace

int main(int argc, char **argv)
{
    if (argc != 2)
        return 2;
    std::vector<std::filesystem::path> paths;
    for (const auto &entry : std::filesystem::directory_iterator(argv[1]))
        if (entry.path().extension() == ".map")
            paths.push_back(entry.path());
    std::sort(paths.begin(), paths.end());
    for (const auto &path : paths)
        world(path).run();
    return 0;
}
