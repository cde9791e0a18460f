import { env } from "@/lib/env";
import { createConnectionLoop } from "@/lib/poll-loop";
import { confirmConnection, listDueConnections } from "./confirm-due";

/** Poll interval for due confirmations; a poll that finds none costs one index probe for each connection. */
const POLL_MS = 1_000;
const loop = createConnectionLoop(
  "confirming",
  POLL_MS,
  { listDue: listDueConnections, work: confirmConnection },
  "confirming payments failed",
);

/** Starts the confirmation loop; does nothing in a sandbox, which calls no bank. */
export function startPaymentConfirmation(): void {
  if (env().bankMode === "live") loop.start();
}

/** Stops the confirmation loop; a query in flight is repeated after its lease expires. */
export function stopPaymentConfirmation(): void {
  loop.stop();
}
