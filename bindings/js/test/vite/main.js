import { walk } from "./walk.js";

const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
const told = new Promise((resolve, reject) => {
  worker.onmessage = (event) => resolve(event.data);
  worker.onerror = (event) => reject(new Error(event.message));
});
globalThis.result = Promise.all([walk(), told]);
