//! hashes MAPS: the lines of test/golden/walks.fnv, through the binding for Rust. MAPS is a folder of maps
//! NN-KIND-SIZE-CORNERS.map; test/portable/hashes.c says what the lines are.

use std::path::{Path, PathBuf};
use std::{env, fs};

use cairn::*;

const RECIPES: [(&str, Kind, &[(Choice, u64)]); 10] = [
    ("knn", Kind::Knn, &[(Choice::Records, 40)]),
    ("knn-fallback", Kind::Knn, &[(Choice::Records, 10), (Choice::Fallback, 1)]),
    ("dlrta", Kind::Dlrta, &[(Choice::Level, 7)]),
    ("regions", Kind::Regions, &[(Choice::RegionCutoff, 30)]),
    ("regions-ranges", Kind::Regions, &[(Choice::TableRegions, 0), (Choice::RegionCutoff, 25)]),
    ("regions-tree", Kind::Regions, &[(Choice::TableRegions, 0), (Choice::RangeRegions, 0)]),
    ("labels", Kind::Labels, &[]),
    ("labels-fallback", Kind::Labels, &[(Choice::Fallback, 1)]),
    ("dba", Kind::Dba, &[(Choice::Sector, 1)]),
    ("hcdps", Kind::Hcdps, &[(Choice::Neighbourhood, 3)]),
];

const ALONE: [(&str, Algorithm); 9] = [
    ("lrta", Algorithm::Lrta),
    ("astar", Algorithm::Astar),
    ("tba", Algorithm::Tba),
    ("lrts", Algorithm::Lrts),
    ("rtaa", Algorithm::Rtaa),
    ("lss", Algorithm::Lss),
    ("lrtak", Algorithm::Lrtak),
    ("plrta", Algorithm::Plrta),
    ("falcons", Algorithm::Falcons),
];

/// FNV-1a of bytes and of numbers of 64 bits.
struct Hash(u64);

impl Hash {
    fn new() -> Hash {
        Hash(0xcbf2_9ce4_8422_2325)
    }
    fn add_bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
    }
    fn add(&mut self, number: u64) {
        self.add_bytes(&number.to_le_bytes());
    }
    fn add_cell(&mut self, cell: Cell) {
        self.add(u64::from(cell.x()) | u64::from(cell.y()) << 16);
    }
    fn add_map(&mut self, map: &Grid) {
        let info = map.info();
        let counts = [info.open_cells, info.components, info.largest_component];
        counts.into_iter().for_each(|count| self.add(count.into()));
        [info.fingerprint, info.state, info.version.into()].into_iter().for_each(|one| self.add(one));
    }
    /// Of a step that fails, the status, and the last answer.
    fn add_step(&mut self, made: Result<Step>, last: &mut Step) {
        self.add(made.as_ref().map_or_else(|error| error.status as u64, |_| 0));
        *last = made.unwrap_or(*last);
        self.add(last.kind as u64);
        self.add_cell(last.cell);
        self.add(last.units);
    }
    fn add_path<P: Place>(&mut self, planner: &mut Planner<P>, problem: [Cell; 2]) {
        match planner.find_distance(problem[0], problem[1]) {
            Err(error) => {
                self.add(error.status as u64);
                self.add(0);
            }
            Ok(tenths) => {
                self.add(0);
                self.add(tenths.into());
                let path = planner.find_path(problem[0], problem[1]).unwrap();
                path.into_iter().for_each(|cell| self.add_cell(cell));
            }
        }
    }
}

struct Random(u64);

impl Random {
    fn draw(&mut self, end: u32) -> u16 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((word ^ (word >> 31)) % u64::from(end)) as u16
    }
}

const NO_STEP: Step = Step { kind: StepKind::Moved, cell: Cell::new(0, 0), units: 0 };

struct World {
    number: u64,
    name: String,
    corners: Corners,
    text: Vec<u8>,
    map: Map,
    info: MapInfo,
}

type Walker = (&'static str, Option<Db>, Algorithm);

impl World {
    fn new(path: &Path) -> World {
        let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
        let corners = if stem.ends_with("-free") { Corners::Free } else { Corners::Strict };
        let text = fs::read(path).unwrap();
        let map = Map::from_text(&text, corners).unwrap();
        let info = map.info();
        World { number: stem[..2].parse().unwrap(), name: stem[3..].to_string(), corners, text, map, info }
    }

    fn open_living(&self) -> LivingMap {
        LivingMap::from_text(&self.text, self.corners).unwrap()
    }

    fn print(&self, what: &str, which: &str, found: Hash) {
        println!("{:016x}  {}/{what}{which}", found.0, self.name);
    }

    fn make_db(&self, name: &'static str, kind: Kind, options: &[(Choice, u64)]) -> Walker {
        let settings = BuildSettings { kind, options: options.to_vec(), ..BuildSettings::default() };
        let image = Build::new(&self.map, settings).unwrap().run().unwrap().to_bytes().unwrap();
        let mut found = Hash::new();
        found.add_bytes(&image);
        self.print("db-", name, found);
        let db = Db::from_bytes(&image).unwrap();
        let map: &Grid = &self.map;
        db.verify(Some(map).filter(|_| self.number % 2 == 0)).unwrap();
        (name, Some(db), Algorithm::Auto)
    }

    fn draw_problem(&self, random: &mut Random) -> [Cell; 2] {
        loop {
            let cells = [0, 1].map(|_| {
                let x = random.draw(self.info.width);
                Cell::new(x, random.draw(self.info.height))
            });
            if self.map.has_path(cells[0], cells[1]) {
                return cells;
            }
        }
    }

    fn change(&self, map: &LivingMap, random: &mut Random) {
        let (x, y) = (random.draw(self.info.width), random.draw(self.info.height));
        let (width, height) = (random.draw(8) + 1, random.draw(8) + 1);
        let open = random.draw(2) == 1;
        let width = width.min(self.info.width as u16 - x);
        let height = height.min(self.info.height as u16 - y);
        map.set_rect(Rect { x, y, width, height }, open).unwrap();
    }

    fn walk(&self, (name, db, algorithm): &Walker) {
        let (mut found, mut random) = (Hash::new(), Random(self.number));
        for (max_work, busy) in [(0, BusyPolicy::Wait), (MIN_WORK, BusyPolicy::Move)] {
            let settings = AgentSettings { algorithm: *algorithm, max_work, busy, ..AgentSettings::default() };
            let mut agent = Agent::new(&self.map, db.as_ref(), &settings).unwrap();
            for _ in 0..2 {
                let problem = self.draw_problem(&mut random);
                agent.start(problem[0], problem[1]).unwrap();
                let mut last = NO_STEP;
                for _ in 0..300 {
                    found.add_step(agent.step(), &mut last);
                    if last.kind == StepKind::Arrived {
                        break;
                    }
                }
                found.add(agent.stats().cost);
                found.add(agent.stats().learned);
            }
        }
        self.print("walk-", name, found);
    }

    fn find(&self, name: &str, labels: &Db, method: Method) {
        let (mut found, mut random) = (Hash::new(), Random(self.number));
        let settings = PlannerSettings { method, ..PlannerSettings::default() };
        let mut planner = Planner::new(&self.map, Some(labels), settings).unwrap();
        for _ in 0..8 {
            found.add_path(&mut planner, self.draw_problem(&mut random));
        }
        self.print("find-", name, found);
    }

    fn walk_changing(&self, (name, db, algorithm): &Walker) {
        let (mut found, mut random) = (Hash::new(), Random(self.number + 1000));
        let map = self.open_living();
        let db = db.clone().map(LivingDb::from);
        let settings = AgentSettings {
            algorithm: *algorithm,
            max_work: 4 * MIN_WORK,
            goal_policy: GoalPolicy::Nearest,
            stranded_policy: StrandedPolicy::Leave,
            ..AgentSettings::default()
        };
        let mut agent = if self.number % 2 == 0 {
            let planner = Planner::new(&map, None, PlannerSettings::default()).unwrap();
            Agent::with_planner(&map, db.as_ref(), &settings, &planner).unwrap()
        } else {
            Agent::new(&map, db.as_ref(), &settings).unwrap()
        };
        let problem = self.draw_problem(&mut random);
        agent.start(problem[0], problem[1]).unwrap();
        let mut last = NO_STEP;
        for i in 0..150 {
            if i % 5 == 4 {
                self.change(&map, &mut random);
            }
            found.add_step(agent.step(), &mut last);
        }
        found.add_map(&map);
        found.add_bytes(&map.save_changes().unwrap());
        self.print("change-", name, found);
    }

    fn repair(&self, labels: &Db) {
        let (mut found, mut random) = (Hash::new(), Random(self.number + 2000));
        let map = self.open_living();
        let db = LivingDb::from(labels.clone());
        let mut repair = Repair::new(&map, &db, 0).unwrap();
        let mut planner = Planner::new(&map, Some(&db), PlannerSettings::default()).unwrap();
        for _ in 0..40 {
            self.change(&map, &mut random);
            repair.follow().unwrap();
            let (is_done, spent) = repair.run(u64::from(20 * MIN_REPAIR)).unwrap();
            found.add(if is_done { 0 } else { Status::Unfinished as u64 });
            found.add(spent);
            if is_done && repair.info().phase == RepairPhase::Ready {
                planner.set_db(&repair.swap().unwrap()).unwrap();
            }
            found.add_path(&mut planner, self.draw_problem(&mut random));
        }
        self.print("repair", "", found);
    }

    fn draw_members<P: Place>(&self, map: &P, crowd: &mut Crowd<P>, random: &mut Random) -> Vec<Member> {
        let goal = self.draw_problem(random)[1];
        let mut members = Vec::new();
        for _ in 0..80 {
            let cell = self.draw_problem(random)[0];
            if map.has_path(cell, goal) {
                members.extend(crowd.add(cell));
            }
        }
        let _ = crowd.order(&members, goal);
        members
    }

    fn march(&self, name: &str, db: &Db) {
        let settings = CrowdSettings {
            capacity: 80,
            max_work: MIN_CROWD_WORK.into(),
            goal_policy: GoalPolicy::Nearest,
            stranded_policy: StrandedPolicy::Leave,
            occupancy: if self.number / 2 % 2 == 0 { Occupancy::Off } else { Occupancy::Cells },
            ..CrowdSettings::default()
        };
        let mut crowd = Crowd::new(&self.map, db, &settings).unwrap();
        self.march_on("crowd-", name, &self.map, &mut crowd, |_, _| {});
        let map = self.open_living();
        let planner = Planner::new(&map, None, PlannerSettings::default()).unwrap();
        let mut crowd = Crowd::with_planner(&map, &db.clone().into(), &settings, planner).unwrap();
        self.march_on("crowd-change-", name, &map, &mut crowd, |i, random| {
            if i % 8 == 7 {
                self.change(&map, random);
            }
        });
    }

    fn march_on<P: Place>(
        &self,
        what: &str,
        name: &str,
        map: &P,
        crowd: &mut Crowd<P>,
        change: impl Fn(u32, &mut Random),
    ) {
        let (mut found, mut random) = (Hash::new(), Random(self.number + 3000));
        let members = self.draw_members(map, crowd, &mut random);
        for i in 0..60 {
            let cell = self.draw_problem(&mut random)[1];
            if !members.is_empty() {
                let member = members[usize::from(random.draw(members.len() as u32))];
                let _ = crowd.order(&[member], cell);
            }
            change(i, &mut random);
            found.add(crowd.step().unwrap().units);
            found.add(crowd.info().hash);
        }
        self.print(what, name, found);
    }

    fn run(&self) {
        let mut found = Hash::new();
        found.add_map(&self.map);
        self.print("map", "", found);
        let make = |&(name, kind, options): &(&'static str, Kind, &[(Choice, u64)])| self.make_db(name, kind, options);
        let mut walkers: Vec<Walker> = RECIPES.iter().map(make).collect();
        let labels = walkers[6].1.clone().unwrap();
        walkers.extend(ALONE.iter().map(|&(name, algorithm)| (name, None, algorithm)));
        walkers.iter().for_each(|one| self.walk(one));
        self.find("astar", &labels, Method::Astar);
        self.find("jump", &labels, Method::Jump);
        self.find("labels", &labels, Method::Labels);
        walkers.iter().for_each(|one| self.walk_changing(one));
        self.repair(&labels);
        for index in [1, 3, 6] {
            self.march(walkers[index].0, walkers[index].1.as_ref().unwrap());
        }
    }
}

fn main() {
    let folder = env::args().nth(1).expect("hashes MAPS");
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().map_or(false, |ending| ending == "map"));
    paths.sort();
    paths.iter().for_each(|path| World::new(path).run());
}
