// node browser.mjs HASHES.wasm FILE: runs the hash program in Chromium, and compares what it prints with
// FILE. The page gets the program from a server on this machine, gives it as much of WASI as printing
// needs, and sends back its lines. CHROMIUM names the browser.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// The page's own script.
async function run() {
  const ok = 0;
  const noFile = 8;
  const decoder = new TextDecoder();
  let memory;
  let text = '';
  const view = () => new DataView(memory.buffer);
  const calls = {
    args_sizes_get(count, bytes) {
      view().setUint32(count, 0, true);
      view().setUint32(bytes, 0, true);
      return ok;
    },
    args_get: () => ok,
    clock_time_get(clock, precision, time) {
      view().setBigUint64(time, BigInt(Math.round(performance.now() * 1e6)), true);
      return ok;
    },
    fd_write(file, pieces, count, written) {
      let total = 0;
      for (let i = 0; i < count; i++) {
        const at = view().getUint32(pieces + 8 * i, true);
        const bytes = view().getUint32(pieces + 8 * i + 4, true);
        text += decoder.decode(new Uint8Array(memory.buffer, at, bytes));
        total += bytes;
      }
      view().setUint32(written, total, true);
      return ok;
    },
    proc_exit(code) {
      throw new Error(`the program ended with ${code}`);
    },
  };
  const imports = new Proxy(calls, { get: (known, name) => known[name] ?? (() => noFile) });
  const module = await WebAssembly.compileStreaming(fetch('hashes.wasm'));
  const names = WebAssembly.Module.imports(module).map((item) => [item.name, imports[item.name]]);
  const instance = await WebAssembly.instantiate(module, {
    wasi_snapshot_preview1: Object.fromEntries(names),
  });
  memory = instance.exports.memory;
  instance.exports._start();
  return text;
}

const page = `<!doctype html><meta charset="utf-8"><title>hashes</title><script type="module">
${run}
const send = (body) => fetch("lines", { method: "POST", body });
run().then(send, (error) => send("failed: " + error));
</script>`;

function startServer(program, finish) {
  return createServer(async (request, response) => {
    if (request.url === '/hashes.wasm') {
      response.setHeader('Content-Type', 'application/wasm');
      response.end(program);
    } else if (request.method === 'POST') {
      const pieces = [];
      for await (const piece of request) pieces.push(piece);
      response.end();
      finish(Buffer.concat(pieces).toString());
    } else {
      response.setHeader('Content-Type', 'text/html');
      response.end(page);
    }
  });
}

async function runInBrowser(program) {
  const profile = await mkdtemp(join(tmpdir(), 'cairn-browser-'));
  let finish;
  const lines = new Promise((resolve) => (finish = resolve));
  const server = startServer(program, finish).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const options = ['--headless=new', '--no-sandbox', '--disable-gpu', `--user-data-dir=${profile}`];
  const address = `http://127.0.0.1:${server.address().port}/`;
  const browser = spawn(process.env.CHROMIUM ?? 'chromium', [...options, address], {
    stdio: 'ignore',
  });
  browser.once('error', (error) => finish(`failed: ${error}`));
  const ended = new Promise((resolve) => browser.once('close', resolve));
  ended.then(() => finish('failed: the browser ended early'));
  const text = await lines;
  browser.kill();
  await ended;
  server.close();
  server.closeAllConnections();
  await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  return text;
}

const [path, expectedPath] = process.argv.slice(2);
const expected = (await readFile(expectedPath, 'utf8')).split('\n');
const found = (await runInBrowser(await readFile(path))).split('\n');
const differing = found.filter((line, i) => line !== expected[i]);
differing.slice(0, 10).forEach((line) => console.log(`not expected: ${line}`));
const same = differing.length === 0 && found.length === expected.length;
console.log(`${found.length - 1} lines in a browser, ${differing.length} differences`);
process.exitCode = same ? 0 : 1;
