"""Reads the public headers into plain dictionaries: what dump-api writes as JSON.

The headers are regular, so this is no C parser: an item begins in column one, a comment `/** */`
stands before what it describes, `/**< */` behind it, and a list of the library is a macro of rows
X(...). What does not fit is refused with its place.
"""
import ast
import os
import re

NUMBERS = {"UINT32_MAX": 2**32 - 1, "UINT64_MAX": 2**64 - 1, "INT32_MAX": 2**31 - 1}


# The parts of an enum: a constant, or all those of a list.
CONSTANT = re.compile(r"\s*(\w+)\s*=\s*([^,/]+?)\s*(?:,|(?=/)|$)\s*(/\*\*<.*?\*/)?", re.S)
LISTED = re.compile(
    r"\s*#define \w+\(([^)]*)\)\s*(?:\\\n)?\s*(.*?)\s*,\n\s*(\w+)\(\w+\)\n#undef \w+", re.S
)


class HeaderError(Exception):
    pass


def clean_comment(text):
    """The words of a comment: one line for each paragraph and each point of a list."""
    text = re.sub(r"^/\*+<?|\*/$", "", text.strip())
    paragraphs, current = [], ""
    for line in text.split("\n"):
        line = re.sub(r"^\s*\* ?", "", line).strip()
        if not line or line.startswith("- "):
            if current:
                paragraphs.append(current)
            current = line
        else:
            current = f"{current} {line}".strip()
    return "\n".join(paragraphs + [current]).strip()


def strip_comments(text):
    return re.sub(r"/\*.*?\*/", " ", text, flags=re.S)


def split_arguments(text):
    """Splits at the commas outside brackets and strings."""
    parts, depth, string, start = [], 0, False, 0
    for place, letter in enumerate(text):
        if letter == '"' and text[place - 1 : place] != "\\":
            string = not string
        elif not string and letter in "([{":
            depth += 1
        elif not string and letter in ")]}":
            depth -= 1
        elif letter == "," and depth == 0 and not string:
            parts.append(text[start:place].strip())
            start = place + 1
    last = text[start:].strip()
    return parts + [last] if last else parts


def parse_type(text):
    """("const cairn_map *map") -> name, type and, of an array, how many."""
    match = re.match(r"^(.*?)(\w+)\s*(?:\[(\w*)\])?$", text.strip(), re.S)
    if not match:
        raise HeaderError(f"not a declaration: {text}")
    kind = re.sub(r"\s+", " ", match.group(1)).strip()
    entry = {"name": match.group(2), "type": kind}
    if match.group(3) is not None:
        entry["count"] = match.group(3)
    return entry


def parse_parameters(text):
    text = re.sub(r"\s+", " ", strip_comments(text)).strip()
    if text == "void":
        return []
    parameters = [parse_type(part) for part in split_arguments(text)]
    for parameter in parameters:
        if "count" in parameter:
            parameter["type"] = join_pointer(parameter["type"])
    return parameters


def join_pointer(kind):
    return kind + ("*" if kind.endswith("*") else " *")


class Reader:
    """One header after the other; what an earlier one defined, a later one may use."""

    def __init__(self, folder):
        self.folder = folder
        self.numbers = dict(NUMBERS)
        self.macros = {"UINT64_C": ("number", "number")}  # parameter and body
        self.api = {
            "library": "cairn",
            "version": "",
            "headers": [],
            "types": [],
            "constants": [],
            "lists": [],
            "structs": [],
            "callbacks": [],
            "functions": [],
        }

    # ---- values ----

    def evaluate(self, text):
        """The number that a constant expression has; None if it is none."""
        text = re.sub(r"\s+", " ", text)
        text = re.sub(r"\b(0[xX][0-9a-fA-F]+|\d+)[uUlL]+\b", r"\1", text)
        try:
            return self.get_number(ast.parse(text.strip(), mode="eval").body)
        except (SyntaxError, KeyError, TypeError):
            return None

    def get_number(self, node):
        if isinstance(node, ast.Constant) and isinstance(node.value, int):
            return node.value
        if isinstance(node, ast.Name):
            return self.numbers[node.id]
        if isinstance(node, ast.Call) and len(node.args) == 1:
            return self.expand(node.func.id, self.get_number(node.args[0]))
        if isinstance(node, ast.BinOp):
            left, right = self.get_number(node.left), self.get_number(node.right)
            return {
                ast.LShift: lambda: left << right,
                ast.BitOr: lambda: left | right,
                ast.Add: lambda: left + right,
                ast.Sub: lambda: left - right,
                ast.Mult: lambda: left * right,
            }[type(node.op)]()
        raise KeyError

    def expand(self, name, argument):
        parameter, body = self.macros[name]
        return self.evaluate(re.sub(rf"\b{parameter}\b", str(argument), body))

    def read_value(self, text):
        """A cell of a row: a string without its quotes, a number, a word, or nothing."""
        text = strip_comments(text).strip()
        if text == "NULL":
            return None
        if text.startswith('"'):
            return "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', text)).replace('\\"', '"')
        number = self.evaluate(text)
        return text if number is None else number

    def add_constant(self, where, name, value, doc, group):
        number = self.evaluate(value)
        if number is None:
            raise HeaderError(f"{name} is not a number: {value.strip()}")
        self.numbers[name] = number
        entry = {"name": name, "value": number, "group": group, "doc": doc}
        self.api["constants"].append({**entry, **where})

    # ---- items ----

    def read(self, name):
        with open(os.path.join(self.folder, name), encoding="utf-8") as file:
            text = file.read()
        brief = clean_comment(text[: text.index("*/") + 2])
        self.api["headers"].append({"name": name, "brief": re.sub(r"^cairn/\S+ ", "", brief)})
        section, doc, last_type = "", "", ""
        for line, item in split_items(text):
            where = {"header": name, "section": section, "line": line}
            if item.startswith("/* ----"):
                title, _, rest = clean_comment(item).partition("\n")
                section = title.strip("- ").strip()
                match = re.match(r"---- (.*?) ----\s*(.*)", title)
                section, first = match.groups() if match else (section, "")
                self.api["headers"][-1].setdefault("sections", []).append(
                    {"name": section, "doc": "\n".join(filter(None, [first, rest]))}
                )
            elif item.startswith("/**"):
                doc = clean_comment(item)
                continue
            elif not item.startswith("/*"):
                try:
                    last_type = self.read_item(item, doc, where, last_type)
                except HeaderError as error:
                    raise HeaderError(f"{name}:{line}: {error}") from error
            doc = ""

    def read_item(self, item, doc, where, last_type):
        """Adds an item; the name of the type that a list of constants behind it belongs to."""
        if item.startswith("#define"):
            self.read_define(item, doc, where)
        elif item.startswith("CAIRN_API"):
            self.read_function(item[len("CAIRN_API") :], doc, where, False)
        elif item.startswith("static inline"):
            self.read_function(item[len("static inline") : item.index("\n{")], doc, where, True)
        elif item.startswith("typedef struct"):
            self.read_struct(item, doc, where)
        elif item.startswith("typedef enum"):
            name = re.match(r"typedef enum (\w+)", item).group(1)
            self.api["types"].append({"name": name, "type": "enum", "doc": doc, **where})
            self.read_enum(item, name, where)
        elif item.startswith("enum"):
            self.read_enum(item, last_type or self.add_group(doc, where), where)
        elif re.match(r"typedef [^;]*\(\*", item):
            self.read_callback(item, doc, where)
        elif item.startswith("typedef"):
            entry = parse_type(item[len("typedef") : -1])
            self.api["types"].append({**entry, "doc": doc, **where})
            return entry["name"]
        else:
            raise HeaderError(f"not understood: {item[:60]}")
        return ""

    def add_group(self, doc, where):
        """A name for constants that have no type of their own: that of their line."""
        name = f"{where['header']}:{where['line']}"
        self.api["types"].append({"name": name, "type": "", "doc": doc, **where})
        return name

    def read_define(self, item, doc, where):
        item = item.replace("\\\n", "\n")
        match = re.match(r"#define (\w+)(\([^)]*\))?(.*)", item, re.S)
        name, parameters, body = match.groups()
        if parameters == "(X)":
            self.read_list(name, body, doc, where)
        elif parameters is None and body.strip():
            self.add_constant(where, name, strip_comments(body), doc, "")
        elif re.fullmatch(r"\(\w+\)", parameters or ""):
            self.macros[name] = (parameters[1:-1], strip_comments(body).strip())

    def read_list(self, name, body, doc, where):
        rows = []
        for match in re.finditer(r"X\(|(\w+_LIST)\(X\)", body):
            if match.group(1):
                nested = next(one for one in self.api["lists"] if one["name"] == match.group(1))
                rows += nested["rows"]
                continue
            end = find_end(body, match.end() - 1)
            row = [self.read_value(part) for part in split_arguments(body[match.end() : end])]
            comment = re.match(r"\s*(/\*.*?\*/)", body[end + 1 :], re.S)
            rows.append({"values": row, "doc": clean_comment(comment.group(1)) if comment else ""})
        self.api["lists"].append({"name": name, "columns": [], "rows": rows, "doc": doc, **where})

    def read_enum(self, item, group, where):
        body, place = item[item.index("{") + 1 : item.rindex("}")].rstrip(), 0
        while place < len(body):
            listed = LISTED.match(body, place)
            match = listed or CONSTANT.match(body, place)
            if not match:
                raise HeaderError(f"not understood: {body[place:].strip()[:60]}")
            if listed:
                self.read_enum_of_list(listed, group, where)
            else:
                doc = clean_comment(match.group(3)) if match.group(3) else ""
                self.add_constant(where, match.group(1), match.group(2), doc, group)
            place = match.end()

    def read_enum_of_list(self, made, group, where):
        columns = [column.strip() for column in made.group(1).split(",")]
        name, _, value = re.sub(r"\s+", " ", made.group(2)).partition(" = ")
        listed = next(one for one in self.api["lists"] if one["name"] == made.group(3))
        listed["columns"] = columns
        for row in listed["rows"]:
            if len(row["values"]) != len(columns):
                raise HeaderError(f"{listed['name']}: a row has not {len(columns)} columns: {row}")
            cell = dict(zip(columns, row["values"]))
            prefix, _, column = name.partition("##")
            self.add_constant(where, prefix + cell[column], str(cell[value]), row["doc"], group)

    def read_struct(self, item, doc, where):
        match = re.match(r"typedef struct (\w+)( \{(.*)\})? (\w+);$", item, re.S)
        if not match:
            raise HeaderError(f"not understood: {item[:60]}")
        known = next((one for one in self.api["structs"] if one["name"] == match.group(1)), None)
        if match.group(2) is None and known:
            known["doc"] = known["doc"] or doc
            return
        if known:
            self.api["structs"].remove(known)
        entry = {"name": match.group(1), "opaque": match.group(2) is None, "doc": doc}
        entry["fields"] = [] if entry["opaque"] else read_fields(match.group(3))
        self.api["structs"].append({**entry, **where})

    def read_callback(self, item, doc, where):
        match = re.match(r"typedef (.*?)\(\*(\w+)\)\((.*)\);$", item, re.S)
        entry = {"name": match.group(2), "returns": match.group(1).strip()}
        entry["parameters"] = parse_parameters(match.group(3))
        self.api["callbacks"].append({**entry, "doc": doc, **where})

    def read_function(self, text, doc, where, inline):
        match = re.match(r"\s*(.*?)(\w+)\((.*)\);?$", text.strip(), re.S)
        if not match:
            raise HeaderError(f"not a function: {text[:60]}")
        entry = {"name": match.group(2), "returns": match.group(1).strip()}
        entry["parameters"] = parse_parameters(match.group(3))
        self.api["functions"].append({**entry, "inline": inline, "doc": doc, **where})


def find_end(text, start):
    """The place of the bracket that closes the one at `start`."""
    depth, string = 0, False
    for place in range(start, len(text)):
        if text[place] == '"' and text[place - 1] != "\\":
            string = not string
        if not string and text[place] in "()":
            depth += 1 if text[place] == "(" else -1
            if depth == 0:
                return place
    raise HeaderError("a bracket is not closed")


def read_fields(body):
    fields, doc = [], ""
    pattern = r"(/\*\*<?.*?\*/)|((?:[^;/]|/(?!\*))+;)"
    for match in re.finditer(pattern, body, re.S):
        comment, declaration = match.groups()
        if comment and comment.startswith("/**<"):
            fields[-1]["doc"] = clean_comment(comment)
        elif comment:
            doc = clean_comment(comment)
        else:
            fields.append({**read_field(declaration.strip()[:-1]), "doc": doc})
            doc = ""
    return fields


def read_field(declaration):
    match = re.match(r"^(.*?)\(\*(\w+)\)\((.*)\)$", declaration, re.S)
    if match:
        inside = re.sub(r"\s+", " ", match.group(3))
        return {"name": match.group(2), "type": f"{match.group(1).strip()} (*)({inside})"}
    return parse_type(declaration)


SKIPPED = re.compile(
    r"#(?:ifndef CAIRN_\w+_H\n#define CAIRN_\w+_H|include [^\n]*|endif|undef [^\n]*)\n"
    r'|#ifdef __cplusplus\n(?:extern "C" \{|\})\n#endif\n|#if .*?#endif\n|\s+',
    re.S,
)
ITEM = re.compile(
    r"/\*.*?\*/|#define (?:[^\n]*\\\n)*[^\n]*|static inline .*?\n\}|"
    r"(?:typedef )?(?:struct|enum)(?: \w+)? \{.*?\n\}[^;]*;|[^;]*;",
    re.S,
)


def split_items(text):
    """(line, text) of each item behind the comment at the head."""
    place = text.index("*/") + 2
    while place < len(text):
        match = SKIPPED.match(text, place)
        if not match:
            match = ITEM.match(text, place)
            if not match:
                raise HeaderError(f"not understood: {text[place : place + 60]}")
            yield text.count("\n", 0, place) + 1, match.group(0)
        place = match.end()


def list_headers(folder, name="cairn.h", seen=None):
    """The headers that cairn.h includes, each behind those that it needs itself."""
    seen = [] if seen is None else seen
    with open(os.path.join(folder, name), encoding="utf-8") as file:
        for included in re.findall(r'^#include "(\w+\.h)"', file.read(), re.M):
            if included not in seen:
                list_headers(folder, included, seen)
    seen.append(name)
    return seen


def read_headers(root):
    """The whole interface of the library below root."""
    folder = os.path.join(root, "include", "cairn")
    names = list_headers(folder)
    missing = sorted(set(os.listdir(folder)) - set(names))
    if missing:
        raise HeaderError(f"cairn.h does not include {', '.join(missing)}")
    reader = Reader(folder)
    for name in names[:-1]:
        reader.read(name)
    parts = [reader.numbers[f"CAIRN_VERSION_{part}"] for part in ("MAJOR", "MINOR", "PATCH")]
    reader.api["version"] = ".".join(map(str, parts))
    return reader.api
