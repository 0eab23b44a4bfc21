"""The generated part of bindings/js: enums, with types, and where fields lie in WebAssembly's memory."""

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


def get_reader(kind):
    if kind.is_function or kind.stars > 0:
        return "u32"
    return READERS.get(kind.number, "struct")


def write_layouts(model):
    yield "// Made by scripts/make-bindings from the headers: do not edit."
    yield "// Offsets of fields, and how they are read; of structs as WebAssembly of 32 bits has them."
    yield "export const layouts = {"
    for one in model.structs:
        layout = one["layout"]["32"]
        yield f"  {one['name']}: {{"
        yield f"    size: {layout['size']},"
        yield "    fields: {"
        for field, offset in zip(one["fields"], layout["offsets"]):
            yield f"      {field['name']}: [{offset}, \"{get_reader(model.get_kind(field))}\"],"
        yield "    },"
        yield "  },"
    yield "};"


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


def write_exports(model):
    """For the linker; the on-line half has not all of them."""
    names = {one["name"] for one in model.functions} - UNUSED | {"malloc", "free"}
    return "".join(f"--export-if-defined={name}\n" for name in sorted(names))


def write(model):
    return {
        "bindings/js/src/exports.txt": write_exports(model),
        "bindings/js/src/layouts.js": "\n".join(write_layouts(model)) + "\n",
        "bindings/js/src/numbers.js": write_module(model),
        "bindings/js/src/numbers.d.ts": write_types(model),
    }
