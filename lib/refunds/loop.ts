import { createConnectionLoop } from "@/lib/poll-loop";
import { listDueConnections } from "./claim";
import { processConnection } from "./process";

/** Poll interval for due refunds; a poll that finds none costs one index probe. */
const POLL_MS = 1_000;
const loop = createConnectionLoop(
  "refunding",
  POLL_MS,
  { listDue: listDueConnections, work: processConnection },
  "processing refunds failed",
);

/** Starts the loop that sends refunds and looks up their outcomes. */
export function startRefunds(): void {
  loop.start();
}

/** Stops the loop; a call in flight is looked up after its lease expires. */
export function stopRefunds(): void {
  loop.stop();
}
