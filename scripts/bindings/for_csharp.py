"""The generated part of bindings/csharp/Cairn.cs: enums for users; structs and calls for P/Invoke."""
from bindings.model import to_camel

NUMBERS = {
    "void": "void",
    "char": "byte",
    "uint8_t": "byte",
    "uint16_t": "ushort",
    "int32_t": "int",
    "uint32_t": "uint",
    "uint64_t": "ulong",
    "size_t": "UIntPtr",
    "double": "double",
}

# Words of C# that C has as names of parameters.
RENAMED = {"unit": "unit", "in": "from"}


def get_struct(name):
    return "Native" + to_camel(name.replace("cairn_", "", 1))


def get_type(kind):
    if kind.is_function or kind.stars > 0:
        return "IntPtr"
    return NUMBERS.get(kind.number) or get_struct(kind.name)


def write_enum(one):
    yield f"    /// <summary>{escape(one.doc)}.</summary>"
    yield f"    public enum {one.name} : {'int' if one.name == 'Status' else 'uint'}"
    yield "    {"
    for name, value, doc, _ in one.members:
        if doc:
            yield f"        /// <summary>{escape(doc)}</summary>"
        yield f"        {to_camel(name)} = {value},"
    yield "    }"
    yield ""


def escape(doc):
    return doc.replace("&", "&amp;").replace("<", "&lt;")


def write_struct(model, one):
    yield "    [StructLayout(LayoutKind.Sequential)]"
    yield f"    internal unsafe struct {get_struct(one['name'])}"
    yield "    {"
    for field in one["fields"]:
        kind = model.get_kind(field)
        if kind.count:
            yield f"        internal fixed {get_type(kind)} {to_camel(field['name'])}[{kind.count}];"
        else:
            yield f"        internal {get_type(kind)} {to_camel(field['name'])};"
    yield "    }"
    yield ""


def write_call(model, one):
    """Objects are handles that the runtime keeps open during the call; ends take what handles hold."""
    opaque = {other["name"] for other in model.opaque}
    parameters = []
    for parameter in one["parameters"]:
        kind = model.get_kind(parameter)
        is_end = one["name"].endswith(("_close", "_destroy"))
        kind_name = get_type(kind)
        if kind.name in opaque and kind.stars == 1 and not is_end:
            kind_name = "SafeHandle"
        elif kind.stars == 2:
            kind_name = "out IntPtr"
        parameters.append(f"{kind_name} {parameter['name']}")
    yield "        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]"
    result = get_type(model.get_result(one))
    yield f"        internal static extern {result} {one['name']}({', '.join(parameters)});"
    yield ""


def write(model):
    lines = [line for one in model.enums for line in write_enum(one)]
    lines += ["    /// <summary>Numbers that stand for themselves.</summary>"]
    lines += ["    public static class Constants", "    {"]
    for name, value, doc in model.constants:
        if not name.startswith("VERSION_"):
            lines += [f"        /// <summary>{escape(doc)}.</summary>"] if doc else []
            lines.append(f"        public const uint {to_camel(name)} = {value};")
    lines += ["    }", ""]
    lines += [line for one in model.structs for line in write_struct(model, one)]
    lines += ["    internal static unsafe class Native", "    {"]
    lines += ['        internal const string Library = "cairn";']
    lines += [f'        internal const string Version = "{model.version}";', ""]
    lines += [line for one in model.functions for line in write_call(model, one)]
    lines += ["    }", ""]
    return {"bindings/csharp/Cairn.cs": "\n".join(lines)}
