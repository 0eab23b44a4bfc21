// In Chromium: in a page and in a worker; plain modules, built by vite, and served by vite. The package
// is installed as npm packs it. No configuration of vite is needed.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, extname, join, normalize } from "node:path";
import test, { after, before } from "node:test";
import { fileURLToPath } from "node:url";

import { chromium } from "playwright-core";
import * as vite from "vite";

import { load } from "cairn-pathfinding";

const package_ = join(dirname(fileURLToPath(import.meta.url)), "..");
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };
let browser, site, expected;

before(async () => {
  site = mkdtempSync(join(tmpdir(), "cairn-vite-"));
  cpSync(join(package_, "test", "vite"), site, { recursive: true });
  const packed = execFileSync("npm", ["pack", "--silent", "--pack-destination", site], { cwd: package_ });
  writeFileSync(join(site, "package.json"), '{ "private": true, "type": "module" }\n');
  const archive = join(site, packed.toString().trim().split("\n").at(-1));
  execFileSync("npm", ["install", "--silent", "--offline", "--no-audit", archive], { cwd: site });
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
  const cairn = await load();
  const cells = new Uint8Array(64 * 48).fill(1);
  for (let y = 0; y < 40; y++) cells[y * 64 + 30] = 0;
  const map = cairn.Map.fromCells(64, 48, cells);
  const agent = new cairn.Agent(map, cairn.build(map));
  agent.start([2, 3], [60, 5]);
  expected = { path: [...agent.walk()].join(), cost: agent.stats.cost };
});

after(async () => {
  await browser?.close();
  rmSync(site, { recursive: true, force: true });
});

/** What the page at an address and its worker have found. */
async function visit(address) {
  const page = await browser.newPage();
  const errors = [];
  page.on("pageerror", (error) => errors.push(error.message));
  await page.goto(address);
  await page.waitForFunction(() => globalThis.result !== undefined).catch(() => {});
  const found = await page.evaluate(() => globalThis.result);
  await page.close();
  assert.deepEqual(errors, []);
  assert.deepEqual(found, [expected, expected]);
}

/** A server of files that does nothing else. */
async function serve(root) {
  const server = createServer((request, response) => {
    const path = join(root, normalize(new URL(request.url, "http://x").pathname).replace(/\/$/, "/index.html"));
    if (!existsSync(path)) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "text/plain" });
    return response.end(readFileSync(path));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, address: `http://127.0.0.1:${server.address().port}/` };
}

test("plain modules, without a bundler", async () => {
  const plain = join(site, "plain");
  cpSync(join(package_, "test", "vite"), plain, { recursive: true });
  cpSync(join(site, "node_modules", "cairn-pathfinding"), join(plain, "cairn"), { recursive: true });
  const walk = readFileSync(join(plain, "walk.js"), "utf8")
    .replace('"cairn-pathfinding"', '"./cairn/src/browser.js"')
    .replace('"cairn-pathfinding/online"', '"./cairn/src/browser-online.js"');
  writeFileSync(join(plain, "walk.js"), walk);
  const { server, address } = await serve(plain);
  await visit(address);
  server.close();
});

test("built by vite", async () => {
  await vite.build({ root: site, configFile: false, logLevel: "error" });
  const { server, address } = await serve(join(site, "dist"));
  await visit(address);
  server.close();
});

test("served by vite", async () => {
  const server = await vite.createServer({ root: site, configFile: false, logLevel: "error", server: { port: 0 } });
  await server.listen();
  await visit(server.resolvedUrls.local[0]);
  await server.close();
});
