// For browsers and workers: the .wasm is fetched; bundlers know this form of its address.

import { instantiate } from "./instance.js";

export { CairnError } from "./core.js";
export * from "./numbers.js";

/** The classes, over an instance of their own. `wasm`, if given, is used instead of the package's file. */
export async function load(settings) {
  return instantiate(settings, () => fetch(new URL("../wasm/cairn-online.wasm", import.meta.url)));
}
