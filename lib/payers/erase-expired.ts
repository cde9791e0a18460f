import { type BatchOptions, runInBatches } from "@/lib/batches";
import { firstIdAt, type Id } from "@/lib/core/ids";
import { DAY_MS } from "@/lib/core/time/durations";
import { type Db, systemDb, systemTx } from "@/lib/db/client";
import { runExclusively } from "@/lib/db/connections/exclusive";
import { eraseExpectedPayers } from "./erase-expected";
import { eraseNotifications } from "./erase-notifications";

/** The most bytes of notification bodies that are read at a time; a single body can be larger. */
const MAX_BATCH_BYTES = 8_388_608;

const NAME = "payer_erasure";

/** How far the erasure has come: everything with an id up to these is erased. */
interface Progress {
  notifications: Id<"notification">;
  expected: Id<"expectedPayment">;
}

interface ErasureRequest extends BatchOptions {
  /** Data that is older is erased. */
  days: number;
  now?: Date;
}

/** How many notifications and expected payments were erased. */
export interface Erased {
  notifications: number;
  expected: number;
}

/**
 * Erases the payers of all notifications and expected payments that are older than `days`, in small batches with pauses,
 * until none is left or the signal aborts. Continues where the last run ended: ids are in the order of time, so that a run
 * without work costs one probe of each index. Returns undefined if another process does it.
 */
export function eraseExpired(request: ErasureRequest): Promise<Erased | undefined> {
  return runExclusively("payer erasure", async () => {
    const before = (request.now?.getTime() ?? Date.now()) - request.days * DAY_MS;
    const notifications = await runInBatches(request, (limit) => eraseNotificationBatch(before, limit));
    const expected = await runInBatches(request, (limit) => eraseExpectedBatch(before, limit));
    return { notifications, expected };
  });
}

function eraseNotificationBatch(before: number, limit: number) {
  return systemTx(async (db) => {
    const { notifications: after } = await readProgress();
    const found = await db.sql<{ id: Id<"notification">; bytes: number }[]>`
      select id, (sum(octet_length(body)) over (order by id))::float8 as bytes from (
        select id, body from bank_notifications where id > ${after} and id < ${firstIdAt("notification", before)}
        order by id limit ${limit}) n
      order by id`;
    const ids = found.flatMap(({ id, bytes }, index) => (index === 0 || bytes <= MAX_BATCH_BYTES ? id : []));
    const changed = await eraseNotifications(db, ids);
    await saveProgress(db.sql, { notifications: ids.at(-1) });
    return { isLast: found.length < limit && ids.length === found.length, changed };
  });
}

function eraseExpectedBatch(before: number, limit: number) {
  return systemTx(async (db) => {
    const { expected: after } = await readProgress();
    const found = await db.sql<{ id: Id<"expectedPayment"> }[]>`
      select id from expected_payments where id > ${after} and id < ${firstIdAt("expectedPayment", before)}
      order by id limit ${limit}`;
    const ids = found.map(({ id }) => id);
    const changed = await eraseExpectedPayers(db, ids);
    await saveProgress(db.sql, { expected: ids.at(-1) });
    return { isLast: ids.length < limit, changed };
  });
}

async function readProgress(): Promise<Progress> {
  const [row] = await systemDb().sql<{ details: Partial<Progress> }[]>`
    select details from service_state where name = ${NAME}`;
  return { notifications: "ntc_", expected: "exp_", ...row?.details };
}

async function saveProgress(sql: Db["sql"], { notifications, expected }: Partial<Progress>): Promise<void> {
  if (!notifications && !expected) return;
  const details = JSON.stringify({ notifications, expected });
  await sql`
    insert into service_state (name, details) values (${NAME}, ${details}::text::jsonb)
    on conflict (name) do update set details = service_state.details || excluded.details, since = clock_timestamp()`;
}
