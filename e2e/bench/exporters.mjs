// Clients that ask for the same export again and again: `node exporters.mjs PORT PATH COOKIE COUNT`. Sends how many were
// answered with which status, once it is told to stop and every export that is under way has ended.
import { once, setMaxListeners } from "node:events";
import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

/** As `Retry-After` of the refusals says. */
const RETRY_MS = 10_000;
const [port, path, cookie = "", count] = process.argv.slice(2);
/** @type {Record<number, number>} */
const statuses = {};
const stop = new AbortController();
setMaxListeners(Number(count), stop.signal);

/** Takes one export to its end. @returns {Promise<number>} its status */
function take() {
  return new Promise((resolve, reject) => {
    const asked = request({ host: "127.0.0.1", port, path, headers: { cookie } }, (answer) => {
      answer.resume().on("error", reject);
      answer.on("end", () => resolve(answer.statusCode ?? 0));
    });
    asked.on("error", reject).end();
  });
}

async function askAgainAndAgain() {
  while (!stop.signal.aborted) {
    const status = await take();
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (status !== 200) await sleep(RETRY_MS, undefined, { signal: stop.signal }).catch(() => undefined);
  }
}

const clients = Promise.all(Array.from({ length: Number(count) }, askAgainAndAgain));
process.send?.("under way");
await once(process, "message");
stop.abort();
await clients;
process.send?.(statuses);
process.disconnect();
