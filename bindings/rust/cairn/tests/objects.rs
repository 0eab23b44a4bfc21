//! Objects, errors, lifetimes.

use std::cell::Cell as Counter;
use std::fs;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use cairn::*;

const WIDTH: u32 = 40;
const HEIGHT: u32 = 30;
const HERE: Cell = Cell::new(3, 4);
const THERE: Cell = Cell::new(35, 6);

/// A room with a wall across it, which has a door at (20, 25).
fn draw_room() -> Vec<u8> {
    let mut cells = vec![1; (WIDTH * HEIGHT) as usize];
    for y in (0..HEIGHT).filter(|&y| y != 25) {
        cells[(y * WIDTH + 20) as usize] = 0;
    }
    cells
}

fn make_map() -> Map {
    Map::from_cells(WIDTH, HEIGHT, &draw_room(), Corners::Strict).unwrap()
}

fn make_living() -> LivingMap {
    LivingMap::from_cells(WIDTH, HEIGHT, &draw_room(), Corners::Strict).unwrap()
}

fn make_planner(map: &LivingMap) -> Planner<LivingMap> {
    Planner::new(map, None, PlannerSettings::default()).unwrap()
}

fn make_db<P: Place>(map: &P) -> Db {
    build(map).unwrap()
}

fn golden() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../test/golden")
}

#[track_caller]
fn fails<T>(status: Status, result: Result<T>) -> Error {
    match result {
        Ok(_) => panic!("it did not fail with {status:?}"),
        Err(error) => {
            assert_eq!(error.status, status, "{error}");
            assert!(!error.to_string().is_empty());
            error
        }
    }
}

#[test]
fn maps() {
    let map = make_map();
    assert_eq!(map.info().open_cells, WIDTH * HEIGHT - HEIGHT + 1);
    for (i, open) in draw_room().into_iter().enumerate() {
        let cell = Cell::new((i as u32 % WIDTH) as u16, (i as u32 / WIDTH) as u16);
        assert_eq!(map.is_open(cell), open != 0);
    }
    assert!(map.has_path(HERE, THERE) && map.component(Cell::new(20, 3)).is_none());
    assert_eq!(map.find_nearest(Cell::new(20, 25), None).unwrap(), Cell::new(20, 25));
    let all = Rect { x: 0, y: 0, width: WIDTH as u16, height: HEIGHT as u16 };
    assert_eq!(map.cells(all).unwrap(), draw_room());
    assert_eq!(map.cells(Rect { x: 19, y: 24, width: 2, height: 2 }).unwrap(), [1, 0, 1, 1]);
    fails(Status::Outside, map.cells(Rect { x: 1, ..all }));
    fails(Status::Outside, map.cells(Rect { width: 0, ..all }));
    let text = "type octile\nheight 2\nwidth 3\nmap\n..@\n...\n";
    assert_eq!(Map::from_text(text, Corners::Free).unwrap().info().open_cells, 5);
    assert!(fails(Status::Syntax, Map::from_text(&text[..text.len() - 2], Corners::Strict)).line > 0);
    fails(Status::Io, Map::open("/nowhere/lost.map", Corners::Strict));
    fails(Status::Argument, Map::open("a\0b", Corners::Strict));
    fails(Status::Argument, Map::from_cells(3, 3, &[1; 8], Corners::Strict));
    fails(Status::Limit, Map::from_cells(0, 0, &[], Corners::Strict));
}

#[test]
fn agents_walk_what_planners_find() {
    let map = make_map();
    let db = make_db(&map);
    let mut agent = Agent::new(&map, Some(&db), &AgentSettings::default()).unwrap();
    let mut planner = Planner::new(&map, Some(&db), PlannerSettings::default()).unwrap();
    drop((map, db)); // they are kept
    agent.start(HERE, THERE).unwrap();
    let steps = agent.steps().collect::<Result<Vec<Step>>>().unwrap();
    assert_eq!(steps.last().unwrap().kind, StepKind::Arrived);
    assert_eq!((agent.cell(), agent.goal()), (THERE, THERE));
    let path = planner.find_path(HERE, THERE).unwrap();
    assert_eq!((path.len(), path[0], path[path.len() - 1]), (steps.len() + 1, HERE, THERE));
    assert_eq!(agent.stats().cost, u64::from(planner.find_distance(HERE, THERE).unwrap()));
    assert!(planner.find_waypoints(HERE, THERE).unwrap().len() < path.len());
    let mut room = [Cell::default(); 2];
    planner.ask(HERE, THERE).unwrap();
    fails(Status::Unfinished, planner.found_distance());
    while !planner.run(MIN_WORK.into()).unwrap() {}
    assert_eq!(u64::from(planner.found_distance().unwrap()), agent.stats().cost);
    assert_eq!((planner.found_path(0, &mut room).unwrap(), room[0]), (2, HERE));
    assert_eq!((planner.found_waypoints(0, &mut room).unwrap(), room[0]), (2, HERE));
    fails(Status::Blocked, planner.find_distance(HERE, Cell::new(20, 3)));
    fails(Status::Blocked, agent.start(HERE, Cell::new(20, 3)));
}

#[test]
fn options_and_budgets() {
    let map = make_map();
    fails(Status::Kind, Agent::new(&map, None, &AgentSettings::default()));
    let settings = AgentSettings {
        algorithm: Algorithm::Lrta,
        max_work: MIN_WORK,
        options: vec![(Choice::GMax, 20)],
        ..AgentSettings::default()
    };
    let mut agent = Agent::new(&map, None, &settings).unwrap();
    assert!(fails(Status::NotStarted, agent.step()).text.contains("no problem"));
    agent.start(HERE, THERE).unwrap();
    assert!(agent.steps().all(|step| step.unwrap().units <= u64::from(MIN_WORK)));
    assert!(agent.stats().learned > 0);
    agent.forget().unwrap();
    let wrong = AgentSettings { options: vec![(Choice::GMax, 1)], ..settings };
    fails(Status::Argument, Agent::new(&map, None, &wrong));
}

#[test]
fn threads_share_maps_and_databases() {
    let map = make_map();
    let db = make_db(&map);
    let walkers: Vec<_> = (0..4)
        .map(|_| {
            let (map, db) = (map.clone(), db.clone());
            thread::spawn(move || {
                let mut agent = Agent::new(&map, Some(&db), &AgentSettings::default()).unwrap();
                agent.start(HERE, THERE).unwrap();
                agent.steps().count()
            })
        })
        .collect();
    let counts: Vec<usize> = walkers.into_iter().map(|one| one.join().unwrap()).collect();
    assert!(counts.iter().all(|&count| count == counts[0] && count > 0));
}

#[test]
fn files_that_must_fail() {
    let map = Map::open(golden().join("caves.map"), Corners::Strict).unwrap();
    let mut seen = 0;
    for entry in fs::read_dir(golden()).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let status = match name.strip_prefix("fail-") {
            Some(rest) => rest.split('-').next().unwrap().to_string(),
            None => continue,
        };
        let opened = Db::open(&path).and_then(|db| db.verify(Some(&map)));
        // SAFETY: the golden files stay as they are.
        let mapped = unsafe { Db::open_mapped(&path) }.and_then(|db| db.verify(Some(&map)));
        let copied = Db::from_bytes(&fs::read(&path).unwrap()).and_then(|db| db.verify(Some(&map)));
        for result in [opened, mapped, copied] {
            assert_eq!(format!("{:?}", result.unwrap_err().status).to_uppercase(), status, "{name}");
        }
        seen += 1;
    }
    assert!(seen > 5);
    fails(Status::Corrupt, Db::from_bytes(&[]));
    fails(Status::Corrupt, Db::from_bytes(&[0; 4000]));
    fails(Status::Corrupt, Db::open(golden().join("caves.map")));
    fails(Status::Io, Db::open(golden()));
    assert!(fails(Status::Io, Db::open("/nowhere/lost.cairn")).text.contains("lost.cairn"));
    fails(Status::Mismatch, Agent::new(&map, Some(&make_db(&make_map())), &AgentSettings::default()));
}

/// Memory that is mapped would be gone with the file's bytes.
#[test]
fn an_open_database_survives_its_file() {
    let map = make_map();
    let path = std::env::temp_dir().join(format!("cairn-{}.cairn", std::process::id()));
    Build::new(&map, BuildSettings::default()).unwrap().run().unwrap().write(&path).unwrap();
    let db = Db::open(&path).unwrap();
    fs::File::create(&path).unwrap(); // truncates it
    db.verify(Some(&map)).unwrap();
    let mut planner = Planner::new(&map, Some(&db), PlannerSettings::default()).unwrap();
    planner.find_path(HERE, THERE).unwrap();
    fs::remove_file(&path).unwrap();
}

#[test]
fn damaged_bytes_never_crash() {
    let map = make_map();
    let settings = BuildSettings { kind: Kind::Labels, ..BuildSettings::default() };
    let mut image = Build::new(&map, settings).unwrap().run().unwrap().to_bytes().unwrap();
    let walk = |image: &[u8]| -> Result<()> {
        let db = Db::from_bytes(image)?;
        let mut agent = Agent::new(&map, Some(&db), &AgentSettings::default())?;
        agent.start(HERE, THERE)?;
        agent.steps().take(100).collect::<Result<Vec<Step>>>()?;
        Planner::new(&map, Some(&db), PlannerSettings::default())?.find_path(HERE, THERE).map(drop)
    };
    for place in (0..image.len()).step_by(7) {
        image[place] ^= 0x5a;
        let _ = walk(&image);
        image[place] ^= 0x5a;
    }
}

#[test]
fn builds() {
    let map = make_living();
    let (told, refused) = (Counter::new(0), Counter::new(0));
    let settings = |progress| BuildSettings {
        kind: Kind::Knn,
        options: vec![(Choice::Records, 20)],
        progress,
        ..BuildSettings::default()
    };
    let meddle = |_: &Progress| {
        told.set(told.get() + 1);
        let rect = Rect { x: 1, y: 1, width: 1, height: 1 };
        refused.set(refused.get() + map.set_rect(rect, false).is_err() as i32);
        true
    };
    let mut build = Build::new(&map, settings(Some(Box::new(meddle)))).unwrap();
    let image = build.run().unwrap().to_bytes().unwrap();
    assert!(told.get() > 0 && refused.get() == told.get());
    assert_eq!((build.report().bytes, build.report().kind), (image.len() as u64, Kind::Knn));
    fails(Status::Io, build.write("/nowhere/lost.cairn"));
    let db = Db::from_bytes(&image).unwrap();
    db.verify(Some(&map)).unwrap();
    assert_eq!(db.figures()[0], ("records".to_string(), 20));
    fails(Status::Interrupted, Build::new(&map, settings(Some(Box::new(|_| false)))).unwrap().run());
    let panicked = std::panic::catch_unwind(|| {
        let panics: Box<dyn FnMut(&Progress) -> bool> = Box::new(|_| panic!("from the callback"));
        let settings = BuildSettings { kind: Kind::Knn, progress: Some(panics), ..BuildSettings::default() };
        let _ = Build::new(&make_map(), settings).unwrap().run();
    });
    assert!(panicked.is_err());
}

#[test]
fn changes() {
    let map = make_living();
    let db = LivingDb::from(make_db(&map));
    let planner = make_planner(&map);
    let mut agent = Agent::with_planner(&map, Some(&db), &AgentSettings::default(), &planner).unwrap();
    drop((planner, db));
    agent.start(HERE, THERE).unwrap();
    map.set_rect(Rect { x: 20, y: 25, width: 1, height: 1 }, false).unwrap();
    assert_eq!(agent.step().unwrap().kind, StepKind::CutOff);
    let mut saved = map.save_changes().unwrap();
    map.set_cells(&[Cell::new(20, 2), Cell::new(20, 3)], true).unwrap();
    assert_eq!(agent.steps().last().unwrap().unwrap().cell, THERE);
    map.load_changes(&saved).unwrap();
    assert!(!map.has_path(HERE, THERE));
    *saved.last_mut().unwrap() ^= 1;
    fails(Status::Corrupt, map.load_changes(&saved));
    let area = Rect { x: 1, y: 1, width: 3, height: 2 };
    map.apply(&[Change::Draw(area, &[0; 6]), Change::Fill(Rect { x: 20, y: 25, width: 1, height: 1 }, true)]).unwrap();
    assert!(!map.is_open(Cell::new(3, 2)) && map.is_open(Cell::new(20, 25)));
    fails(Status::Argument, map.apply(&[Change::Draw(area, &[0; 5])]));
    assert_eq!(map.snapshot().unwrap().info().fingerprint, map.info().state);
}

/// A swap may not close a database that an agent still has.
#[test]
fn repairs() {
    let map = make_living();
    let mut db = LivingDb::from(make_db(&map));
    let mut repair = Repair::new(&map, &db, 0).unwrap();
    let mut agent = Some(Agent::new(&map, Some(&db), &AgentSettings::default()).unwrap());
    fails(Status::Unfinished, repair.swap());
    for i in 0..3 {
        map.set_rect(Rect { x: 20, y: 2 + 2 * i, width: 1, height: 1 }, true).unwrap();
        repair.follow().unwrap();
        while !repair.run(MIN_REPAIR.into()).unwrap().0 {}
        if i == 2 {
            fails(Status::Argument, repair.swap());
            agent = None;
        }
        db = repair.swap().unwrap();
        db.verify(None).unwrap();
        if i == 0 {
            agent.as_mut().unwrap().set_db(&db).unwrap();
        }
    }
    assert!(agent.is_none());
    assert_eq!(repair.info().swaps, 3);
    drop(repair);
    let mut planner = Planner::new(&map, Some(&db), PlannerSettings::default()).unwrap();
    assert_eq!(planner.find_distance(HERE, THERE).unwrap(), 10 * 32 + 4 * 2);
}

#[test]
fn crowds() {
    let map = make_map();
    let settings = CrowdSettings { capacity: 10, occupancy: Occupancy::Cells, ..CrowdSettings::default() };
    let mut crowd = Crowd::new(&map, &make_db(&map), &settings).unwrap();
    drop(map);
    let members: Vec<Member> = (0..10).map(|i| crowd.add(Cell::new(2 + i, 3)).unwrap()).collect();
    assert_eq!((crowd.cells().len(), crowd.cells()[4]), (10, Cell::new(6, 3)));
    fails(Status::Full, crowd.add(Cell::new(2, 5)));
    assert_eq!((crowd.find(Cell::new(4, 3)), crowd.find(THERE)), (Some(members[2]), None));
    crowd.order(&members, THERE).unwrap();
    for _ in 0..20 {
        crowd.step().unwrap();
    }
    let (mut saved, hash) = (crowd.save().unwrap(), crowd.info().hash);
    for _ in 0..1000 {
        if crowd.step().unwrap().walking == 0 {
            break;
        }
    }
    assert!(crowd.states().iter().all(|&state| state == MemberState::Arrived as u8));
    for &member in &members {
        assert_eq!(crowd.member(member).unwrap().cell, crowd.cells()[member.index()]);
    }
    crowd.load(&saved).unwrap();
    assert_eq!(crowd.info().hash, hash);
    let middle = saved.len() / 2;
    saved[middle] ^= 1;
    fails(Status::Corrupt, crowd.load(&saved));
    crowd.remove(members[3]).unwrap();
    assert!(fails(Status::NoMember, crowd.remove(members[3])).text.contains("no member number"));
    fails(Status::NoMember, crowd.halt(members[3]));
    assert!(fails(Status::Blocked, crowd.push(members[4], Cell::new(20, 3))).text.contains("(20, 3)"));
    crowd.reserve(Cell::new(1, 1), 5).unwrap();
}

const MANY: u32 = 8192;

fn make_crowd(map: &Map) -> Crowd {
    let settings = CrowdSettings { capacity: MANY, ..CrowdSettings::default() };
    let mut crowd = Crowd::new(map, &make_db(map), &settings).unwrap();
    for i in 0..MANY {
        let member = crowd.add(Cell::new((i % 20) as u16, (i % 30) as u16)).unwrap();
        crowd.order(&[member], THERE).unwrap();
    }
    crowd
}

#[test]
fn threads_that_are_lent_change_nothing_but_time() {
    let map = make_map();
    let (mut alone, mut shared, mut careless) = (make_crowd(&map), make_crowd(&map), make_crowd(&map));
    let pieces = AtomicU32::new(0);
    for _ in 0..30 {
        let frame = alone.step().unwrap();
        let of_threads = shared.step_shared(|count, piece| {
            thread::scope(|threads| {
                for i in 0..count {
                    let pieces = &pieces;
                    threads.spawn(move || {
                        piece(i);
                        pieces.fetch_add(1, Ordering::Relaxed);
                    });
                }
            })
        });
        assert_eq!(of_threads.unwrap(), frame);
        // Some pieces left out, others asked for twice or not there at all.
        let of_few = careless.step_shared(|count, piece| [0, 0, count, u32::MAX].iter().for_each(|&i| piece(i)));
        assert_eq!(of_few.unwrap(), frame);
    }
    assert!(pieces.load(Ordering::Relaxed) > 30);
    assert_eq!(shared.info().hash, alone.info().hash);
    assert_eq!(careless.info().hash, alone.info().hash);
}

#[test]
fn a_panic_of_what_shares_goes_on_after_the_frame() {
    let map = make_map();
    let (mut alone, mut shared) = (make_crowd(&map), make_crowd(&map));
    alone.step().unwrap();
    let caught = catch_unwind(AssertUnwindSafe(|| shared.step_shared(|_, _| panic!("no threads"))));
    assert_eq!(caught.unwrap_err().downcast_ref(), Some(&"no threads"));
    assert_eq!(shared.info().hash, alone.info().hash);
    assert_eq!(shared.step().unwrap(), alone.step().unwrap());
}

#[test]
fn what_shares_cannot_change_the_map() {
    let map = make_living();
    let db = LivingDb::from(make_db(&map));
    let settings = CrowdSettings { capacity: MANY, ..CrowdSettings::default() };
    let mut crowd = Crowd::with_planner(&map, &db, &settings, make_planner(&map)).unwrap();
    for _ in 0..MANY {
        crowd.add(HERE).unwrap();
    }
    let mut repair = Repair::new(&map, &db, 0).unwrap();
    let mut refused = 0;
    crowd
        .step_shared(|_, _| {
            fails(Status::Argument, map.set_cells(&[THERE], false));
            fails(Status::Argument, repair.swap());
            refused += 1;
        })
        .unwrap();
    assert!(refused > 0);
    map.set_cells(&[THERE], false).unwrap();
}

#[test]
fn crowds_have_their_planner_alone() {
    let map = make_living();
    let db = LivingDb::from(make_db(&map));
    let planner = make_planner(&map);
    let agent = Agent::with_planner(&map, Some(&db), &AgentSettings::default(), &planner).unwrap();
    fails(Status::Argument, Crowd::with_planner(&map, &db, &CrowdSettings::default(), planner));
    drop(agent);
}
