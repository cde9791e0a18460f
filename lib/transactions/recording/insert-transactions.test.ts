import { beforeEach, expect, test } from "vitest";
import { getProvider } from "@/lib/bank";
import { newId } from "@/lib/core/ids";
import { COMMAND_LINE } from "@/lib/core/scope";
import { type Db, systemDb, systemTx } from "@/lib/db/client";
import { addOperator, assignOperator } from "@/lib/operators";
import { AddOperator } from "@/lib/operators/contract";
import { verifyTotals } from "@/lib/reconciliation";
import { applySettlement } from "@/lib/settlement";
import { useTestDatabase } from "@/lib/testing/database";
import { untilWaitingForLock } from "@/lib/testing/lock-waits";
import { createIncomingCredit, openTestSession } from "../testing/sessions";
import { Recorder } from "./batch";
import { insertTransactions } from "./insert-transactions";
import { recordCredit } from "./record";
import { toRecordingRow } from "./recording-row";

useTestDatabase();

let session: Awaited<ReturnType<typeof openTestSession>>;
beforeEach(async () => {
  session = await openTestSession();
});

const transactions = () => systemDb().sql<
  { sequence: bigint; operatorId: string | null; settledOn: string | null; createdAt: Date }[]
>`
  select sequence, operator_id, settled_on::text as settled_on, created_at
  from transactions where session_id = ${session.sessionId} order by sequence`;
const verify = async () => (await verifyTotals({ sessionId: session.sessionId })).differences;
const writeOne = async (one: Parameters<typeof toRecordingRow>[0]) =>
  await insertTransactions(systemDb(), [toRecordingRow(one, 0)]);
const newRecorder = () => new Recorder((inputs) => insertTransactions(systemDb(), inputs));

test("two processes that record in one session concurrently produce gapless sequences and correct totals", async () => {
  const recorders = [newRecorder(), newRecorder()];
  const work = Array.from({ length: 300 }, (_, index) => {
    const atTerminal = index % 3 === 0;
    const device = index % 2 === 0 ? session.terminalId : session.otherTerminalId;
    const credit = atTerminal
      ? { channel: "pos" as const, devices: [device] }
      : { account: session.account, status: index % 5 === 0 ? ("failed" as const) : ("successful" as const) };
    return recorders[index % 2]?.record(toRecordingRow(createIncomingCredit(credit), 0));
  });
  expect(new Set((await Promise.all(work)).map((done) => done?.outcome))).toEqual(new Set(["recorded"]));
  const rows = await transactions();
  expect(rows.map(({ sequence }) => Number(sequence))).toEqual(
    Array.from({ length: 300 }, (_, at) => at + 1),
  );
  const times = rows.map(({ createdAt }) => createdAt.getTime());
  expect(times).toEqual([...times].sort((one, other) => one - other));
  expect(await verify()).toEqual([]);
});

test("payments reported to two processes at once are recorded once, without gaps in the sequence", async () => {
  const recorders = [newRecorder(), newRecorder()];
  const payments = Array.from({ length: 60 }, () => createIncomingCredit({ account: session.account }));
  const recordings = payments.flatMap(({ credit, notification }) =>
    recorders.map((recorder) => {
      const copy = { ...notification, notificationId: newId("notification") };
      return recorder.record(toRecordingRow({ credit: { ...credit }, notification: copy }, 0));
    }),
  );
  const outcomes = (await Promise.all(recordings)).map(({ outcome }) => outcome).sort();
  expect(outcomes).toEqual([...Array(60).fill("existing"), ...Array(60).fill("recorded")]);
  expect((await transactions()).at(-1)?.sequence).toBe(60n);
  expect(await verify()).toEqual([]);
});

test("one statement records credits of several sessions, each in its own session", async () => {
  const other = await openTestSession();
  const known = createIncomingCredit({ account: session.account });
  await writeOne(known);
  const inputs = [
    createIncomingCredit({ account: other.account }),
    createIncomingCredit({ account: "0000000000" }),
    { ...createIncomingCredit(), credit: known.credit },
    createIncomingCredit({ account: session.account }),
    createIncomingCredit({ channel: "pos", devices: ["NOBODYS", other.terminalId] }),
    createIncomingCredit({ channel: "pos", account: session.account }),
  ].map((one, position) => toRecordingRow(one, position));
  const written = await insertTransactions(systemDb(), inputs);
  const byPosition = written.sort((one, two) => one.position - two.position);
  expect(
    byPosition.map(({ outcome, sessionId, lastSequence }) => [outcome, sessionId, lastSequence]),
  ).toEqual([
    ["recorded", other.sessionId, 0n],
    ["no_destination", null, null],
    ["existing", session.sessionId, 1n],
    ["recorded", session.sessionId, 1n],
    ["recorded", other.sessionId, 0n],
    ["no_destination", null, null],
  ]);
  expect(await verify()).toEqual([]);
});

/** Runs work that must wait for the session's state row, which is changed and released once the work waits. */
async function whileLocked<T>(change: (db: Db) => Promise<unknown>, work: () => Promise<T>): Promise<T> {
  const { working } = await systemTx(async (db) => {
    await change(db);
    const started = work();
    await untilWaitingForLock(1);
    return { working: started };
  });
  return working;
}

async function changeAssignments({ sql }: Db): Promise<string> {
  const operator = await addOperatorOf(session);
  await sql`update session_states set assignments_version = assignments_version + 1 where session_id = ${session.sessionId}`;
  await sql`
    insert into operator_assignments (session_id, id, organisation_id, mode, terminal_id, operator_id, assigned_from)
    values (${session.sessionId}, ${newId("assignment")}, ${session.scope.organisationId}, 'test',
      ${session.terminalId}, ${operator}, '2026-11-20T00:00:00Z')`;
  return operator;
}

const addOperatorOf = async ({ scope, sessionId }: typeof session) =>
  (await addOperator(scope, sessionId, AddOperator.parse({ name: "Ada" }))).id;

test("a credit that waited while the assignments changed is not inserted with the old assignments", async () => {
  const paid = createIncomingCredit({ channel: "pos", devices: [session.terminalId] });
  const written = await whileLocked(changeAssignments, () => writeOne(paid));
  expect(written).toMatchObject([{ outcome: "retry" }]);
  expect(await transactions()).toEqual([]);
});

test("recording retries if the assignments changed concurrently, and finds the right operator", async () => {
  let operator = "";
  const paid = createIncomingCredit({ channel: "pos", devices: [session.terminalId] });
  const outcome = await whileLocked(
    async (db) => {
      operator = await changeAssignments(db);
    },
    () => recordCredit(paid),
  );
  expect(outcome).toMatchObject({ outcome: "recorded" });
  expect(await transactions()).toMatchObject([{ operatorId: operator, sequence: 1n }]);
  expect(await verify()).toEqual([]);
});

test("recording that waits for an assignment uses the newly assigned operator", async () => {
  const operatorId = await addOperatorOf(session);
  const { terminalId } = session;
  const assigning = { terminalId, operatorId, from: new Date("2026-11-20T00:00:00Z") };
  const { working } = await systemTx(async ({ sql }) => {
    await sql`select from session_states where session_id = ${session.sessionId} for update`;
    const assigned = assignOperator(COMMAND_LINE, assigning);
    await untilWaitingForLock(1);
    const recorded = recordCredit(createIncomingCredit({ channel: "pos", devices: [terminalId] }));
    await untilWaitingForLock(2);
    return { working: Promise.all([assigned, recorded]) };
  });
  const [{ moved }, recorded] = await working;
  expect(recorded).toMatchObject({ outcome: "recorded" });
  // Nearly always the assignment is first. Recording that just repeats its short wait can overtake it: then the payment moves.
  expect([0, 1]).toContain(moved);
  expect(await transactions()).toMatchObject([{ operatorId }]);
  expect(await verify()).toEqual([]);
});

test("a credit that waited while its session closed is not recorded", async () => {
  const close = ({ sql }: Db) =>
    sql`update session_states set status = 'closed', closed_at = clock_timestamp() where session_id = ${session.sessionId}`;
  const outcome = await whileLocked(close, () =>
    recordCredit(createIncomingCredit({ account: session.account })),
  );
  expect(outcome).toEqual({ outcome: "exception" });
  expect(await transactions()).toEqual([]);
  expect(await verify()).toEqual([]);
});

test.each([
  ["successful", "2026-11-21"],
  ["failed", null],
  ["pending", null],
] as const)(
  "a payment that was settled before it was reported as %s has the settlement date %s",
  async (status, settledOn) => {
    const paid = createIncomingCredit(
      { account: session.account, status, fee: status === "failed" ? undefined : 0n },
      { provider: "monnify" },
    );
    if (status === "pending")
      paid.notification.body = Buffer.from(paid.notification.body.toString().replace('"PAID"', '"PENDING"'));
    const { paymentKey, amount } = paid.credit;
    const settlement = { reference: newId("notification"), settledAt: new Date("2026-11-21T12:00:00Z") };
    const [sent] =
      getProvider("monnify").composeSettlement?.(
        { ...settlement, payments: [{ paymentKey, amount, channel: "bank_transfer" }] },
        "secret of the tests",
      ) ?? [];
    const body = Buffer.from(sent?.body ?? "");
    await applySettlement(
      { ...paid.notification, notificationId: newId("notification"), event: "SETTLEMENT", body },
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

test("a statement that fails writes none of its credits", async () => {
  const [valid, poison] = [
    toRecordingRow(createIncomingCredit({ account: session.account }), 0),
    { ...toRecordingRow(createIncomingCredit({ account: session.account }), 1), amount: "0" },
  ];
  await expect(insertTransactions(systemDb(), [valid, poison])).rejects.toMatchObject({ code: "23514" });
  expect(await transactions()).toEqual([]);
  const [{ lastSequence: last } = { lastSequence: -1n }] = await systemDb().sql<{ lastSequence: bigint }[]>`
    select last_sequence from session_states where session_id = ${session.sessionId}`;
  expect(last).toBe(0n);
  const recorder = newRecorder();
  const ends = await Promise.allSettled([recorder.record(valid), recorder.record(poison)]);
  expect(ends.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
  expect(await transactions()).toHaveLength(1);
});
