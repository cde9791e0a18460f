import { env } from "@/lib/env";
import { createConnectionLoop } from "@/lib/poll-loop";
import { closeConnectionAccounts, listDueConnections } from "./close-due";

/** The grace is counted in days, so an account is closed within this time after it. */
const POLL_MS = 30_000;
const loop = createConnectionLoop(
  "account closing",
  POLL_MS,
  { listDue: listDueConnections, work: closeConnectionAccounts },
  "closing accounts failed",
);

/** Starts closing accounts whose grace period is over; does nothing in a sandbox, which calls no bank. */
export function startAccountClosing(): void {
  if (env().bankMode === "live") loop.start();
}

/** Stops closing accounts. */
export function stopAccountClosing(): void {
  loop.stop();
}
