/** Guarantee: closing an event ends every assignment at that moment, once, and changes no payment's operator. */

import { beforeEach, expect, test } from "vitest";
import type { Id } from "@/lib/core/ids";
import { COMMAND_LINE } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import { addOperator, assignOperator, listOperatorsOverview } from "@/lib/operators";
import { AddOperator } from "@/lib/operators/contract";
import { verifyTotals } from "@/lib/reconciliation";
import { getTerminalDay, listTerminalsOverview } from "@/lib/terminals";
import { useTestDatabase } from "@/lib/testing/database";
import { recordCredit } from "@/lib/transactions";
import { createIncomingCredit, openTestSession } from "@/lib/transactions/testing/sessions";
import { closeSession, getClosePreview, getEvent } from "./index";

useTestDatabase();

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

let session: Awaited<ReturnType<typeof openTestSession>>;
let ngozi: Id<"operator">;
let tunde: Id<"operator">;

beforeEach(async () => {
  session = await openTestSession();
  const add = async (name: string) =>
    (await addOperator(session.scope, session.sessionId, AddOperator.parse({ name }))).id;
  ngozi = await add("Ngozi Eze");
  tunde = await add("Tunde Bakare");
});

const close = () => closeSession(session.scope, session.sessionId);
const closedAt = async () => (await getEvent(session.scope, session.sessionId)).closed_at as Date;
const tap = (credit: Parameters<typeof createIncomingCredit>[0] = {}) =>
  recordCredit(
    createIncomingCredit({ channel: "pos", devices: [session.terminalId], paidAt: minutesAgo(1), ...credit }),
  );
const assignments = () =>
  systemDb().sql<{ terminalId: string; operatorId: string; from: Date; to: Date | null }[]>`
    select terminal_id, operator_id, assigned_from as from, assigned_to as to
    from operator_assignments where session_id = ${session.sessionId} order by terminal_id, assigned_from`;

test("closing ends current assignments at the time of the close and removes future ones", async () => {
  const { terminalId, otherTerminalId } = session;
  const [from, ended] = [minutesAgo(60), minutesAgo(30)];
  await assignOperator(COMMAND_LINE, { terminalId, operatorId: ngozi, from, to: ended });
  await assignOperator(COMMAND_LINE, { terminalId, operatorId: tunde, from: ended });
  await assignOperator(COMMAND_LINE, {
    terminalId: otherTerminalId,
    operatorId: ngozi,
    from,
    to: minutesAgo(-60),
  });
  await assignOperator(COMMAND_LINE, {
    terminalId: otherTerminalId,
    operatorId: tunde,
    from: minutesAgo(-120),
  });
  await close();
  const at = await closedAt();
  expect(await assignments()).toEqual([
    { terminalId, operatorId: ngozi, from, to: ended },
    { terminalId, operatorId: tunde, from: ended, to: at },
    { terminalId: otherTerminalId, operatorId: ngozi, from, to: at },
  ]);
  await close();
  expect((await assignments()).at(-1)?.to).toEqual(at);
});

test("a closed event has no operator on shift", async () => {
  const { scope, sessionId, terminalId } = session;
  await assignOperator(COMMAND_LINE, { terminalId, operatorId: ngozi, from: minutesAgo(60) });
  await close();
  const { operators, terminals } = await listOperatorsOverview(scope, sessionId);
  expect(operators.map((one) => one.terminals)).toEqual([[], []]);
  expect(operators.find(({ id }) => id === ngozi)?.to).toEqual(await closedAt());
  expect(terminals.map(({ operator }) => operator)).toEqual([null, null]);
  expect((await getClosePreview(scope, sessionId)).operators_on_shift).toBe(0);
  expect((await listTerminalsOverview(scope, sessionId)).terminals[0]?.operator).toBeNull();
  expect((await getTerminalDay(scope, { sessionId, terminalId })).operators).toMatchObject([
    { id: ngozi, to: await closedAt() },
  ]);
});

test("a payment keeps its operator, even if its bank dates it after the close", async () => {
  const { scope, sessionId, terminalId } = session;
  await assignOperator(COMMAND_LINE, { terminalId, operatorId: ngozi, from: minutesAgo(60) });
  await tap({ amount: 500n });
  await tap({ amount: 700n, paidAt: minutesAgo(-30) });
  await close();
  const { operators } = await listOperatorsOverview(scope, sessionId);
  expect(operators.find(({ id }) => id === ngozi)).toMatchObject({ count: 2, amount: 1_200n });
  expect(await verifyTotals({ sessionId })).toMatchObject({ differences: [] });
});

test("a closed event accepts no new assignment, and a correction of the past ends at the close", async () => {
  const { scope, sessionId, terminalId } = session;
  await tap();
  await close();
  const handOver = { sessionId, terminalId, operatorId: ngozi };
  await expect(assignOperator(scope, handOver)).rejects.toMatchObject({ code: "conflict" });
  await expect(assignOperator(COMMAND_LINE, { terminalId, operatorId: ngozi })).rejects.toMatchObject({
    code: "conflict",
  });
  expect(await assignments()).toEqual([]);
  const since = minutesAgo(10);
  expect(await assignOperator(scope, { ...handOver, from: since })).toEqual({
    assignmentId: expect.any(String),
    moved: 1,
  });
  expect(await assignments()).toEqual([{ terminalId, operatorId: ngozi, from: since, to: await closedAt() }]);
  expect(await verifyTotals({ sessionId })).toMatchObject({ differences: [] });
});

test("an assignment concurrent with the close is ended by it or rejected", async () => {
  const { terminalId, otherTerminalId } = session;
  for (let round = 0; round < 10; round++) {
    session = await openTestSession();
    ngozi = (await addOperator(session.scope, session.sessionId, AddOperator.parse({ name: "Ngozi" }))).id;
    const racing = [session.terminalId, session.otherTerminalId].map((id) =>
      assignOperator(COMMAND_LINE, { terminalId: id, operatorId: ngozi }).catch((thrown) => thrown.code),
    );
    await Promise.all([...racing, close()]);
    const at = await closedAt();
    expect((await assignments()).filter(({ to }) => to === null || to > at)).toEqual([]);
  }
  expect([terminalId, otherTerminalId]).not.toContain(session.terminalId);
});

test("a close is audited once, at its own time, even if a platform closed the event", async () => {
  await close();
  await close();
  const entries = await systemDb().sql`
    select actor, at from audit_entries where session_id = ${session.sessionId} and action = 'closed_event'`;
  expect(entries).toEqual([{ actor: "API", at: await closedAt() }]);
});
