// What npm packs: a package with its .wasm, or nothing, where there is no compiler. The tree is bare: it has what
// the .wasm is made of, and is never compiled.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import test, { after } from "node:test";

const root = mkdtempSync(join(tmpdir(), "cairn-pack-"));
const folder = join(root, "bindings", "js");
const tools = join(root, "tools");
after(() => rmSync(root, { recursive: true, force: true }));

for (const name of ["cmake", "include", "src", "scenes", "tools", "bindings/js/src"]) mkdirSync(join(root, name), { recursive: true });
for (const name of ["VERSION", "CMakeLists.txt", "bindings/js/src/glue.c", "bindings/js/src/exports.txt", "bindings/js/src/node.js"])
  writeFileSync(join(root, name), "");
for (const name of ["build-wasm", "package.json"]) copyFileSync(new URL(`../${name}`, import.meta.url), join(folder, name));
chmodSync(join(folder, "build-wasm"), 0o755);

// All that a machine without a compiler has.
for (const name of ["sh", "dirname", "find", "node", "npm"]) {
  const found = process.env.PATH.split(delimiter).map((one) => join(one, name)).find(existsSync);
  symlinkSync(found, join(tools, name));
}
const run = (cwd, ...command) =>
  spawnSync(command[0], command.slice(1), { cwd, env: { ...process.env, PATH: tools }, encoding: "utf8" });

test("without a compiler, packing and installing fail with a sentence", () => {
  const packed = run(folder, "npm", "pack");
  assert.notEqual(packed.status, 0);
  assert.match(packed.stderr, /install: cmake.* clang .*binaryen.*install-dependencies js/);
  assert.ok(!readdirSync(folder).some((name) => name.endsWith(".tgz")));
  const game = join(root, "game");
  mkdirSync(game);
  writeFileSync(join(game, "package.json"), '{ "private": true }\n');
  const installed = run(game, "npm", "install", "--offline", "--no-audit", folder);
  assert.notEqual(installed.status, 0);
  assert.match(installed.stderr, /install: cmake/);
});

test("a .wasm that is newer than all it is made of is packed as it is, an older one is not", () => {
  mkdirSync(join(folder, "wasm"));
  const wasm = ["cairn.wasm", "cairn-online.wasm"].map((name) => join(folder, "wasm", name));
  const later = new Date(Date.now() + 60_000);
  for (const path of wasm) (writeFileSync(path, "wasm"), utimesSync(path, later, later));
  const packed = run(folder, "npm", "pack", "--json");
  assert.equal(packed.status, 0, packed.stderr);
  const [, json] = packed.stdout.match(/(\[\s*\{[^]*\])\s*$/) ?? [];
  const names = JSON.parse(json)[0].files.map((one) => one.path);
  for (const name of ["wasm/cairn.wasm", "wasm/cairn-online.wasm", "src/node.js", "package.json"]) assert.ok(names.includes(name), name);
  const newer = new Date(Date.now() + 120_000);
  utimesSync(join(root, "bindings", "js", "src", "glue.c"), newer, newer);
  assert.notEqual(run(folder, "npm", "pack").status, 0);
});
