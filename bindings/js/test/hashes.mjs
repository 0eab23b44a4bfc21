// hashes.mjs MAPS [browser]: the lines of test/golden/walks.fnv, in Node.js or in Chromium. MAPS is a folder of
// maps NN-KIND-SIZE-CORNERS.map.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

import * as api from "cairn-pathfinding";

import { hashMap } from "./hashes.js";

const [folder, where] = process.argv.slice(2);
const names = readdirSync(folder).filter((name) => name.endsWith(".map")).sort();
const package_ = fileURLToPath(new URL("..", import.meta.url));

async function hashInBrowser() {
  const { chromium } = await import("playwright-core");
  const types = { ".js": "text/javascript", ".wasm": "application/wasm" };
  const server = createServer((request, response) => {
    const path = join(package_, normalize(new URL(request.url, "http://x").pathname));
    if (path === package_) return response.writeHead(200, { "content-type": "text/html" }).end("<title>cairn</title>");
    if (!existsSync(path)) return response.writeHead(404).end();
    return response.writeHead(200, { "content-type": types[extname(path)] }).end(readFileSync(path));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  for (const name of names) {
    const lines = await page.evaluate(async ([file, text]) => {
      const module = await import("/src/browser.js");
      const hashes = await import("/test/hashes.js");
      globalThis.cairn ??= await module.load();
      return hashes.hashMap(module, globalThis.cairn, file, text);
    }, [name, readFileSync(join(folder, name), "utf8")]);
    console.log(lines.join("\n"));
  }
  await browser.close();
  server.close();
}

if (where === "browser") {
  await hashInBrowser();
} else {
  const cairn = await api.load();
  for (const name of names) console.log(hashMap(api, cairn, name, readFileSync(join(folder, name))).join("\n"));
}
