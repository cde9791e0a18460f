// Clients that request the same export repeatedly: `node exporters.mjs PORT PATH COOKIE COUNT`. On a stop message,
// waits for the exports in flight and sends the number of responses by status.
import { once, setMaxListeners } from "node:events";
import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

const [port, path, cookie = "", count] = process.argv.slice(2);
/** @type {Record<number, number>} */
const statuses = {};
const stop = new AbortController();
setMaxListeners(Number(count), stop.signal);

/** Reads one export to its end. @returns {Promise<{ status: number, retryMs: number }>} */
function readExport() {
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: "127.0.0.1", port, path, headers: { cookie } }, (answer) => {
      answer.resume().on("error", reject);
      const retryMs = 1_000 * Number(answer.headers["retry-after"] ?? 0);
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, retryMs }));
    });
    outgoing.on("error", reject).end();
  });
}

async function requestRepeatedly() {
  while (!stop.signal.aborted) {
    const { status, retryMs } = await readExport();
    statuses[status] = (statuses[status] ?? 0) + 1;
    await sleep(retryMs, undefined, { signal: stop.signal }).catch(() => undefined);
  }
}

const clients = Promise.all(Array.from({ length: Number(count) }, requestRepeatedly));
process.send?.("started");
await once(process, "message");
stop.abort();
await clients;
process.send?.(statuses);
process.disconnect();
