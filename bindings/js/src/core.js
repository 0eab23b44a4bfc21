// The instance of WebAssembly: its memory, structs, errors, and handles of the library's objects.

import { layouts } from "./layouts.js";
import { Option, Status } from "./numbers.js";
import { findNearestName } from "./settings.js";

const names = Object.fromEntries(Object.entries(Status).map(([name, number]) => [number, name]));

/** A call of the library failed. `code` is the name of its status, such as "NO_PATH", or "CLOSED", "BUSY". */
export class CairnError extends Error {
  constructor(code, message, where = {}) {
    super(message);
    this.name = "CairnError";
    this.code = code;
    this.status = Status[code] ?? Status.ARGUMENT;
    this.line = where.line ?? 0;
    this.offset = where.offset ?? 0;
  }
}

export function demand(value, kind, name) {
  if (!(value instanceof kind)) throw new TypeError(`${name} must be a ${kind.name}`);
  return value;
}

export function demandNumber(value, name, most = 0xffffffff) {
  if (typeof value !== "number") throw new TypeError(`${name} must be a number`);
  if (!Number.isInteger(value) || value < 0 || value > most)
    throw new RangeError(`${name} is out of range: ${value}`);
  return value;
}

/** [x, y] as the library has it. */
export function pack(cell) {
  if (cell === null || typeof cell !== "object" || cell.length !== 2)
    throw new TypeError("a cell is a pair of numbers [x, y]");
  return (demandNumber(cell[0], "x", 0xffff) | (demandNumber(cell[1], "y", 0xffff) << 16)) >>> 0;
}

/** Cells [x, y], or x and y in turn in a Uint16Array: bytes as the library has them. */
export function packAll(cells) {
  const list = cells instanceof Uint16Array ? cells : Uint32Array.from(cells, pack);
  if (list.byteLength % 4 !== 0) throw new RangeError("a cell is a pair of numbers");
  return toBytes(list, "cells");
}

export const unpack = (cell) => [cell & 0xffff, cell >>> 16];

/** Bytes that others gave: a typed array, an ArrayBuffer, or an array of numbers. */
export function toBytes(data, name) {
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  throw new TypeError(`${name} must be a typed array or an ArrayBuffer`);
}

/** Pairs of an option's number and its value. */
function readOptions(options) {
  if (typeof options !== "object" || Symbol.iterator in options)
    throw new TypeError("options must be an object, such as { [Option.RECORDS]: 20 }");
  return Object.entries(options).map(([option, value]) => {
    if (!/^\d+$/.test(option))
      throw new TypeError(`an option is a number, not "${option}": [Option.${findNearestName(option, Object.keys(Option))}]`);
    return [Number(option), value];
  });
}

/** A pointer to an object of the library, which ends when nobody needs it any more. */
export class Handle {
  constructor(pointer, end, needs) {
    this.pointer = pointer;
    this.end = end;
    this.needs = needs;
    this.uses = 1;
    this.running = false;
    this.readers = 0;
    for (const one of needs) one?.retain();
  }
  retain() {
    this.uses++;
  }
  release() {
    if (--this.uses > 0) return;
    this.end(this.pointer);
    for (const one of this.needs) one?.release();
  }
  /** Another one in place of something that it needs. */
  replace(index, other) {
    other.retain();
    this.needs[index]?.release();
    this.needs[index] = other;
  }
}

const SCRATCH = 1024; // bytes: a definition, a detail, and what calls answer

export class Core {
  constructor(exports) {
    this.exports = exports;
    this.registry = new FinalizationRegistry((handle) => handle.release());
    this.tellers = new Map();
    this.u8 = new Uint8Array(0);
    this.scratch = exports.malloc(SCRATCH);
    if (this.scratch === 0) throw new CairnError("MEMORY", "out of memory");
    this.out = this.scratch;
    this.detail = this.scratch + 32;
    this.struct = this.detail + layouts.cairn_detail.size;
    this.refresh();
  }

  /** Views of the memory are lost when it grows. */
  refresh() {
    if (this.u8.buffer === this.exports.memory.buffer && this.u8.length > 0) return;
    const buffer = this.exports.memory.buffer;
    this.u8 = new Uint8Array(buffer);
    this.u32 = new Uint32Array(buffer);
    this.view = new DataView(buffer);
  }

  // ---- memory ----

  allocate(bytes) {
    const at = bytes <= 0xffffffff ? this.exports.malloc(bytes || 1) : 0;
    if (at === 0) throw new CairnError("MEMORY", "out of memory");
    this.refresh();
    return at >>> 0;
  }

  /** Calls `use` with a copy of bytes in the instance's memory, which is freed again. */
  withBytes(bytes, use) {
    const at = this.allocate(bytes.length);
    try {
      this.u8.set(bytes, at);
      return use(at, bytes.length);
    } finally {
      this.exports.free(at);
    }
  }

  getLong(at) {
    this.refresh();
    return Number(this.view.getBigUint64(at, true));
  }

  toUnits(units) {
    return BigInt(demandNumber(units, "units", Number.MAX_SAFE_INTEGER));
  }

  getText(at) {
    if (at === 0) return null;
    let end = at;
    while (this.u8[end] !== 0) end++;
    return new TextDecoder().decode(this.u8.slice(at, end));
  }

  // ---- structs ----

  /** A struct in the scratch memory, with its size and detail where it has them. */
  fill(name, values = {}) {
    this.refresh();
    const { size, fields } = layouts[name];
    this.u8.fill(0, this.struct, this.struct + size);
    this.u8.fill(0, this.detail, this.detail + layouts.cairn_detail.size);
    if (fields.size) this.view.setUint32(this.struct, size, true);
    if (fields.detail) this.view.setUint32(this.struct + fields.detail[0], this.detail, true);
    for (const [key, value] of Object.entries(values)) this.write(this.struct, name, key, value);
    return this.struct;
  }

  write(at, name, key, value) {
    const [offset, kind] = layouts[name].fields[key];
    const number = value === true ? 1 : value === false ? 0 : value;
    if (kind === "u64") {
      if (typeof number !== "bigint") demandNumber(number, key, Number.MAX_SAFE_INTEGER);
      this.view.setBigUint64(at + offset, BigInt(number), true);
      return;
    }
    demandNumber(number, key, { u8: 0xff, u16: 0xffff, i32: 0x7fffffff }[kind]);
    if (kind === "u16") this.view.setUint16(at + offset, number, true);
    else if (kind === "u8") this.view.setUint8(at + offset, number);
    else this.view.setUint32(at + offset, number, true);
  }

  /** An object with the numbers of a struct; those of 64 bits as BigInt if they are listed. */
  read(at, name, big = []) {
    this.refresh();
    const found = {};
    for (const [key, [offset, kind]] of Object.entries(layouts[name].fields)) {
      if (key === "size" || key === "reserved") continue;
      const place = at + offset;
      if (kind === "u64") found[key] = this.view.getBigUint64(place, true);
      else if (kind === "i32") found[key] = this.view.getInt32(place, true);
      else if (kind === "u16") found[key] = this.view.getUint16(place, true);
      else if (kind === "f64") found[key] = this.view.getFloat64(place, true);
      else found[key] = this.view.getUint32(place, true);
      if (kind === "u64" && !big.includes(key)) found[key] = Number(found[key]);
    }
    return found;
  }

  /** A struct that a call fills in. */
  ask(name, call, big) {
    const at = this.fill(name);
    this.check(call(at));
    return this.read(at, name, big);
  }

  // ---- errors ----

  fail(status, detail = 0) {
    this.refresh();
    const { fields } = layouts.cairn_detail;
    let text = detail ? this.getText(detail + fields.text[0]) : "";
    const where = detail ? this.read(detail, "cairn_detail") : {};
    text ||= this.getText(this.exports.cairn_status_get_text(status));
    if (where.line) text = `line ${where.line}: ${text}`;
    else if (where.offset) text = `byte ${where.offset}: ${text}`;
    throw new CairnError(names[status] ?? "ARGUMENT", text, where);
  }

  check(status, detail = 0) {
    if (status !== 0) this.fail(status, detail);
    this.refresh();
  }

  /** The same for a call whose failure the object remembers. */
  checkOf(object, status) {
    if (status !== 0) {
      this.exports.cairn_get_detail(object, this.detail);
      this.fail(status, this.detail);
    }
    this.refresh();
  }

  /** Calls a function whose result comes last, and returns that pointer. */
  create(call, detail = 0) {
    this.view.setUint32(this.out, 0, true);
    this.check(call(this.out), detail);
    return this.view.getUint32(this.out, true);
  }

  // ---- answers of unknown length ----

  /** A copy of what `ask(capacity, address, count)` answers: `width` bytes for each item. `object`, if it is
   *  given, remembers why that failed. */
  collect(guess, width, ask, object = 0) {
    let at = this.allocate(guess * width);
    try {
      let status = ask(guess, at, this.out);
      this.refresh();
      const count = this.view.getUint32(this.out, true);
      if (names[status] === "CAPACITY") {
        this.exports.free(at);
        at = 0;
        at = this.allocate(count * width);
        status = ask(count, at, this.out);
      }
      if (object === 0) this.check(status);
      else this.checkOf(object, status);
      const got = this.view.getUint32(this.out, true);
      return this.u8.slice(at, at + got * width);
    } finally {
      this.exports.free(at);
    }
  }

  collectCells(guess, ask, object) {
    return new Uint16Array(this.collect(guess, 4, ask, object).buffer);
  }

  /** `use` with an array of the library's options. */
  withOptions(options, use) {
    const items = readOptions(options ?? {});
    const { size } = layouts.cairn_option;
    return this.withBytes(new Uint8Array(items.length * size), (at) => {
      items.forEach(([option, value], index) => {
        this.write(at + index * size, "cairn_option", "option", option);
        this.write(at + index * size, "cairn_option", "value", value);
      });
      return use(at, items.length);
    });
  }

  /** Hands progress to the function of a build; what it throws interrupts the build. */
  tell(context, at) {
    const teller = this.tellers.get(context);
    try {
      const told = this.read(at, "cairn_progress");
      told.name = this.getText(told.name);
      told.unit = this.getText(told.unit);
      return teller.tell(told) === false ? 0 : 1;
    } catch (error) {
      teller.thrown = { error };
      return 0;
    }
  }
}
