// For Node.js: the .wasm lies beside.

import { readWasm } from "./file.js";
import { instantiate } from "./instance.js";

export { CairnError } from "./core.js";
export * from "./numbers.js";

/** The classes, over an instance of their own. `wasm`, if given, is used instead of the package's file. */
export async function load(settings) {
  return instantiate(settings, () => readWasm("cairn-online.wasm"));
}
