"""The generated part of bindings/js: enums, with types, and where fields lie in WebAssembly's memory.

Beside what all bindings have, the half with the builder has some calls of lab.h and tools.h, for tools that
run in a browser.
"""

from api_headers import HeaderError

READERS = {
    "char": "u8",
    "uint8_t": "u8",
    "uint16_t": "u16",
    "int32_t": "i32",
    "uint32_t": "u32",
    "uint64_t": "u64",
    "size_t": "u32",
    "double": "f64",
}

LAB_CALLS = {
    "cairn_agent_get_plan",
    "cairn_db_find_nearest",
    "cairn_db_get_place",
    "cairn_db_get_record",
    "cairn_planner_get_stats",
    "cairn_scenario_close",
    "cairn_scenario_open_memory",
}
LAB_STRUCTS = (
    "cairn_work",
    "cairn_agent_plan",
    "cairn_record",
    "cairn_neighbour",
    "cairn_planner_stats",
    "cairn_problem",
    "cairn_scenario",
)
LAB_CONSTANTS = ("CAIRN_NO_RECORD_ID", "CAIRN_PLACE_REGION", "CAIRN_PLACE_BEND")


def to_field(name):
    """open_cells -> openCells."""
    first, *others = name.split("_")
    return first + "".join(part.capitalize() for part in others)


def get_reader(kind):
    if kind.is_function or kind.stars > 0:
        return "u32"
    return READERS.get(kind.number, "struct")


def write_layouts(model):
    structs = {one["name"]: one for one in model.api["structs"]}
    constants = {one["name"]: one["value"] for one in model.api["constants"]}
    yield "// Made by scripts/make-bindings from the headers: do not edit."
    yield "// Offsets of fields, and how they are read; of structs as WebAssembly of 32 bits has them."
    yield "export const layouts = {"
    for one in model.structs + [structs[name] for name in LAB_STRUCTS]:
        layout = one["layout"]["32"]
        yield f"  {one['name']}: {{"
        yield f"    size: {layout['size']},"
        yield "    fields: {"
        for field, offset in zip(one["fields"], layout["offsets"]):
            yield f"      {to_field(field['name'])}: [{offset}, \"{get_reader(model.get_kind(field))}\"],"
        yield "    },"
        yield "  },"
    yield "};"
    yield "// Numbers of cairn/lab.h."
    for name in LAB_CONSTANTS:
        yield f"export const {name.replace('CAIRN_', '', 1)} = {constants[name]};"


def write_module(model):
    lines = ["// Made by scripts/make-bindings from the headers: do not edit.", ""]
    lines.append(f'export const VERSION = "{model.version}";')
    for name, value, _ in model.constants:
        if not name.startswith("VERSION_"):
            lines.append(f"export const {name} = {value};")
    for one in model.enums:
        lines += ["", f"export const {one.name} = Object.freeze({{"]
        lines += [f"  {name}: {value}," for name, value, _, _ in one.members] + ["});"]
    return "\n".join(lines) + "\n"


def write_types(model):
    lines = ["// Made by scripts/make-bindings from the headers: do not edit.", ""]
    lines.append("export declare const VERSION: string;")
    for name, value, doc in model.constants:
        if not name.startswith("VERSION_"):
            lines += [f"/** {doc}. */"] if doc else []
            lines.append(f"export declare const {name}: {value};")
    for one in model.enums:
        lines += ["", f"/** {one.doc}. */", f"export declare const {one.name}: {{"]
        for name, value, doc, _ in one.members:
            lines += [f"  /** {doc} */"] if doc else []
            lines.append(f"  readonly {name}: {value};")
        lines += ["};", f"export type {one.name} = (typeof {one.name})[keyof typeof {one.name}];"]
    return "\n".join(lines) + "\n"


# What has no use without files, or where memory is the instance's own.
UNUSED = {
    "cairn_agent_create_in",
    "cairn_agent_get_size",
    "cairn_algorithm_find",
    "cairn_algorithm_get_name",
    "cairn_build_write",
    "cairn_crowd_create_in",
    "cairn_crowd_get_size",
    "cairn_db_find_figure",
    "cairn_db_open",
    "cairn_kind_get_name",
    "cairn_map_load_changes",
    "cairn_map_open",
    "cairn_map_save_changes",
    "cairn_status_get_name",
}


def list_exports(names):
    """For the linker; the on-line half has not all of them."""
    return "".join(f"--export-if-defined={name}\n" for name in sorted(names))


def write_exports(model):
    return list_exports({one["name"] for one in model.functions} - UNUSED | {"malloc", "free"})


def write_lab_exports(model):
    missing = LAB_CALLS - {one["name"] for one in model.api["functions"]}
    if missing:
        raise HeaderError(f"scripts/bindings/for_javascript.py names what is gone: {sorted(missing)}")
    return list_exports(LAB_CALLS)


def write(model):
    return {
        "bindings/js/src/exports.txt": write_exports(model),
        "bindings/js/src/exports-lab.txt": write_lab_exports(model),
        "bindings/js/src/layouts.js": "\n".join(write_layouts(model)) + "\n",
        "bindings/js/src/numbers.js": write_module(model),
        "bindings/js/src/numbers.d.ts": write_types(model),
    }
