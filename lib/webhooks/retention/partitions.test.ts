/** Guarantee: attempts past retention are gone with their months, nothing else is, and `verify` notices any other missing one. */
import { beforeEach, describe, expect, it } from "vitest";
import { type Id, newId } from "@/lib/core/ids";
import { asOrganisation, longRunningTx, systemDb } from "@/lib/db/client";
import { isLockTimeout } from "@/lib/db/errors";
import { env } from "@/lib/env";
import { findInDatabase } from "@/lib/payers/testing/search";
import { indexNextTransactions } from "@/lib/payment-search";
import { verifyTotals } from "@/lib/reconciliation";
import { newOrganisation } from "@/lib/sessions/testing/events";
import { connectAsOwner, useTestDatabase } from "@/lib/testing/database";
import { fillSession } from "@/lib/testing/fill-session";
import { recordCredit } from "@/lib/transactions";
import { createIncomingCredit, openTestSession } from "@/lib/transactions/testing/sessions";
import { createPastMonths, listPartitions, monthName, spreadOverMonths } from "../testing/attempt-months";
import { prepareAttempts } from "./partitions";

const database = useTestDatabase();

/** `npm run retention:attempts` has five million. */
const PAYMENTS = Number(process.env.RETENTION_ATTEMPTS ?? 20_000);
const PER_SESSION = 100_000;
const MONTHS = 13;
/** Long enough that at least two past months are kept, and so short that at least eight are dropped. */
const DAYS = 92;
const URL = "https://hooks.example.com/takings";
const AT_TIME_LENGTH = "evt_".length + 10;
const denied = { code: "42501" };

const setDays = (days: number | undefined) => Object.assign(env(), { webhookAttemptDays: days });
const partitions = () => listPartitions(database.ownerUrl);
const currentMonths = [0, -1, -2].map(monthName);

/** The past months that `DAYS` keeps, latest first: those that had not ended so many days ago. */
const keptMonths = () =>
  Array.from({ length: MONTHS }, (_, index) => index + 1).filter((ago) => {
    const now = new Date();
    const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago + 1, 1);
    return end > now.getTime() - DAYS * 86_400_000;
  });

async function fill(count: number, months = MONTHS): Promise<Id<"session">> {
  const { sessionId } = await openTestSession("test", URL);
  await longRunningTx((db) => fillSession(db, { sessionId, count }));
  while ((await indexNextTransactions(sessionId, 5_000)) > 0);
  await spreadOverMonths(sessionId, { months, answer: "Answer" });
  return sessionId;
}

const countAttempts = async (condition = "true") => {
  const [row] = await systemDb().sql.unsafe<{ count: number }[]>(
    `select count(*)::int as count from webhook_attempts where ${condition}`,
  );
  return row?.count ?? 0;
};

const firstKept = async () => {
  const [row] = await systemDb().sql<{ id: string | null }[]>`
    select details ->> 'kept_from' as id from service_state where name = 'webhook_attempts_dropped'`;
  return row?.id ?? undefined;
};

beforeEach(async () => {
  setDays(undefined);
  await createPastMonths(database.ownerUrl, MONTHS);
  await prepareAttempts();
});

describe("the attempts of 13 months", () => {
  it("are dropped by month past retention, while payments are recorded and totals stay", {
    timeout: 120_000 + PAYMENTS,
  }, async () => {
    const sessions: Id<"session">[] = [];
    for (let filled = 0; filled < PAYMENTS; filled += PER_SESSION)
      sessions.push(await fill(Math.min(PER_SESSION, PAYMENTS - filled)));
    const readSums = () =>
      systemDb().sql`
        select session_id, status, channel, count, amount from session_totals where session_id = any(${sessions}) order by 1, 2, 3, 4, 5`;
    const sums = await readSums();
    expect(await countAttempts()).toBe(PAYMENTS);
    expect((await verifyTotals({})).differences).toEqual([]);

    setDays(DAYS);
    const { account } = await openTestSession("test", URL);
    const recording = (async () => {
      for (let count = 0; count < 100; count++) await recordCredit(createIncomingCredit({ account }));
    })();
    await Promise.all([prepareAttempts(), prepareAttempts()]);
    await recording;

    const kept = keptMonths().map(monthName);
    expect(await partitions()).toEqual([...kept, ...currentMonths].toSorted().concat("other"));
    const keptFrom = (await firstKept()) ?? "";
    const [events] = await systemDb().sql<{ kept: number; past: number }[]>`
      select count(*) filter (where id >= ${keptFrom})::int as kept, count(*) filter (where id < ${keptFrom})::int as past
      from webhook_deliveries where session_id = any(${sessions})`;
    expect(events?.past).toBeGreaterThan(PAYMENTS / 2);
    expect(await countAttempts()).toBe(events?.kept);
    expect(await readSums()).toEqual(sums);
    expect(await verifyTotals({})).toMatchObject({ differences: [], pastRetention: events?.past });

    const times = await systemDb().sql<{ time: string; isPast: boolean }[]>`
      select left(id, ${AT_TIME_LENGTH}) as time, id < ${keptFrom} as is_past from webhook_deliveries
      where session_id = any(${sessions}) group by 1, 2`;
    const answers = await findInDatabase(times.map(({ time }) => `Answer of ${time}`));
    expect(answers.length).toBe(times.filter(({ isPast }) => !isPast).length);
  });

  it("are kept from the month of a pending event on, whose last attempt the sender needs", async () => {
    await fill(130);
    const ago = 8;
    const [bound] = await connectAsOwner(
      database.ownerUrl,
      (sql) =>
        sql<{ first: string }[]>`
        select first_id_at('evt', (date_trunc('month', now() at time zone 'UTC') - ${ago} * interval '1 month') at time zone 'UTC') as first`,
    );
    await systemDb().sql`
      update webhook_deliveries set state = 'pending', delivered_at = null where id = (
        select min(id) from webhook_deliveries where id >= ${bound?.first ?? ""})`;
    setDays(DAYS);
    await prepareAttempts();
    expect(await firstKept()).toBe(bound?.first);
    expect(await partitions()).toContain(monthName(ago));
    await systemDb()
      .sql`update webhook_deliveries set state = 'delivered', delivered_at = now() where state = 'pending'`;
    await prepareAttempts();
    expect(await partitions()).not.toContain(monthName(ago));
  });

  it("without a setting are all kept, and the next months have partitions", async () => {
    await fill(130);
    await prepareAttempts();
    expect(await countAttempts()).toBe(130);
    const all = Array.from({ length: MONTHS }, (_, index) => monthName(index + 1));
    expect(await partitions()).toEqual([...all, ...currentMonths].toSorted().concat("other"));
    expect(await firstKept()).toBeUndefined();
    expect(await verifyTotals({})).not.toHaveProperty("pastRetention");
  });
});

describe("verify", () => {
  it("notices a missing attempt of an event that is not past retention, and a wrong one of an event that is", async () => {
    const sessionId = await fill(130);
    setDays(DAYS);
    await prepareAttempts();
    const keptFrom = (await firstKept()) ?? "";
    const differencesAfter = async (statement: string) => {
      await systemDb().sql.unsafe(statement);
      return (await verifyTotals({ sessionId })).differences.length;
    };
    const oneOf = (condition: string) =>
      `(select min(id) from webhook_deliveries where session_id = '${sessionId}' and ${condition})`;
    const isKept = `id >= '${keptFrom}'`;
    expect(await differencesAfter("select 1")).toBe(0);
    expect(await differencesAfter(`delete from webhook_attempts where delivery_id = ${oneOf(isKept)}`)).toBe(
      1,
    );
    const [past, otherPast] = [oneOf("true"), oneOf(`id > ${oneOf("true")}`)];
    expect(
      await differencesAfter(`update webhook_deliveries set uncounted_attempts = 1 where id = ${past}`),
    ).toBe(2);
    expect(
      await differencesAfter(`update webhook_deliveries set delivered_at = null where id = ${otherPast}`),
    ).toBe(3);
  });
});

describe("an attempt", () => {
  it("of a month that was dropped, or has no partition, is stored, and deleted by its own age", async () => {
    const sessionId = await fill(130);
    setDays(DAYS);
    await prepareAttempts();
    const insertAttempts = (startedAt: Date, number: number) =>
      systemDb().sql`
        insert into webhook_attempts (session_id, delivery_id, number, organisation_id, mode, started_at, duration_ms, status)
        select session_id, id, ${number}, organisation_id, mode, ${startedAt}, 20, 200 from webhook_deliveries
        where session_id = ${sessionId} order by id limit 1`;
    const before = await countAttempts();
    await insertAttempts(new Date(), 2);
    await insertAttempts(new Date(Date.now() - (DAYS + 1) * 86_400_000), 3);
    expect(await countAttempts()).toBe(before + 2);
    await prepareAttempts();
    expect(await countAttempts()).toBe(before + 1);
    expect(await countAttempts("number = 2")).toBe(1);
  });
});

describe("the partitions", () => {
  it("are not created where the partition of other months has their attempts, and the others are", async () => {
    await connectAsOwner(database.ownerUrl, async (sql) => {
      for (const name of currentMonths) await sql.unsafe(`drop table webhook_attempt_months.${name}`);
    });
    await fill(10, 1);
    await prepareAttempts();
    const found = await partitions();
    expect(found).not.toContain(monthName(0));
    expect(found).toContain(monthName(-1));
    expect(await countAttempts()).toBe(10);
  });

  it("are dropped at the next run if a long read uses the table, which is waited for half a second", async () => {
    setDays(DAYS);
    await connectAsOwner(database.ownerUrl, (holder) =>
      holder.begin(async (reading) => {
        await reading`lock table webhook_attempts in access share mode`;
        const startedAt = performance.now();
        const preparing = prepareAttempts();
        expect(isLockTimeout(await preparing.catch((thrown: unknown) => thrown))).toBe(true);
        expect(performance.now() - startedAt).toBeLessThan(1_500);
      }),
    );
    expect(await partitions()).toContain(monthName(MONTHS));
    await prepareAttempts();
    expect(await partitions()).not.toContain(monthName(MONTHS));
  });

  it("cannot be read, changed or dropped by the service's roles", async () => {
    const scope = await newOrganisation();
    await prepareAttempts();
    const statements = [
      `select * from webhook_attempt_months.${monthName(0)}`,
      "select * from webhook_attempt_months.other",
      `drop table webhook_attempt_months.${monthName(0)}`,
      "create table webhook_attempt_months.mine (a int)",
      "drop table webhook_attempts",
    ];
    for (const statement of statements) {
      await expect(systemDb().sql.unsafe(statement), statement).rejects.toMatchObject(denied);
      const asApp = asOrganisation(scope.organisationId, ({ sql }) =>
        sql.unsafe(statement).then(() => undefined),
      );
      await expect(asApp, statement).rejects.toMatchObject(denied);
    }
    const prepare = asOrganisation(
      scope.organisationId,
      ({ sql }) => sql`select prepare_webhook_attempts(31, null)`,
    );
    await expect(prepare).rejects.toMatchObject(denied);
    const tooFew = systemDb().sql`select prepare_webhook_attempts(30, null)`;
    await expect(tooFew).rejects.toMatchObject({ code: "22023" });
  });

  it("begin at the first id of their month", async () => {
    const at = Date.UTC(2026, 10, 1);
    const [row] = await systemDb().sql<{ id: string }[]>`select first_id_at('evt', ${new Date(at)}) as id`;
    expect(row?.id).toBe(newId("delivery", at).slice(0, AT_TIME_LENGTH));
  });
});
