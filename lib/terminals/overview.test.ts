/**
 * Guarantee: the terminals overview agrees with the reconciliation to the kobo, and lists operators with their times.
 */
import { expect, test } from "vitest";
import type { BankCredit } from "@/lib/bank";
import { addOperator, assignOperator } from "@/lib/operators";
import { AddOperator } from "@/lib/operators/contract";
import { summariseReconciliation } from "@/lib/reconciliation";
import { closeSession } from "@/lib/sessions";
import { useTestDatabase } from "@/lib/testing/database";
import { recordCredit } from "@/lib/transactions";
import { createIncomingCredit, openTestSession } from "@/lib/transactions/testing/sessions";
import { getTerminalDay, listTerminalsOverview } from "./index";

useTestDatabase();

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const pay = (devices: string[], credit: Partial<BankCredit> = {}) =>
  recordCredit(createIncomingCredit({ channel: "pos", devices, paidAt: ago(1), ...credit }));

test("amounts and counts match the reconciliation; pending and failed payments are separate", async () => {
  const { scope, sessionId, account, terminalId, otherTerminalId } = await openTestSession();
  await recordCredit(createIncomingCredit({ account, amount: 700n }));
  await pay([terminalId], { amount: 1_001n });
  await pay([terminalId], { amount: 1_002n });
  await pay([otherTerminalId], { amount: 333n });
  await pay([terminalId], { status: "failed" });
  await pay([terminalId], { status: "pending" });
  const overview = await listTerminalsOverview(scope, sessionId);
  const reconciliation = await summariseReconciliation(scope, sessionId);
  expect(overview.event_taken).toBe(reconciliation.total_inflow);
  for (const { terminal_id, count, taken } of overview.terminals) {
    expect({ count, total: taken }).toEqual(reconciliation.by_terminal[terminal_id]);
  }
  // 1,001.5 kobo is rounded up.
  expect(overview.terminals).toMatchObject([
    { label: "Terminal 1", taken: 2_003n, count: 2, pending_count: 1, failed_count: 1, average: 1_002n },
    { label: "Terminal 2", taken: 333n, count: 1, pending_count: 0, failed_count: 0, average: 333n },
  ]);
});

test("an hour's payments are in the bars of their minutes, the latest last", async () => {
  const { scope, sessionId, terminalId } = await openTestSession();
  const times = [0, 0, 30, 90].map(ago);
  for (const paidAt of times) await pay([terminalId], { paidAt });
  const { terminals, recent, as_of } = await listTerminalsOverview(scope, sessionId);
  const barIndex = (time: Date) => Math.floor((time.getTime() - recent.from.getTime()) / recent.step_ms);
  const bars = Array<number>(30).fill(0);
  for (const place of times.map(barIndex).filter((place) => place >= 0)) bars[place] = (bars[place] ?? 0) + 1;
  expect(bars.reduce((sum, count) => sum + count)).toBe(3);
  expect(terminals[0]?.recent).toEqual(bars);
  const end = recent.from.getTime() + 30 * recent.step_ms;
  expect(end).toBeGreaterThan(as_of.getTime());
  expect(end - as_of.getTime()).toBeLessThanOrEqual(recent.step_ms);
});

test("a terminal has the time when it becomes inactive, except without payments or in a closed event", async () => {
  const { scope, sessionId, terminalId } = await openTestSession();
  const paidAt = ago(3);
  await pay([terminalId], { paidAt });
  const readInactiveFrom = async () =>
    (await listTerminalsOverview(scope, sessionId)).terminals.map(({ inactive_at }) => inactive_at);
  expect(await readInactiveFrom()).toEqual([new Date(paidAt.getTime() + 600_000), null]);
  await closeSession(scope, sessionId);
  expect(await readInactiveFrom()).toEqual([null, null]);
});

test("a closed event's bars cover the hour before its last payment", async () => {
  const { scope, sessionId, terminalId } = await openTestSession();
  await pay([terminalId], { paidAt: ago(600) });
  await closeSession(scope, sessionId);
  const { terminals } = await listTerminalsOverview(scope, sessionId);
  expect(terminals[0]?.recent.at(-1)).toBe(1);
});

test("a terminal has its operator with phone and start time, and the day also lists earlier operators", async () => {
  const { scope, sessionId, terminalId } = await openTestSession();
  const [halima, chidi] = [
    await addOperator(scope, sessionId, AddOperator.parse({ name: "Halima Sani", phone: "0802 846 0173" })),
    await addOperator(scope, sessionId, AddOperator.parse({ name: "Chidi Okafor" })),
  ];
  await assignOperator(scope, { sessionId, terminalId, operatorId: halima.id, from: ago(60) });
  const handedOverAt = ago(20);
  await assignOperator(scope, { sessionId, terminalId, operatorId: chidi.id, from: handedOverAt });
  const { terminals } = await listTerminalsOverview(scope, sessionId);
  expect(terminals.map(({ operator }) => operator)).toEqual([
    { id: chidi.id, name: "Chidi Okafor", role: "cashier", phone: "", since: handedOverAt },
    null,
  ]);
  const { operators } = await getTerminalDay(scope, { sessionId, terminalId });
  expect(operators).toMatchObject([
    { name: "Chidi Okafor", from: handedOverAt, to: null },
    { name: "Halima Sani", to: handedOverAt },
  ]);
});

test("a terminal's day begins with its first payment and includes all payments", async () => {
  const { scope, sessionId, terminalId } = await openTestSession();
  for (const minutes of [1_000, 1_200, 3, 1]) await pay([terminalId], { paidAt: ago(minutes) });
  const { bars } = await getTerminalDay(scope, { sessionId, terminalId });
  expect(bars.counts.length).toBeLessThanOrEqual(97);
  expect(bars.counts[0]).toBe(1);
  expect(bars.counts.reduce((sum, count) => sum + count)).toBe(4);
  expect(bars.from.getTime() + bars.counts.length * bars.step_ms).toBeGreaterThan(Date.now());
});

test("a terminal's day is visible only to its organisation", async () => {
  const own = await openTestSession();
  const rival = await openTestSession();
  const attempt = getTerminalDay(rival.scope, { sessionId: own.sessionId, terminalId: own.terminalId });
  await expect(attempt).rejects.toMatchObject({ code: "not_found" });
  const mixed = getTerminalDay(rival.scope, { sessionId: rival.sessionId, terminalId: own.terminalId });
  await expect(mixed).rejects.toMatchObject({ code: "not_found" });
});
