"""What all languages' bindings are made from: the dump of the API, cut to what is bound.

Bound are the headers for games, and the numbers of the options. What tools and researchers have
besides (tools.h, the rest of lab.h) is for C.
"""
import re

from api_headers import HeaderError

LEFT_OUT = {"tools.h", "lab.h", "lab_build.h", "lab_db.h"}
KEPT_CONSTANTS = {"CAIRN_UNLIMITED"}  # of headers that are left out
BOUND_OF_LAB = {  # of headers that are left out
    "cairn_agent_forget",
    "cairn_agent_get_stats",
    "cairn_agent_stats",
    "cairn_algorithm_find",
    "cairn_algorithm_get_name",
    "cairn_db_find_figure",
    "cairn_db_get_figure",
    "cairn_figure",
    "cairn_kind_get_name",
    "cairn_map_load_changes",
    "cairn_map_save_changes",
}
KEPT_STRUCTS = {"cairn_landmarks", "cairn_fragments", "cairn_engine"}  # opaque: pointers lead to them
UNBOUND_ENUMS = {"CAIRN_UNIT_", "CAIRN_ENHANCE_", "CAIRN_CHECKPOINT_", "CAIRN_PLACE_", "CAIRN_"}

# Constants of one enum of C: what they begin with, and the name of the type in other languages.
ENUMS = {
    "cairn_status": ("CAIRN_", "Status"),
    "cairn_algorithm": ("CAIRN_(?:ALGORITHM_)?", "Algorithm"),
    "CAIRN_CORNERS_": ("CAIRN_CORNERS_", "Corners"),
    "CAIRN_COSTS_": ("CAIRN_COSTS_", "Costs"),
    "CAIRN_DB_": ("CAIRN_DB_", "Kind"),
    "CAIRN_FIGURE_": ("CAIRN_FIGURE_", "FigureUnit"),
    "CAIRN_BUSY_": ("CAIRN_BUSY_", "BusyPolicy"),
    "CAIRN_GOAL_": ("CAIRN_GOAL_", "GoalPolicy"),
    "CAIRN_STRANDED_": ("CAIRN_STRANDED_", "StrandedPolicy"),
    "CAIRN_STEP_": ("CAIRN_STEP_", "StepKind"),
    "CAIRN_METHOD_": ("CAIRN_METHOD_", "Method"),
    "CAIRN_REPAIR_": ("CAIRN_REPAIR_", "RepairPhase"),
    "CAIRN_MEMBER_": ("CAIRN_MEMBER_", "MemberState"),
    "CAIRN_OCCUPANCY_": ("CAIRN_OCCUPANCY_", "Occupancy"),
    "CAIRN_OPTION_": ("CAIRN_OPTION_", "Option"),
}

# What the header says in words: where a kind is asked for, 0 is AUTO.
ADDED = {"Kind": [("AUTO", 0, "the best kind for the map, where one is asked for", "0")]}


class Enum:
    """name, doc, and members: (name, number, doc, name in C)."""

    def __init__(self, name, doc, members):
        self.name, self.doc, self.members = name, doc, members


class Kind:
    """A type of C: the name without const and stars, how many stars, and whether it is const."""

    def __init__(self, api, text, count=None):
        self.const = "const" in text
        self.stars = text.count("*")
        self.is_function = "(*)" in text or any(one["name"] == text for one in api["callbacks"])
        self.name = re.sub(r"\bconst\b|\*", "", text).strip()
        self.number = self.find_number(api)
        self.count = int(count) if count else None

    def find_number(self, api):
        types = {one["name"]: one["type"] for one in api["types"]}
        name = self.name
        while name in types:
            name = types[name]
        return name


def get_prefix(names):
    """What all names begin with, up to an underline."""
    first, last = min(names), max(names)
    same = next((i for i, letter in enumerate(first) if letter != last[i : i + 1]), len(first))
    return first[: first[:same].rfind("_") + 1]


def shorten(doc):
    """The first sentence of a comment in one line."""
    doc = re.sub(r"\s+", " ", doc)
    first = re.split(r"(?<=[a-z)])[.:;] ", doc)[0]
    return first.rstrip(".")


def read_enums(api):
    groups = {}
    for one in api["constants"]:
        if one["group"]:
            groups.setdefault(one["group"], []).append(one)
    docs = {one["name"]: one["doc"] for one in api["types"]}
    texts = {row["values"][0]: row["values"][2] for row in find_list(api, "CAIRN_STATUS_LIST")}
    for group, members in groups.items():
        prefix = get_prefix([one["name"] for one in members])
        if prefix in UNBOUND_ENUMS and group not in ENUMS:
            continue
        if group not in ENUMS and prefix not in ENUMS:
            raise HeaderError(f"scripts/bindings/model.py has no name for {prefix}*")
        cut, name = ENUMS.get(group) or ENUMS[prefix]
        rows = list(ADDED.get(name, []))
        for one in members:
            short = re.sub(f"^{cut}", "", one["name"])
            doc = texts[short] if name == "Status" else shorten(one["doc"])
            rows.append((short, one["value"], doc, one["name"]))
        yield Enum(name, shorten(docs.get(group, "")) or name, rows)


def find_list(api, name):
    return next(one["rows"] for one in api["lists"] if one["name"] == name)


def is_bound(one):
    return one["header"] not in LEFT_OUT or one["name"] in BOUND_OF_LAB


class Model:
    """enums, constants (name without CAIRN_, number, doc), structs, functions of the bound part."""

    def __init__(self, api):
        self.api, self.version = api, api["version"]
        self.enums = list(read_enums(api))
        self.constants = [
            (one["name"].replace("CAIRN_", "", 1), one["value"], shorten(one["doc"]))
            for one in api["constants"]
            if not one["group"] and (is_bound(one) or one["name"] in KEPT_CONSTANTS)
        ]
        structs = [one for one in api["structs"] if is_bound(one) or one["name"] in KEPT_STRUCTS]
        self.opaque = [one for one in structs if one["opaque"] or one["name"] in KEPT_STRUCTS]
        self.structs = sort_structs([one for one in structs if one not in self.opaque])
        self.callbacks = [one for one in api["callbacks"] if is_bound(one)]
        self.functions = [one for one in api["functions"] if is_bound(one) and not one["inline"]]

    def get_kind(self, entry):
        return Kind(self.api, entry["type"], entry.get("count"))

    def get_result(self, function):
        return Kind(self.api, function["returns"])


def sort_structs(structs):
    """A struct behind those that it holds."""
    names, done = {one["name"] for one in structs}, []

    def add(one):
        for field in one["fields"]:
            if field["type"] in names:
                add(next(other for other in structs if other["name"] == field["type"]))
        if one not in done:
            done.append(one)

    for one in structs:
        add(one)
    return done


def to_camel(name):
    """NO_PATH -> NoPath; cairn_map_get_info -> CairnMapGetInfo."""
    return "".join(part.capitalize() for part in name.lower().split("_"))
