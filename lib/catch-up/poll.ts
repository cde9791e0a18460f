import { releaseLeases } from "@/lib/bank";
import { env } from "@/lib/env";
import { createConnectionLoop } from "@/lib/poll-loop";
import { listDueConnections, readList } from "./read-list";

/** How often a process looks for a list that is due; one index probe. */
const POLL_MS = 2_000;
const loop = createConnectionLoop(
  "catching up",
  POLL_MS,
  { listDue: listDueConnections, work: readList },
  "catching up failed",
);

/** Starts reading the banks' lists; does nothing in a sandbox or if `BANK_CATCH_UP_SECONDS` is 0. */
export function startCatchUp(): void {
  const { bankMode, bankCatchUpSeconds } = env();
  if (bankMode === "live" && bankCatchUpSeconds > 0) loop.start();
}

/** Stops reading the banks' lists and releases their leases. Another process continues an unfinished reading at its page. */
export async function stopCatchUp(): Promise<void> {
  if (loop.stop()) await releaseLeases();
}
