import { setTimeout as sleep } from "node:timers/promises";
import { secretsOf } from "../books";
import type { Violation } from "../checks";
import type { Fault } from "../fault";

const SLOW_ANSWER_MS = 600;
const BACKLOG_MS = 1_500;
const AT_ONCE = 20;
/** The route takes at most 25 s (`docs/operations.md`). */
const JOB_LIMIT_MS = 28_000;

/** `kill -9` of the service while many events are under way to receivers that take their time. */
export const killSending: Fault = {
  name: "kill-sending",
  title: "`kill -9` the service while it sends events",
  rounds: 5,
  pace: 1.5,
  inject: async ({ stage: { service, receivers } }) => {
    receivers.manners.delayMs = SLOW_ANSWER_MS;
    await sleep(SLOW_ANSWER_MS);
    await service.kill();
    receivers.manners.delayMs = 0;
    return service.start();
  },
};

/** Events pile up while all receivers are broken; then the job's route is called twenty times at once. */
export const jobRoute: Fault = {
  name: "job-route",
  title: "the job's route called 20 times at once, with events piled up",
  rounds: 5,
  inject: async ({ stage: { receivers, traffic, books } }) => {
    receivers.manners.isBroken = true;
    await sleep(BACKLOG_MS);
    receivers.manners.isBroken = false;
    const headers = { authorization: `Bearer ${secretsOf(books.dataDir).JOB_SECRET}` };
    const ask = {
      method: "POST",
      path: "/api/jobs/deliver-webhooks",
      headers,
      limitMs: JOB_LIMIT_MS,
      slowMs: JOB_LIMIT_MS,
    } as const;
    const endedAt = performance.now();
    await Promise.all(Array.from({ length: AT_ONCE }, () => traffic.ask(ask)));
    return endedAt;
  },
  inspect: ({ inbox }) => acceptedTwice(inbox.receipts),
};

/** Nobody died here, so no event may go to a receiver that has already accepted it. */
function acceptedTwice(receipts: ReadonlyMap<string, { accepted: number }>): Violation[] {
  return [...receipts]
    .filter(([, { accepted }]) => accepted > 1)
    .map(([id, { accepted }]) => ({ check: "sent again", evidence: `${id} was accepted ${accepted} times` }));
}
