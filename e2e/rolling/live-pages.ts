import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { open } from "./traffic";

/** Open live streams of one event, which connect again as the page does. */
export interface LivePages {
  /** By count of payments, from 1: when the last of the streams showed it. */
  shownAt: number[];
  reconnects: number;
  close(): void;
}

const ID = /^id: \d+:(\d+)$/gm;
/** The page's second delay (`components/live-feed/live-store.ts`); its first is none. */
const RETRY_DELAY_MS = 1_000;

/** Opens this many streams. */
export function openLivePages(given: {
  address: string;
  path: string;
  cookie: string;
  count: number;
}): LivePages {
  const stopped = new AbortController();
  const counts = Array.from({ length: given.count }, () => 0);
  const pages: LivePages = { shownAt: [], reconnects: 0, close: () => stopped.abort() };
  const show = (page: number, count: number) => {
    counts[page] = Math.max(counts[page] ?? 0, count);
    const shown = Math.min(...counts);
    const at = performance.now();
    while (pages.shownAt.length < shown) pages.shownAt.push(at);
  };
  const follow = async (page: number) => {
    for (let attempt = 0; !stopped.signal.aborted; attempt++) {
      const isShown = await readStream(given, stopped.signal, (count) => show(page, count));
      if (stopped.signal.aborted) return;
      pages.reconnects++;
      attempt = isShown ? 0 : attempt;
      if (attempt > 0) await sleep(RETRY_DELAY_MS);
    }
  };
  for (const page of counts.keys()) void follow(page);
  return pages;
}

/** Reads a stream to its end. Returns whether it showed anything. */
function readStream(
  { address, path, cookie }: { address: string; path: string; cookie: string },
  signal: AbortSignal,
  onCount: (count: number) => void,
): Promise<boolean> {
  return new Promise((resolve) => {
    let isShown = false;
    const outgoing = open(address, { method: "GET", path, headers: { cookie } });
    const end = () => resolve(isShown);
    const abort = () => outgoing.destroy();
    signal.addEventListener("abort", abort, { once: true });
    outgoing.once("close", () => signal.removeEventListener("abort", abort));
    outgoing.once("error", end);
    outgoing.once("response", (incoming) => {
      incoming.setEncoding("latin1");
      incoming.on("data", (text: string) => {
        for (const [, count] of text.matchAll(ID)) onCount(Number(count));
        isShown = true;
      });
      incoming.once("error", end).once("close", end);
    });
    outgoing.end();
  });
}
