// Made by scripts/make-bindings from the headers: do not edit.

/// The widest and the highest map, in cells.
pub const MAX_SIDE: u32 = 16384;
/// The component of a blocked cell.
pub const NO_COMPONENT: u32 = 4294967295;
/// Stands for any component in cairn_map_find_nearest_cell().
pub const ANY_COMPONENT: u32 = 4294967294;
pub const DB_FORMAT_VERSION: u32 = 2;
/// The fewest units of work that a call may be limited to.
pub const MIN_WORK: u32 = 1024;
/// How far an agent goes while it is busy.
pub const BUSY_MOVES: u32 = 16;
/// The farthest that an agent goes through blocked cells, in cells of octile distance.
pub const LEAVE_CELLS: u32 = 64;
/// A target that only optimal walks meet.
pub const TARGET_OPTIMAL: u32 = 4294967295;
/// The most members of a crowd.
pub const MAX_CAPACITY: u32 = 1048576;
/// The least budget of a frame.
pub const MIN_CROWD_WORK: u32 = 32768;
/// Units that an order takes of the next frame, for each member.
pub const ORDER_WORK: u32 = 8;
/// No limit, where an option says so.
pub const UNLIMITED: u32 = 4294967295;
/// The default of `changes`. A change that opens something begins a rebuild at once.
pub const REPAIR_CHANGES: u32 = 16;
/// The least units of a call of cairn_repair_run().
pub const MIN_REPAIR: u32 = 16384;

/// The result of every call that can fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(i32)]
#[non_exhaustive]
pub enum Status {
    /// success
    Ok = 0,
    /// an argument is null or out of range
    Argument = 1,
    /// out of memory
    Memory = 2,
    /// a file could not be read or written
    Io = 3,
    /// the text does not follow its format
    Syntax = 4,
    /// the input exceeds a limit of the library
    Limit = 5,
    /// the cell is blocked or outside the map
    Blocked = 6,
    /// no path joins the two cells
    NoPath = 7,
    /// the database, or what was saved, is damaged
    Corrupt = 8,
    /// the format version, kind or definition is none that this library knows
    Version = 9,
    /// it was made for another map, corner setting or definition
    Mismatch = 10,
    /// there is no room for more, of members or of learned values
    Full = 11,
    /// the work was interrupted by its caller
    Interrupted = 12,
    /// the caller's buffer is too small
    Capacity = 13,
    /// the map has no pair of cells a record could be made of
    NoRecord = 14,
    /// the database does not hold what its map demands
    Invalid = 15,
    /// the database is of another kind than is needed here
    Kind = 16,
    /// the units of work are used up before the work is done
    Unfinished = 17,
    /// the cell is taken by another agent, or kept free
    Taken = 18,
    /// the size that a struct begins with is not set
    NotSized = 19,
    /// the map was not opened as a changing one
    NotChanging = 20,
    /// a rectangle is empty, or it or a cell is not inside the map
    Outside = 21,
    /// nothing was started yet, or it failed to start
    NotStarted = 22,
    /// the build has not been run to its end
    NotRun = 23,
    /// the crowd has no such member, or not any more
    NoMember = 24,
    /// the crowd was made without occupancy
    NoOccupancy = 25,
    /// another thread uses the map
    InUse = 26,
}

impl Status {
    /// All of them, in the order of the headers.
    pub const ALL: &'static [Status] = &[
        Status::Ok,
        Status::Argument,
        Status::Memory,
        Status::Io,
        Status::Syntax,
        Status::Limit,
        Status::Blocked,
        Status::NoPath,
        Status::Corrupt,
        Status::Version,
        Status::Mismatch,
        Status::Full,
        Status::Interrupted,
        Status::Capacity,
        Status::NoRecord,
        Status::Invalid,
        Status::Kind,
        Status::Unfinished,
        Status::Taken,
        Status::NotSized,
        Status::NotChanging,
        Status::Outside,
        Status::NotStarted,
        Status::NotRun,
        Status::NoMember,
        Status::NoOccupancy,
        Status::InUse,
    ];

    /// The one with this number.
    pub fn from_number(number: i32) -> Option<Status> {
        Status::ALL.iter().copied().find(|one| *one as i32 == number)
    }
}

/// Whether a diagonal move may cut a corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
#[non_exhaustive]
pub enum Corners {
    /// a diagonal move needs both cells beside it open
    Strict = 0,
    /// a diagonal move needs only its target open
    Free = 1,
}

impl Corners {
    /// All of them, in the order of the headers.
    pub const ALL: &'static [Corners] = &[
        Corners::Strict,
        Corners::Free,
    ];

    /// The one with this number.
    pub fn from_number(number: u32) -> Option<Corners> {
        Corners::ALL.iter().copied().find(|one| *one as u32 == number)
    }
}

/// What a move costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
#[non_exhaustive]
pub enum Costs {
    /// a cardinal move costs 10, a diagonal one 14, in tenths
    Octile = 0,
    /// they cost 1 and the square root of 2; for A* alone
    Sqrt2 = 1,
}

impl Costs {
    /// All of them, in the order of the headers.
    pub const ALL: &'static [Costs] = &[
        Costs::Octile,
        Costs::Sqrt2,
    ];

    /// The one with this number.
    pub fn from_number(number: u32) -> Option<Costs> {
        Costs::ALL.iter().copied().find(|one| *one as u32 == number)
    }
}

/// A kind of database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
#[non_exhaustive]
pub enum Kind {
    /// the best kind for the map, where one is asked for
    Auto = 0,
    /// compressed optimal paths between random pairs of cells
    Knn = 1,
    /// regions of cells that climb to a seed, and ways between seeds
    Regions = 3,
    /// bends of the map, and the distances from each to shared hubs
    Labels = 4,
    /// regions of the map, and entry states between all pairs of them
    Dlrta = 2,
    /// regions of square sectors, and ways between them
    Dba = 5,
    /// regions of cells that climb to a seed, and a list of their cells
    Hcdps = 6,
}

impl Kind {
    /// All of them, in the order of the headers.
    pub const ALL: &'static [Kind] = &[
        Kind::Auto,
        Kind::Knn,
        Kind::Regions,
        Kind::Labels,
        Kind::Dlrta,
        Kind::Dba,
        Kind::Hcdps,
    ];

    /// The one with this number.
    pub fn from_number(number: u32) -> Option<Kind> {
        Kind::ALL.iter().copied().find(|one| *one as u32 == number)
    }
}

/// What a step did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
#[non_exhaustive]
pub enum StepKind {
    /// one move
    Moved = 0,
    /// one move, into the goal
    Arrived = 1,
    /// none
    Waited = 2,
    /// none
    Stranded = 3,
    /// none
    CutOff = 4,
    /// one move out of blocked cells (CAIRN_STRANDED_LEAVE)
    Leaving = 5,
}

impl StepKind {
    /// All of them, in the order of the headers.
    pub const ALL: &'static [StepKind] = &[
        StepKind::Moved,
        StepKind::Arrived,
        StepKind::Waited,
        StepKind::Stranded,
        StepKind::CutOff,
        StepKind::Leaving,
    ];

    /// The one with this number.
    pub fn from_number(number: u32) -> Option<StepKind> {
        StepKind::ALL.iter().copied().find(|one| *one as u32 == number)
    }
}

/// What an agent does in a step whose budget is used up before it knows where to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
#[non_exhaustive]
pub enum BusyPolicy {
    /// it stays where it is
    Wait = 0,
    /// it goes straight towards the goal, at most CAIRN_BUSY_MOVES moves from where its plan begins, then waits
    Move = 1,
}

impl BusyPolicy {
    /// All of them, in the order of the headers.
    pub const ALL: &'static [BusyPolicy] = &[
        BusyPolicy::Wait,
        BusyPolicy::Move,
    ];

    /// The one with this number.
    pub fn from_number(number: u32) -> Option<BusyPolicy> {
        BusyPolicy::ALL.iter().copied().find(|one| *one as u32 == number)
    }
}

/// Where an agent heads for if no path joins its start to the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
#[non_exhaustive]
pub enum GoalPolicy {
    /// nowhere
    Exact = 0,
    /// for the nearest cell to the goal that a path joins to the start (cairn_map_find_nearest_cell()), which steps search
    Nearest = 1,
}

impl GoalPolicy {
    /// All of them, in the order of the headers.
    pub const ALL: &'static [GoalPolicy] = &[
        GoalPolicy::Exact,
        GoalPolicy::Nearest,
    ];

    /// The one with this number.
    pub fn from_number(number: u32) -> Option<GoalPolicy> {
        GoalPolicy::ALL.iter().copied().find(|one| *one as u32 == number)
    }
}

/// What an agent does whose own cell is blocked by a change of the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
#[non_exhaustive]
pub enum StrandedPolicy {
    /// it stays where it is until its cell is open again
    Stay = 0,
    /// it goes straight, through blocked cells, to the nearest open one that a path joins to the goal
    Leave = 1,
}

impl StrandedPolicy {
    /// All of them, in the order of the headers.
    pub const ALL: &'static [StrandedPolicy] = &[
        StrandedPolicy::Stay,
        StrandedPolicy::Leave,
    ];

    /// The one with this number.
    pub fn from_number(number: u32) -> Option<StrandedPolicy> {
        StrandedPolicy::ALL.iter().copied().find(|one| *one as u32 == number)
    }
}

/// The states of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
#[non_exhaustive]
pub enum MemberState {
    /// the place is free
    None = 0,
    /// it has no order
    Idle = 1,
    /// it has no plan yet
    Waiting = 2,
    /// it walks by its plan
    Walking = 3,
    /// it is where it was ordered to
    Arrived = 4,
    /// a change has blocked its own cell
    Stranded = 5,
    /// the same, and it goes to an open one (CAIRN_STRANDED_LEAVE)
    Leaving = 6,
    /// a change has blocked its goal or the way there
    CutOff = 7,
    /// the database, which is damaged, leads no further
    Lost = 8,
    /// others are in its way, and it stays farther from its goal than one that has arrived
    Settled = 9,
}

impl MemberState {
    /// All of them, in the order of the headers.
    pub const ALL: &'static [MemberState] = &[
        MemberState::None,
        MemberState::Idle,
        MemberState::Waiting,
        MemberState::Walking,
        MemberState::Arrived,
        MemberState::Stranded,
        MemberState::Leaving,
        MemberState::CutOff,
        MemberState::Lost,
        MemberState::Settled,
    ];

    /// The one with this number.
    pub fn from_number(number: u32) -> Option<MemberState> {
        MemberState::ALL.iter().copied().find(|one| *one as u32 == number)
    }
}

/// Whether members keep clear of each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
#[non_exhaustive]
pub enum Occupancy {
    /// any number of members may share a cell
    Off = 0,
    /// at most one member in a cell
    Cells = 1,
}

impl Occupancy {
    /// All of them, in the order of the headers.
    pub const ALL: &'static [Occupancy] = &[
        Occupancy::Off,
        Occupancy::Cells,
    ];

    /// The one with this number.
    pub fn from_number(number: u32) -> Option<Occupancy> {
        Occupancy::ALL.iter().copied().find(|one| *one as u32 == number)
    }
}

/// What a figure counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
#[non_exhaustive]
pub enum FigureUnit {
    /// a number as it is
    Count = 0,
    /// 0 no, 1 yes
    Flag = 1,
}

impl FigureUnit {
    /// All of them, in the order of the headers.
    pub const ALL: &'static [FigureUnit] = &[
        FigureUnit::Count,
        FigureUnit::Flag,
    ];

    /// The one with this number.
    pub fn from_number(number: u32) -> Option<FigureUnit> {
        FigureUnit::ALL.iter().copied().find(|one| *one as u32 == number)
    }
}

/// An algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
#[non_exhaustive]
pub enum Algorithm {
    /// the one that the database is made for
    Auto = 0,
    /// kNN LRTA*: the subgoals of the most similar record
    Knn = 1,
    /// LRTA*
    Lrta = 2,
    /// climbs from seed to seed
    Regions = 11,
    /// optimal paths by hub labels over the map's bends
    Labels = 12,
    /// A*: the whole path before the first move
    Astar = 3,
    /// TBA*: time-bounded A*
    Tba = 4,
    /// LRTS: look-ahead by depth, max of mins, backtracking
    Lrts = 5,
    /// RTAA*: look-ahead by A*, learns in all expanded states
    Rtaa = 6,
    /// LSS-LRTA*: the same look-ahead, learns by Dijkstra's algorithm
    Lss = 7,
    /// D LRTA*: LRTA* to the entry state of the next region
    Dlrta = 10,
    /// LRTA*(k)
    Lrtak = 16,
    /// P-LRTA*: makes the most promising updates, from a queue
    Plrta = 17,
    /// FALCONS: learns g as well as h, and goes by their sum
    Falcons = 18,
    /// DBA*: from region to region of square sectors, without learning
    Dba = 13,
    /// HCDPS: from seed to seed by climbs, without learning
    Hcdps = 14,
}

impl Algorithm {
    /// All of them, in the order of the headers.
    pub const ALL: &'static [Algorithm] = &[
        Algorithm::Auto,
        Algorithm::Knn,
        Algorithm::Lrta,
        Algorithm::Regions,
        Algorithm::Labels,
        Algorithm::Astar,
        Algorithm::Tba,
        Algorithm::Lrts,
        Algorithm::Rtaa,
        Algorithm::Lss,
        Algorithm::Dlrta,
        Algorithm::Lrtak,
        Algorithm::Plrta,
        Algorithm::Falcons,
        Algorithm::Dba,
        Algorithm::Hcdps,
    ];

    /// The one with this number.
    pub fn from_number(number: u32) -> Option<Algorithm> {
        Algorithm::ALL.iter().copied().find(|one| *one as u32 == number)
    }
}

/// The numbers of the options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
#[non_exhaustive]
pub enum Choice {
    Candidates = 1,
    Cutoff = 2,
    Quota = 3,
    GMax = 4,
    Without = 5,
    Rank = 6,
    Skip = 7,
    Weight = 8,
    Lookahead = 9,
    Movements = 10,
    Depth = 11,
    LearningQuota = 12,
    History = 13,
    Slice = 14,
    TraceRatio = 15,
    LearnedCapacity = 16,
    NoGrowth = 17,
    Costs = 18,
    Lookup = 19,
    Updates = 24,
    Queue = 25,
    KeepLearning = 26,
    Adaptive = 27,
    Records = 64,
    Seed = 65,
    SkipDirect = 66,
    Fallback = 67,
    MaxEntries = 69,
    Level = 70,
    RegionCutoff = 71,
    TableRegions = 72,
    RangeRegions = 73,
    Problems = 74,
    MaxSeconds = 75,
    Cliques = 76,
    Sector = 77,
    Neighbourhood = 78,
}

impl Choice {
    /// All of them, in the order of the headers.
    pub const ALL: &'static [Choice] = &[
        Choice::Candidates,
        Choice::Cutoff,
        Choice::Quota,
        Choice::GMax,
        Choice::Without,
        Choice::Rank,
        Choice::Skip,
        Choice::Weight,
        Choice::Lookahead,
        Choice::Movements,
        Choice::Depth,
        Choice::LearningQuota,
        Choice::History,
        Choice::Slice,
        Choice::TraceRatio,
        Choice::LearnedCapacity,
        Choice::NoGrowth,
        Choice::Costs,
        Choice::Lookup,
        Choice::Updates,
        Choice::Queue,
        Choice::KeepLearning,
        Choice::Adaptive,
        Choice::Records,
        Choice::Seed,
        Choice::SkipDirect,
        Choice::Fallback,
        Choice::MaxEntries,
        Choice::Level,
        Choice::RegionCutoff,
        Choice::TableRegions,
        Choice::RangeRegions,
        Choice::Problems,
        Choice::MaxSeconds,
        Choice::Cliques,
        Choice::Sector,
        Choice::Neighbourhood,
    ];

    /// The one with this number.
    pub fn from_number(number: u32) -> Option<Choice> {
        Choice::ALL.iter().copied().find(|one| *one as u32 == number)
    }
}

/// How questions are answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
#[non_exhaustive]
pub enum Method {
    /// labels if the planner has some
    Auto = 0,
    /// A* over cells
    Astar = 1,
    /// jump point search
    Jump = 2,
    /// labels of a database of kind labels, or of an engine
    Labels = 3,
}

impl Method {
    /// All of them, in the order of the headers.
    pub const ALL: &'static [Method] = &[
        Method::Auto,
        Method::Astar,
        Method::Jump,
        Method::Labels,
    ];

    /// The one with this number.
    pub fn from_number(number: u32) -> Option<Method> {
        Method::ALL.iter().copied().find(|one| *one as u32 == number)
    }
}

/// What a repair is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
#[non_exhaustive]
pub enum RepairPhase {
    /// it waits for changes
    Idle = 0,
    /// cairn_repair_run() has work to do
    Building = 1,
    /// a database waits for cairn_repair_swap()
    Ready = 2,
}

impl RepairPhase {
    /// All of them, in the order of the headers.
    pub const ALL: &'static [RepairPhase] = &[
        RepairPhase::Idle,
        RepairPhase::Building,
        RepairPhase::Ready,
    ];

    /// The one with this number.
    pub fn from_number(number: u32) -> Option<RepairPhase> {
        RepairPhase::ALL.iter().copied().find(|one| *one as u32 == number)
    }
}
