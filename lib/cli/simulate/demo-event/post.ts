import { setTimeout as sleep } from "node:timers/promises";
import type { ComposedNotice } from "@/lib/bank";
import { Failure } from "@/lib/core/errors";
import { keepPace } from "../pace";
import type { Service } from "../service";

/** What a bank posts, and when. */
export interface Due {
  at: Date;
  notice: ComposedNotice;
}

const RETRY_MS = [50, 250, 1_000, 3_000] as const;
const TOGETHER = 24;
/** The newest stand in the list as they were paid: these go one after the other. */
const IN_ORDER = 120;

/** Posts until it is acknowledged. Throws `Failure("unavailable")` where it never is. */
async function post(service: Service, { notice }: Due): Promise<void> {
  for (const waitMs of [0, ...RETRY_MS]) {
    if (waitMs > 0) await sleep(waitMs);
    if (await service.postNotice(notice)) return;
  }
  throw new Failure("unavailable", { detail: "A notice was never acknowledged. Is the service well?" });
}

/** Posts what is long due as fast as the service takes it, the newest strictly in order. */
export async function postAll(service: Service, dues: readonly Due[]): Promise<void> {
  const queue = dues.slice(0, Math.max(0, dues.length - IN_ORDER)).values();
  const work = async () => {
    for (const due of queue) await post(service, due);
  };
  await Promise.all(Array.from({ length: TOGETHER }, work));
  for (const due of dues.slice(-IN_ORDER)) await post(service, due);
}

/** Posts each at its time, until asked to stop. */
export async function postLive(service: Service, dues: readonly Due[], signal: AbortSignal): Promise<void> {
  const startedAt = Date.now();
  await keepPace({
    count: dues.length,
    dueMs: (index) => (dues[index]?.at.getTime() ?? 0) - startedAt,
    begin: async (index) => {
      const due = dues[index];
      if (due) await post(service, due).catch(() => undefined);
    },
    mostInFlight: 8,
    signal,
  });
}
