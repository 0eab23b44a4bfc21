// The lines of test/golden/walks.fnv, through the binding for JavaScript; in Node.js and in browsers.
// test/portable/hashes.c says what the lines are.

export const KINDS = "knn knn-fallback dlrta regions regions-ranges regions-tree labels labels-fallback dba hcdps";
const ALONE = ["LRTA", "ASTAR", "TBA", "LRTS", "RTAA", "LSS", "LRTAK", "PLRTA", "FALCONS"];

/** FNV-1a of bytes and of numbers of 64 bits, in two halves. */
class Hash {
  high = 0xcbf29ce4;
  low = 0x84222325;
  addByte(byte) {
    const low = (this.low ^ byte) >>> 0;
    const product = low * 0x1b3;
    this.high = (this.high * 0x1b3 + Math.floor(product / 4294967296) + ((low << 8) >>> 0)) >>> 0;
    this.low = product >>> 0;
  }
  addBytes(bytes) {
    for (const byte of bytes) this.addByte(byte);
  }
  add(...numbers) {
    for (const number of numbers) {
      const [low, high] = typeof number === "bigint"
        ? [Number(number & 0xffffffffn), Number(number >> 32n)]
        : [number >>> 0, Math.floor(number / 4294967296)];
      for (const half of [low, high]) for (let bit = 0; bit < 32; bit += 8) this.addByte((half >>> bit) & 0xff);
    }
  }
  toString() {
    return [this.high, this.low].map((half) => half.toString(16).padStart(8, "0")).join("");
  }
}

function makeRandom(seed) {
  let state = BigInt(seed);
  const word = (number) => BigInt.asUintN(64, number);
  return (end) => {
    state = word(state + 0x9e3779b97f4a7c15n);
    let one = word((state ^ (state >> 30n)) * 0xbf58476d1ce4e5b9n);
    one = word((one ^ (one >> 27n)) * 0x94d049bb133111ebn);
    return Number((one ^ (one >> 31n)) % BigInt(end));
  };
}

function makeRecipes({ Kind, Option }) {
  const recipes = [
    [Kind.KNN, { [Option.RECORDS]: 40 }],
    [Kind.KNN, { [Option.RECORDS]: 10, [Option.FALLBACK]: 1 }],
    [Kind.DLRTA, { [Option.LEVEL]: 7 }],
    [Kind.REGIONS, { [Option.REGION_CUTOFF]: 30 }],
    [Kind.REGIONS, { [Option.TABLE_REGIONS]: 0, [Option.REGION_CUTOFF]: 25 }],
    [Kind.REGIONS, { [Option.TABLE_REGIONS]: 0, [Option.RANGE_REGIONS]: 0 }],
    [Kind.LABELS, {}],
    [Kind.LABELS, { [Option.FALLBACK]: 1 }],
    [Kind.DBA, { [Option.SECTOR]: 1 }],
    [Kind.HCDPS, { [Option.NEIGHBOURHOOD]: 3 }],
  ];
  return KINDS.split(" ").map((name, index) => [name, ...recipes[index]]);
}

/** The lines of one map, named NN-KIND-SIZE-CORNERS; `api` is the module, `cairn` what it has loaded. */
export function hashMap(api, cairn, fileName, text) {
  const [digits, ...parts] = fileName.replace(".map", "").split("-");
  const number = Number(digits);
  const corners = api.Corners[parts.at(-1).toUpperCase()];
  const lines = [];
  const open = (changing) => cairn.Map.fromText(text, { corners, changing });
  const map = open(false);
  const { width, height } = map.info;
  const print = (what, hash) => lines.push(`${hash}  ${parts.join("-")}/${what}`);

  const drawProblem = (random) => {
    for (;;) {
      const cells = [0, 1].map(() => [random(width), random(height)]);
      if (map.hasPath(...cells)) return cells;
    }
  };
  const change = (which, random) => {
    const [x, y, wide, high] = [random(width), random(height), random(8) + 1, random(8) + 1];
    which.setRect({ x, y, width: Math.min(wide, width - x), height: Math.min(high, height - y) }, random(2) === 1);
  };
  const addMap = (hash, { info }) =>
    hash.add(info.openCells, info.components, info.largestComponent, info.fingerprint, info.state, info.version);
  // What a step answers; of one that fails, the status, and the last answer.
  const addStep = (hash, agent, last) => {
    let status = 0;
    try {
      last = agent.step();
    } catch (error) {
      if (!(error instanceof api.CairnError)) throw error;
      status = error.status;
    }
    hash.add(status, last.kind, last.x + last.y * 65536, last.units);
    return last;
  };
  const addPath = (hash, planner, problem) => {
    let tenths = 0;
    try {
      tenths = planner.distance(...problem);
    } catch (error) {
      hash.add(error.status, 0);
      return;
    }
    const path = planner.path(...problem);
    hash.add(0, tenths);
    for (let i = 0; i < path.length; i += 2) hash.add(path[i] + path[i + 1] * 65536);
  };

  const makeDb = ([name, kind, options]) => {
    const image = new cairn.Build(map, { kind, options }).run().toBytes();
    const hash = new Hash();
    hash.addBytes(image);
    print(`db-${name}`, hash);
    const db = cairn.Db.fromBytes(image);
    db.verify(number % 2 === 0 ? map : null);
    return [name, db, api.Algorithm.AUTO];
  };
  const walk = ([name, db, algorithm]) => {
    const [hash, random] = [new Hash(), makeRandom(number)];
    for (let busy = 0; busy < 2; busy++) {
      const agent = new cairn.Agent(map, db, { algorithm, maxWork: busy * api.MIN_WORK, busy });
      for (let problem = 0; problem < 2; problem++) {
        agent.start(...drawProblem(random));
        let last = { kind: 0, x: 0, y: 0, units: 0 };
        for (let i = 0; i < 300 && last.kind !== api.StepKind.ARRIVED; i++) last = addStep(hash, agent, last);
        hash.add(agent.stats.cost, agent.stats.learned);
      }
      agent.close();
    }
    print(`walk-${name}`, hash);
  };
  const find = (db, name) => {
    const [hash, random] = [new Hash(), makeRandom(number)];
    const planner = new cairn.Planner(map, db, { method: api.Method[name] });
    for (let i = 0; i < 8; i++) addPath(hash, planner, drawProblem(random));
    planner.close();
    print(`find-${name.toLowerCase()}`, hash);
  };
  const walkChanging = ([name, db, algorithm]) => {
    const [hash, random, living] = [new Hash(), makeRandom(number + 1000), open(true)];
    const planner = number % 2 === 0 ? new cairn.Planner(living) : null;
    const settings = { algorithm, planner, maxWork: 4 * api.MIN_WORK };
    const { NEAREST: goalPolicy } = api.GoalPolicy;
    const agent = new cairn.Agent(living, db, { ...settings, goalPolicy, strandedPolicy: api.StrandedPolicy.LEAVE });
    agent.start(...drawProblem(random));
    let last = { kind: 0, x: 0, y: 0, units: 0 };
    for (let i = 0; i < 150; i++) {
      if (i % 5 === 4) change(living, random);
      last = addStep(hash, agent, last);
    }
    addMap(hash, living);
    hash.addBytes(living.saveChanges());
    for (const one of [agent, planner, living]) one?.close();
    print(`change-${name}`, hash);
  };
  const repair = (db) => {
    const [hash, random, living] = [new Hash(), makeRandom(number + 2000), open(true)];
    const rebuild = new cairn.Repair(living, db);
    const planner = new cairn.Planner(living, db);
    for (let i = 0; i < 40; i++) {
      change(living, random);
      rebuild.follow();
      const { phase, spent } = rebuild.run(20 * api.MIN_REPAIR);
      hash.add(phase === api.RepairPhase.BUILDING ? api.Status.UNFINISHED : 0, spent);
      if (phase === api.RepairPhase.READY) planner.setDb(rebuild.swap());
      addPath(hash, planner, drawProblem(random));
    }
    for (const one of [planner, rebuild, living]) one.close();
    print("repair", hash);
  };

  const attempt = (call) => {
    try {
      return call();
    } catch (error) {
      if (!(error instanceof api.CairnError)) throw error;
      return null;
    }
  };
  const march = ([name, db], changing) => {
    const [hash, random] = [new Hash(), makeRandom(number + 3000)];
    const where = changing ? open(true) : map;
    const planner = changing ? new cairn.Planner(where) : null;
    const settings = { capacity: 80, maxWork: api.MIN_CROWD_WORK, occupancy: Math.floor(number / 2) % 2, planner };
    const policies = { goalPolicy: api.GoalPolicy.NEAREST, strandedPolicy: api.StrandedPolicy.LEAVE };
    const crowd = new cairn.Crowd(where, db, { ...settings, ...policies });
    const goal = drawProblem(random)[1];
    const members = [];
    for (let i = 0; i < 80; i++) {
      const [cell] = drawProblem(random);
      const member = where.hasPath(cell, goal) ? attempt(() => crowd.add(cell)) : null;
      if (member !== null) members.push(member);
    }
    attempt(() => crowd.order(members, goal));
    for (let i = 0; i < 60; i++) {
      const cell = drawProblem(random)[1];
      if (members.length > 0) {
        const member = members[random(members.length)];
        attempt(() => crowd.order(member, cell));
      }
      if (i % 8 === 7 && changing) change(where, random);
      hash.add(crowd.step().units, crowd.info.hash);
    }
    for (const one of [crowd, planner, changing ? where : null]) one?.close();
    print(`crowd-${changing ? "change-" : ""}${name}`, hash);
  };

  const hash = new Hash();
  addMap(hash, map);
  print("map", hash);
  const walkers = makeRecipes(api).map(makeDb);
  const labels = walkers[6][1];
  for (const name of ALONE) walkers.push([name.toLowerCase(), null, api.Algorithm[name]]);
  walkers.forEach(walk);
  for (const name of ["ASTAR", "JUMP", "LABELS"]) find(labels, name);
  walkers.forEach(walkChanging);
  repair(labels);
  for (const index of [1, 3, 6]) for (const changing of [false, true]) march(walkers[index], changing);
  return lines;
}
