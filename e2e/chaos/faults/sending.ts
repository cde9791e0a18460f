import { setTimeout as sleep } from "node:timers/promises";
import type { Violation } from "../checks";
import type { Fault } from "../fault";
import { readSecrets } from "../system/stored-data";

const SLOW_ANSWER_MS = 600;
const BACKLOG_MS = 1_500;
const AT_ONCE = 20;
/** The route takes at most 25 s (`docs/operations.md`). */
const JOB_LIMIT_MS = 28_000;

/** `kill -9` of the service while many events are in flight to slow receivers. */
export const killSending: Fault = {
  name: "kill-sending",
  title: "`kill -9` the service while it sends events",
  rounds: 5,
  pace: 1.5,
  inject: async ({ system: { service, receivers } }) => {
    receivers.behaviour.delayMs = SLOW_ANSWER_MS;
    await sleep(SLOW_ANSWER_MS);
    await service.kill();
    receivers.behaviour.delayMs = 0;
    return service.start();
  },
};

/** Events accumulate while all receivers fail; then the job's route is called twenty times in parallel. */
export const jobRoute: Fault = {
  name: "job-route",
  title: "20 concurrent calls of the job route, with a backlog of events",
  rounds: 5,
  inject: async ({ system: { receivers, traffic, database } }) => {
    receivers.behaviour.isBroken = true;
    await sleep(BACKLOG_MS);
    receivers.behaviour.isBroken = false;
    const headers = { authorization: `Bearer ${readSecrets(database.dataDir).JOB_SECRET}` };
    const ask = {
      method: "POST",
      path: "/api/jobs/deliver-webhooks",
      headers,
      limitMs: JOB_LIMIT_MS,
      slowMs: JOB_LIMIT_MS,
    } as const;
    const endedAt = performance.now();
    await Promise.all(Array.from({ length: AT_ONCE }, () => traffic.send(ask)));
    return endedAt;
  },
  inspect: ({ inbox }) => acceptedTwice(inbox.receipts),
};

/** No process was killed here, so no event may go to a receiver that has already accepted it. */
function acceptedTwice(receipts: ReadonlyMap<string, { accepted: number }>): Violation[] {
  return [...receipts]
    .filter(([, { accepted }]) => accepted > 1)
    .map(([id, { accepted }]) => ({ check: "sent again", evidence: `${id} was accepted ${accepted} times` }));
}
