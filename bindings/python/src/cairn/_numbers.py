"""The numbers of libcairn. Made by scripts/make-bindings from the headers: do not edit."""
import enum

VERSION = "0.1.0"
MAX_SIDE = 16384  # The widest and the highest map, in cells
NO_COMPONENT = 4294967295  # The component of a blocked cell
ANY_COMPONENT = 4294967294  # Stands for any component in cairn_map_find_nearest_cell()
DB_FORMAT_VERSION = 2
MIN_WORK = 1024  # The fewest units of work that a call may be limited to
BUSY_MOVES = 16  # How far an agent goes while it is busy
LEAVE_CELLS = 64  # The farthest that an agent goes through blocked cells, in cells of octile distance
TARGET_OPTIMAL = 4294967295  # A target that only optimal walks meet
MAX_CAPACITY = 1048576  # The most members of a crowd
MIN_CROWD_WORK = 32768  # The least budget of a frame
ORDER_WORK = 8  # Units that an order takes of the next frame, for each member
UNLIMITED = 4294967295  # No limit, where an option says so
REPAIR_CHANGES = 16  # The default of `changes`. A change that opens something begins a rebuild at once
MIN_REPAIR = 16384  # The least units of a call of cairn_repair_run()


class Status(enum.IntEnum):
    """The result of every call that can fail."""

    OK = 0  # success
    ARGUMENT = 1  # an argument is null or out of range
    MEMORY = 2  # out of memory
    IO = 3  # a file could not be read or written
    SYNTAX = 4  # the text does not follow its format
    LIMIT = 5  # the input exceeds a limit of the library
    BLOCKED = 6  # the cell is blocked or outside the map
    NO_PATH = 7  # no path joins the two cells
    CORRUPT = 8  # the database, or what was saved, is damaged
    VERSION = 9  # the format version, kind or definition is none that this library knows
    MISMATCH = 10  # it was made for another map, corner setting or definition
    FULL = 11  # there is no room for more, of members or of learned values
    INTERRUPTED = 12  # the work was interrupted by its caller
    CAPACITY = 13  # the caller's buffer is too small
    NO_RECORD = 14  # the map has no pair of cells a record could be made of
    INVALID = 15  # the database does not hold what its map demands
    KIND = 16  # the database is of another kind than is needed here
    UNFINISHED = 17  # the units of work are used up before the work is done
    TAKEN = 18  # the cell is taken by another agent, or kept free
    NOT_SIZED = 19  # the size that a struct begins with is not set
    NOT_CHANGING = 20  # the map was not opened as a changing one
    OUTSIDE = 21  # a rectangle is empty, or it or a cell is not inside the map
    NOT_STARTED = 22  # nothing was started yet, or it failed to start
    NOT_RUN = 23  # the build has not been run to its end
    NO_MEMBER = 24  # the crowd has no such member, or not any more
    NO_OCCUPANCY = 25  # the crowd was made without occupancy
    IN_USE = 26  # another thread uses the map


class Corners(enum.IntEnum):
    """Whether a diagonal move may cut a corner."""

    STRICT = 0  # a diagonal move needs both cells beside it open
    FREE = 1  # a diagonal move needs only its target open


class Costs(enum.IntEnum):
    """What a move costs."""

    OCTILE = 0  # a cardinal move costs 10, a diagonal one 14, in tenths
    SQRT2 = 1  # they cost 1 and the square root of 2; for A* alone


class Kind(enum.IntEnum):
    """A kind of database."""

    AUTO = 0  # the best kind for the map, where one is asked for
    KNN = 1  # compressed optimal paths between random pairs of cells
    REGIONS = 3  # regions of cells that climb to a seed, and ways between seeds
    LABELS = 4  # bends of the map, and the distances from each to shared hubs
    DLRTA = 2  # regions of the map, and entry states between all pairs of them
    DBA = 5  # regions of square sectors, and ways between them
    HCDPS = 6  # regions of cells that climb to a seed, and a list of their cells


class StepKind(enum.IntEnum):
    """What a step did."""

    MOVED = 0  # one move
    ARRIVED = 1  # one move, into the goal
    WAITED = 2  # none
    STRANDED = 3  # none
    CUT_OFF = 4  # none
    LEAVING = 5  # one move out of blocked cells (CAIRN_STRANDED_LEAVE)


class BusyPolicy(enum.IntEnum):
    """What an agent does in a step whose budget is used up before it knows where to go."""

    WAIT = 0  # it stays where it is
    MOVE = 1  # it goes straight towards the goal, at most CAIRN_BUSY_MOVES moves from where its plan begins, then waits


class GoalPolicy(enum.IntEnum):
    """Where an agent heads for if no path joins its start to the goal."""

    EXACT = 0  # nowhere
    NEAREST = 1  # for the nearest cell to the goal that a path joins to the start (cairn_map_find_nearest_cell()), which steps search


class StrandedPolicy(enum.IntEnum):
    """What an agent does whose own cell is blocked by a change of the map."""

    STAY = 0  # it stays where it is until its cell is open again
    LEAVE = 1  # it goes straight, through blocked cells, to the nearest open one that a path joins to the goal


class MemberState(enum.IntEnum):
    """The states of a member."""

    NONE = 0  # the place is free
    IDLE = 1  # it has no order
    WAITING = 2  # it has no plan yet
    WALKING = 3  # it walks by its plan
    ARRIVED = 4  # it is where it was ordered to
    STRANDED = 5  # a change has blocked its own cell
    LEAVING = 6  # the same, and it goes to an open one (CAIRN_STRANDED_LEAVE)
    CUT_OFF = 7  # a change has blocked its goal or the way there
    LOST = 8  # the database, which is damaged, leads no further
    SETTLED = 9  # others are in its way, and it stays farther from its goal than one that has arrived


class Occupancy(enum.IntEnum):
    """Whether members keep clear of each other."""

    OFF = 0  # any number of members may share a cell
    CELLS = 1  # at most one member in a cell


class FigureUnit(enum.IntEnum):
    """What a figure counts."""

    COUNT = 0  # a number as it is
    FLAG = 1  # 0 no, 1 yes


class Algorithm(enum.IntEnum):
    """An algorithm."""

    AUTO = 0  # the one that the database is made for
    KNN = 1  # kNN LRTA*: the subgoals of the most similar record
    LRTA = 2  # LRTA*
    REGIONS = 11  # climbs from seed to seed
    LABELS = 12  # optimal paths by hub labels over the map's bends
    ASTAR = 3  # A*: the whole path before the first move
    TBA = 4  # TBA*: time-bounded A*
    LRTS = 5  # LRTS: look-ahead by depth, max of mins, backtracking
    RTAA = 6  # RTAA*: look-ahead by A*, learns in all expanded states
    LSS = 7  # LSS-LRTA*: the same look-ahead, learns by Dijkstra's algorithm
    DLRTA = 10  # D LRTA*: LRTA* to the entry state of the next region
    LRTAK = 16  # LRTA*(k)
    PLRTA = 17  # P-LRTA*: makes the most promising updates, from a queue
    FALCONS = 18  # FALCONS: learns g as well as h, and goes by their sum
    DBA = 13  # DBA*: from region to region of square sectors, without learning
    HCDPS = 14  # HCDPS: from seed to seed by climbs, without learning


class Option(enum.IntEnum):
    """The numbers of the options."""

    CANDIDATES = 1
    CUTOFF = 2
    QUOTA = 3
    G_MAX = 4
    WITHOUT = 5
    RANK = 6
    SKIP = 7
    WEIGHT = 8
    LOOKAHEAD = 9
    MOVEMENTS = 10
    DEPTH = 11
    LEARNING_QUOTA = 12
    HISTORY = 13
    SLICE = 14
    TRACE_RATIO = 15
    LEARNED_CAPACITY = 16
    NO_GROWTH = 17
    COSTS = 18
    LOOKUP = 19
    UPDATES = 24
    QUEUE = 25
    KEEP_LEARNING = 26
    ADAPTIVE = 27
    RECORDS = 64
    SEED = 65
    SKIP_DIRECT = 66
    FALLBACK = 67
    MAX_ENTRIES = 69
    LEVEL = 70
    REGION_CUTOFF = 71
    TABLE_REGIONS = 72
    RANGE_REGIONS = 73
    PROBLEMS = 74
    MAX_SECONDS = 75
    CLIQUES = 76
    SECTOR = 77
    NEIGHBOURHOOD = 78


class Method(enum.IntEnum):
    """How questions are answered."""

    AUTO = 0  # labels if the planner has some
    ASTAR = 1  # A* over cells
    JUMP = 2  # jump point search
    LABELS = 3  # labels of a database of kind labels, or of an engine


class RepairPhase(enum.IntEnum):
    """What a repair is doing."""

    IDLE = 0  # it waits for changes
    BUILDING = 1  # cairn_repair_run() has work to do
    READY = 2  # a database waits for cairn_repair_swap()
