// From bytes of WebAssembly to the classes.

import { CairnError, Core } from "./core.js";
import { VERSION } from "./numbers.js";
import { makeClasses } from "./objects.js";
import { readSettings } from "./settings.js";

/** What the library's libc asks of its host: a clock. There are no files. */
function makeImports(getCore) {
  const getTime = (_clock, _precision, at) => {
    const time = BigInt(Math.round(performance.now() * 1e6));
    new DataView(getCore().exports.memory.buffer).setBigUint64(at, time, true);
    return 0;
  };
  const fail = () => 8; // no such file is open
  return {
    env: { cairn_js_tell: (context, at) => getCore().tell(context, at) },
    wasi_snapshot_preview1: { clock_time_get: getTime, fd_close: fail, fd_seek: fail, fd_write: fail },
  };
}

/** Classes over an instance of its own. Settings have `wasm`: bytes, a Response (or a promise of one), or a
 *  Module; without it they come from `getOwn`. */
export async function instantiate(settings, getOwn) {
  const { wasm } = readSettings(settings, { wasm: null }, "load()");
  let core;
  const imports = makeImports(() => core);
  const source = await (wasm ?? getOwn());
  let instance;
  if (source instanceof WebAssembly.Module) {
    instance = await WebAssembly.instantiate(source, imports);
  } else {
    if (source?.ok === false) throw new CairnError("IO", `${source.url}: ${source.status} ${source.statusText}`);
    const bytes = typeof Response !== "undefined" && source instanceof Response ? await source.arrayBuffer() : source;
    ({ instance } = await WebAssembly.instantiate(bytes, imports));
  }
  core = new Core(instance.exports);
  const classes = makeClasses(core);
  if (classes.version !== VERSION)
    throw new CairnError("VERSION", `the .wasm is of version ${classes.version}, not ${VERSION}`);
  return classes;
}
