import { beforeEach, expect, test } from "vitest";
import { providerNamed } from "@/lib/bank";
import { newId } from "@/lib/core/ids";
import { type Db, systemDb, systemTx } from "@/lib/db/client";
import { addOperator, assignOperator } from "@/lib/operators";
import { AddOperator } from "@/lib/operators/contract";
import { verifyTotals } from "@/lib/reconciliation";
import { applySettlement } from "@/lib/settlement";
import { useTestDatabase } from "@/lib/testing/database";
import { Recorder } from "./batch";
import { recordCredit } from "./record";
import { toRecordingRow } from "./recording-row";
import { insertTransactions } from "./statement";
import { incoming, openTestSession } from "./testing/sessions";

useTestDatabase();

let session: Awaited<ReturnType<typeof openTestSession>>;
beforeEach(async () => {
  session = await openTestSession();
});

const transactions = () => systemDb().sql<
  { number: bigint; operatorId: string | null; settledOn: string | null; createdAt: Date }[]
>`
  select number, operator_id as "operatorId", settled_on::text as "settledOn", created_at as "createdAt"
  from transactions where session_id = ${session.sessionId} order by number`;
const verify = async () => (await verifyTotals({ sessionId: session.sessionId })).differences;
const writeOne = async (one: Parameters<typeof toRecordingRow>[0]) =>
  await insertTransactions(systemDb(), [toRecordingRow(one, 0)]);
const anotherProcess = () => new Recorder((arrivals) => insertTransactions(systemDb(), arrivals));

test("two processes that record in one session at once leave gapless numbers and true totals", async () => {
  const recorders = [anotherProcess(), anotherProcess()];
  const work = Array.from({ length: 300 }, (_, index) => {
    const atTerminal = index % 3 === 0;
    const device = index % 2 === 0 ? session.terminalId : session.otherTerminalId;
    const credit = atTerminal
      ? { channel: "pos" as const, devices: [device] }
      : { account: session.account, status: index % 5 === 0 ? ("failed" as const) : ("successful" as const) };
    return recorders[index % 2]?.record(toRecordingRow(incoming(credit), 0));
  });
  expect(new Set((await Promise.all(work)).map((done) => done?.outcome))).toEqual(new Set(["recorded"]));
  const rows = await transactions();
  expect(rows.map(({ number }) => Number(number))).toEqual(Array.from({ length: 300 }, (_, at) => at + 1));
  const times = rows.map(({ createdAt }) => createdAt.getTime());
  expect(times).toEqual([...times].sort((one, other) => one - other));
  expect(await verify()).toEqual([]);
});

test("the same payments told to two processes at once are recorded once and burn no number", async () => {
  const recorders = [anotherProcess(), anotherProcess()];
  const payments = Array.from({ length: 60 }, () => incoming({ account: session.account }));
  const told = payments.flatMap(({ credit, notice }) =>
    recorders.map((recorder) => {
      const copy = { ...notice, noticeId: newId("notice") };
      return recorder.record(toRecordingRow({ credit: { ...credit }, notice: copy }, 0));
    }),
  );
  const outcomes = (await Promise.all(told)).map(({ outcome }) => outcome).sort();
  expect(outcomes).toEqual([...Array(60).fill("known"), ...Array(60).fill("recorded")]);
  expect((await transactions()).at(-1)?.number).toBe(60n);
  expect(await verify()).toEqual([]);
});

test("one statement takes credits of many sessions, and each ends where it belongs", async () => {
  const other = await openTestSession();
  const known = incoming({ account: session.account });
  await writeOne(known);
  const arrivals = [
    incoming({ account: other.account }),
    incoming({ account: "0000000000" }),
    { ...incoming(), credit: known.credit },
    incoming({ account: session.account }),
    incoming({ channel: "pos", devices: ["NOBODYS", other.terminalId] }),
    incoming({ channel: "pos", account: session.account }),
  ].map((one, position) => toRecordingRow(one, position));
  const written = await insertTransactions(systemDb(), arrivals);
  const byPosition = written.sort((one, two) => one.position - two.position);
  expect(byPosition.map(({ outcome, sessionId }) => [outcome, sessionId])).toEqual([
    ["recorded", other.sessionId],
    ["unplaced", null],
    ["known", session.sessionId],
    ["recorded", session.sessionId],
    ["recorded", other.sessionId],
    ["unplaced", null],
  ]);
  expect(await verify()).toEqual([]);
});

/** Resolves when so many statements of this database wait for a lock. */
const untilWaiting = (statements: number) =>
  expect
    .poll(async () => {
      const [waiting] = await systemDb().sql<{ count: number }[]>`
        select count(distinct pid)::int as count from pg_locks join pg_stat_activity using (pid)
        where not granted and datname = current_database()`;
      return waiting?.count;
    })
    .toBe(statements);

/** Runs work that must wait for the session's counter row, which is changed and let go once it waits. */
async function whileHeld<T>(change: (db: Db) => Promise<unknown>, work: () => Promise<T>): Promise<T> {
  const { working } = await systemTx(async (db) => {
    await change(db);
    const started = work();
    await untilWaiting(1);
    return { working: started };
  });
  return working;
}

async function changeRoster({ sql }: Db): Promise<string> {
  const operator = await addOperatorOf(session);
  await sql`update session_counters set roster = roster + 1 where session_id = ${session.sessionId}`;
  await sql`
    insert into operator_assignments (session_id, id, organisation_id, mode, terminal_id, operator_id, assigned_from)
    values (${session.sessionId}, ${newId("assignment")}, ${session.scope.organisationId}, 'test',
      ${session.terminalId}, ${operator}, '2026-11-20T00:00:00Z')`;
  return operator;
}

const addOperatorOf = async ({ scope, sessionId }: typeof session) =>
  (await addOperator(scope, sessionId, AddOperator.parse({ name: "Ada" }))).id;

test("a credit that waited while the roster changed is not written with the old one", async () => {
  const paid = incoming({ channel: "pos", devices: [session.terminalId] });
  const written = await whileHeld(changeRoster, () => writeOne(paid));
  expect(written).toMatchObject([{ outcome: "stale" }]);
  expect(await transactions()).toEqual([]);
});

test("recording begins again when the roster changed meanwhile, and finds the right operator", async () => {
  let operator = "";
  const paid = incoming({ channel: "pos", devices: [session.terminalId] });
  const fate = await whileHeld(
    async (db) => {
      operator = await changeRoster(db);
    },
    () => recordCredit(paid),
  );
  expect(fate).toMatchObject({ fate: "recorded" });
  expect(await transactions()).toMatchObject([{ operatorId: operator, number: 1n }]);
  expect(await verify()).toEqual([]);
});

test("recording that waits behind an assignment ends at the operator it assigns", async () => {
  const operatorId = await addOperatorOf(session);
  const { terminalId } = session;
  const assigning = { terminalId, operatorId, from: new Date("2026-11-20T00:00:00Z") };
  const { working } = await systemTx(async ({ sql }) => {
    await sql`select from session_counters where session_id = ${session.sessionId} for update`;
    const assigned = assignOperator(assigning);
    await untilWaiting(1);
    const recorded = recordCredit(incoming({ channel: "pos", devices: [terminalId] }));
    await untilWaiting(2);
    return { working: Promise.all([assigned, recorded]) };
  });
  expect(await working).toMatchObject([{ moved: 0 }, { fate: "recorded" }]);
  expect(await transactions()).toMatchObject([{ operatorId }]);
  expect(await verify()).toEqual([]);
});

test("a credit that waited while its session was closed is not recorded", async () => {
  const close = ({ sql }: Db) =>
    sql`update session_counters set status = 'closed', closed_at = clock_timestamp() where session_id = ${session.sessionId}`;
  const fate = await whileHeld(close, () => recordCredit(incoming({ account: session.account })));
  expect(fate).toEqual({ fate: "exception" });
  expect(await transactions()).toEqual([]);
  expect(await verify()).toEqual([]);
});

test.each([
  ["successful", "2026-11-21"],
  ["failed", null],
  ["pending", null],
] as const)(
  "a payment settled before it was told, and then %s, is settled on %s",
  async (status, settledOn) => {
    const paid = incoming(
      { account: session.account, status, fee: status === "failed" ? undefined : 0n },
      { provider: "monnify" },
    );
    if (status === "pending")
      paid.notice.body = Buffer.from(paid.notice.body.toString().replace('"PAID"', '"PENDING"'));
    const { paymentKey, amount } = paid.credit;
    const settlement = { reference: newId("notice"), settledAt: new Date("2026-11-21T12:00:00Z") };
    const [sent] =
      providerNamed("monnify").composeSettlement?.(
        { ...settlement, payments: [{ paymentKey, amount, channel: "bank_transfer" }] },
        "secret of the tests",
      ) ?? [];
    const body = Buffer.from(sent?.body ?? "");
    await applySettlement(
      { ...paid.notice, noticeId: newId("notice"), event: "SETTLEMENT", body },
      {
        kind: "settlement",
        reference: settlement.reference,
        settledOn: "2026-11-21",
        lines: [{ paymentKey, gross: amount }],
        unreadableLines: [],
      },
    );
    await recordCredit(paid);
    expect(await transactions()).toMatchObject([{ settledOn }]);
    expect(await verify()).toEqual([]);
  },
);

test("a statement that fails leaves nothing of any of its credits", async () => {
  const [sound, poison] = [
    toRecordingRow(incoming({ account: session.account }), 0),
    { ...toRecordingRow(incoming({ account: session.account }), 1), amount: "0" },
  ];
  await expect(insertTransactions(systemDb(), [sound, poison])).rejects.toMatchObject({ code: "23514" });
  expect(await transactions()).toEqual([]);
  const [{ last_number: last } = { last_number: -1n }] = await systemDb().sql<{ last_number: bigint }[]>`
    select last_number from session_counters where session_id = ${session.sessionId}`;
  expect(last).toBe(0n);
  const recorder = anotherProcess();
  const ends = await Promise.allSettled([recorder.record(sound), recorder.record(poison)]);
  expect(ends.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
  expect(await transactions()).toHaveLength(1);
});
