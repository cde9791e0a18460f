import { type LiveConnection, listLiveConnections } from "@/lib/bank";
import { describeError } from "@/lib/core/errors/describe-error";
import { Failure, isFailure, retryAfterSeconds } from "@/lib/core/errors/errors";
import { type Id, newId } from "@/lib/core/ids";
import { systemDb } from "@/lib/db/client";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { createConnectionLoop } from "@/lib/poll-loop";
import { canListSettlements, type PollResult, pollConnection } from "./poll-connection";

/** How often each bank is asked: settlements arrive once a day. */
const INTERVAL_SECONDS = 15 * 60;
/** The next attempt after a failure; a longer `Retry-After` of the bank applies. */
const RETRY_SECONDS = 60;
/** Longer than the pause and the timeout of one request; the lease is renewed before each. */
const LEASE_SECONDS = 60;
/** How often a process looks for connections that are due. */
const CHECK_MS = 30_000;

/** The result of a run of one connection. */
export interface ConnectionPoll {
  connectionId: Id<"bankConnection">;
  provider: string;
  /** The settlements that were new. */
  applied: number;
  /** Why the run failed, or what it could not read; null if there is nothing to report. */
  problem: string | null;
}

interface Lease {
  leasedBy: Id<"request">;
  listedThrough: Date | null;
}

/**
 * Reads the settlements of every live connection that is due and that no other process reads, or of all of them with
 * `isForced`. A failure of one bank does not affect the others: it is logged, stored and returned.
 */
export async function pollSettlements({
  isForced = false,
  pauseMs,
}: {
  isForced?: boolean;
  pauseMs?: number;
} = {}): Promise<ConnectionPoll[]> {
  if (env().bankMode !== "live") return [];
  const polls = await Promise.all(
    (await listConnections()).map((connection) => poll(connection, isForced, pauseMs)),
  );
  return polls.filter((result) => result !== undefined);
}

const listConnections = async () => (await listLiveConnections()).filter(canListSettlements);

/** Reads the settlements of one connection; `undefined` if it is not due, or another process has its lease. */
async function poll(
  connection: LiveConnection,
  isForced: boolean,
  pauseMs?: number,
): Promise<ConnectionPoll | undefined> {
  const lease = await claim(connection.id, isForced);
  return lease && run(connection, lease, pauseMs);
}

/** Takes the lease of a connection; `undefined` if it is not due, or another process has it. */
async function claim(id: Id<"bankConnection">, isForced: boolean): Promise<Lease | undefined> {
  const leasedBy = newId("request");
  const { sql } = systemDb();
  const [lease] = await sql<Lease[]>`
    insert into settlement_polls as p (bank_connection_id, due_at, leased_by)
    values (${id}, clock_timestamp() + make_interval(secs => ${LEASE_SECONDS}), ${leasedBy})
    on conflict (bank_connection_id) do update set due_at = excluded.due_at, leased_by = excluded.leased_by
      where p.due_at <= clock_timestamp() or (${isForced} and p.leased_by is null)
    returning leased_by, listed_through`;
  return lease;
}

async function run(connection: LiveConnection, lease: Lease, pauseMs?: number): Promise<ConnectionPoll> {
  const { id: connectionId, provider } = connection;
  const until = new Date();
  const about = { connectionId, provider: provider.name };
  try {
    const result = await pollConnection(connection, {
      listedThrough: lease.listedThrough,
      until,
      keepLease: () => renew(connectionId, lease),
      ...(pauseMs !== undefined && { pauseMs }),
    });
    const problem = describeUnreadable(result);
    if (problem)
      log.warn(
        { provider: provider.name, connection: connectionId, problem },
        "settlements of a bank's list cannot be read",
      );
    const { listedThrough } = result;
    await release(connectionId, lease, { listedThrough, problem, seconds: INTERVAL_SECONDS });
    return { ...about, applied: result.applied, problem };
  } catch (thrown) {
    const problem =
      (isFailure(thrown) && thrown.detail) || "The settlements could not be read; the log says why.";
    log.warn(
      { provider: provider.name, connection: connectionId, internal: describeError(thrown) },
      "reading a bank's settlements failed; the next run retries",
    );
    const seconds = Math.max(RETRY_SECONDS, retryAfterSeconds(thrown));
    await release(connectionId, lease, { listedThrough: lease.listedThrough, problem, seconds });
    return { ...about, applied: 0, problem };
  }
}

const describeUnreadable = ({ unreadable }: PollResult): string | null =>
  unreadable.length === 0
    ? null
    : `${unreadable.length} settlements of the bank's list cannot be read: ${unreadable[0]}.`;

/** Thrown when another process has taken the lease over. */
const lostLease = () =>
  new Failure("unavailable", { internal: "another process reads the settlements of this connection" });

async function renew(id: Id<"bankConnection">, { leasedBy }: Lease): Promise<void> {
  const renewed = await systemDb().sql`
    update settlement_polls set due_at = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
    where bank_connection_id = ${id} and leased_by = ${leasedBy} returning 1`;
  if (renewed.length === 0) throw lostLease();
}

async function release(
  id: Id<"bankConnection">,
  { leasedBy }: Lease,
  {
    listedThrough,
    problem,
    seconds,
  }: { listedThrough: Date | null; problem: string | null; seconds: number },
): Promise<void> {
  await systemDb().sql`
    update settlement_polls set listed_through = ${listedThrough}, problem = ${problem}, leased_by = null,
      due_at = clock_timestamp() + make_interval(secs => ${seconds})
    where bank_connection_id = ${id} and leased_by = ${leasedBy}`;
}

const loop = createConnectionLoop(
  "settlement polling",
  CHECK_MS,
  { listDue: listConnections, work: (connection) => poll(connection, false) },
  "reading settlements failed",
);

/** Starts reading settlements; does nothing in a sandbox, which calls no bank. */
export function startSettlementPolling(): void {
  if (env().bankMode === "live") loop.start();
}

/** Stops reading settlements; a run in progress is repeated after its lease expires. */
export function stopSettlementPolling(): void {
  loop.stop();
}
