"""The generated parts of bindings/rust: the -sys crate whole, and the enums of the safe one."""
from bindings.model import Enum, to_camel

NUMBERS = {
    "void": "c_void",
    "char": "c_char",
    "uint8_t": "u8",
    "uint16_t": "u16",
    "int32_t": "i32",
    "uint32_t": "u32",
    "uint64_t": "u64",
    "size_t": "usize",
    "double": "f64",
}


# Rust has an Option of its own.
RENAMED = {"Option": lambda one: Enum("Choice", one.doc, one.members)}


def get_type(kind):
    if kind.is_function and kind.stars == 0:
        return f"Option<{kind.name}>"
    if kind.is_function:
        return "*const c_void"
    name = NUMBERS.get(kind.number, kind.name)
    inner = "const" if kind.const else "mut"
    for star in range(kind.stars):
        name = f"*{inner if star == 0 else 'mut'} {name}"
    return f"[{name}; {kind.count}]" if kind.count else name


# Fields that are functions without a name of their own.
ALLOCATOR = {
    "allocate": "Option<unsafe extern \"C\" fn(context: *mut c_void, bytes: usize) -> *mut c_void>",
    "release": "Option<unsafe extern \"C\" fn(context: *mut c_void, memory: *mut c_void)>",
}


def write_struct(model, one):
    yield "#[repr(C)]"
    yield "#[derive(Clone, Copy)]"
    yield f"pub struct {one['name']} {{"
    for field in one["fields"]:
        kind = model.get_kind(field)
        is_named = not kind.is_function or kind.stars == 0
        yield f"    pub {field['name']}: {get_type(kind) if is_named else ALLOCATOR[field['name']]},"
    yield "}"
    yield ""


def write_signature(model, one):
    parameters = ", ".join(
        f"{parameter['name']}: {get_type(model.get_kind(parameter))}" for parameter in one["parameters"]
    )
    result = model.get_result(one)
    is_void = result.name == "void" and result.stars == 0
    return f"({parameters})" + ("" if is_void else f" -> {get_type(result)}")


def write_sys(model):
    lines = ["// Made by scripts/make-bindings from the headers: do not edit.", ""]
    lines.append(f'pub const VERSION: &str = "{model.version}";')
    for name, value, _ in model.constants:
        lines.append(f"pub const CAIRN_{name}: u32 = {value};")
    for one in model.enums:
        kind = "i32" if one.name == "Status" else "u32"
        lines.append("")
        lines += [f"pub const {c}: {kind} = {value};" for _, value, _, c in one.members if c != "0"]
    lines.append("")
    for one in model.opaque:
        lines += ["#[repr(C)]", f"pub struct {one['name']} {{", "    _private: [u8; 0],", "}", ""]
    for one in model.structs:
        lines += write_struct(model, one)
    for one in model.callbacks:
        lines.append(f"pub type {one['name']} =")
        lines += [f"    unsafe extern \"C\" fn{write_signature(model, one)};", ""]
    lines.append('extern "C" {')
    lines += [f"    pub fn {one['name']}{write_signature(model, one)};" for one in model.functions]
    return "\n".join(lines + ["}"]) + "\n"


def write_enum(one):
    one = RENAMED.get(one.name, lambda same: same)(one)
    kind = "i32" if one.name == "Status" else "u32"
    yield f"/// {one.doc}."
    yield "#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]"
    yield f"#[repr({kind})]"
    yield "#[non_exhaustive]"
    yield f"pub enum {one.name} {{"
    for name, value, doc, _ in one.members:
        if doc:
            yield f"    /// {doc}"
        yield f"    {to_camel(name)} = {value},"
    yield "}"
    yield ""
    yield f"impl {one.name} {{"
    yield "    /// All of them, in the order of the headers."
    yield f"    pub const ALL: &'static [{one.name}] = &["
    for name, _, _, _ in one.members:
        yield f"        {one.name}::{to_camel(name)},"
    yield "    ];"
    yield ""
    yield "    /// The one with this number."
    yield f"    pub fn from_number(number: {kind}) -> Option<{one.name}> {{"
    yield f"        {one.name}::ALL.iter().copied().find(|one| *one as {kind} == number)"
    yield "    }"
    yield "}"
    yield ""


def write_enums(model):
    lines = ["// Made by scripts/make-bindings from the headers: do not edit.", ""]
    for name, value, doc in model.constants:
        if not name.startswith("VERSION_"):
            lines += [f"/// {doc}."] if doc else []
            lines.append(f"pub const {name}: u32 = {value};")
    lines.append("")
    lines += [line for one in model.enums for line in write_enum(one)]
    return "\n".join(lines).rstrip() + "\n"


def write(model):
    return {
        "bindings/rust/cairn-sys/src/generated.rs": write_sys(model),
        "bindings/rust/cairn/src/numbers.rs": write_enums(model),
    }
