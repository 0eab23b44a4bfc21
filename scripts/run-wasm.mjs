// node run-wasm.mjs PROGRAM.wasm ARGUMENT...: runs a program of WASI in node. It sees the folder of this
// source under its own name, to read. Node.js 18 needs --experimental-wasi-unstable-preview1.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { WASI } from 'node:wasi';

const root = fileURLToPath(new URL('..', import.meta.url));
const [program, ...rest] = process.argv.slice(2);
const wasi = new WASI({
  version: 'preview1',
  args: [program, ...rest],
  preopens: { [root]: root },
  returnOnExit: true,
});
const module = await WebAssembly.compile(await readFile(program));
const imports = { wasi_snapshot_preview1: wasi.wasiImport };
const instance = await WebAssembly.instantiate(module, imports);
process.exitCode = wasi.start(instance);
