// For Node.js: the .wasm of the package, which lies beside.

import { readFile } from "node:fs/promises";

import { CairnError } from "./core.js";

export async function readWasm(name) {
  const address = new URL(`../wasm/${name}`, import.meta.url);
  try {
    return await readFile(address);
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
    throw new CairnError("IO", `there is no ${address.pathname}: in the source tree, bindings/js/build-wasm makes it`);
  }
}
