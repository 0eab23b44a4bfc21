import { walk } from "./walk.js";

walk().then((found) => postMessage(found));
