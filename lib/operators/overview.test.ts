/** Guarantee: every payment has at most one operator; a hand-over moves only the payments made since. */
import { beforeEach, expect, test } from "vitest";
import type { BankCredit } from "@/lib/bank";
import { type Id, newId } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import { summariseReconciliation, verifyTotals } from "@/lib/reconciliation";
import { useTestDatabase } from "@/lib/testing/database";
import { recordCredit } from "@/lib/transactions";
import { createIncomingCredit, openTestSession } from "@/lib/transactions/testing/sessions";
import { AddOperator } from "./contract";
import { addOperator, assignOperator, listOperatorsOverview } from "./index";

useTestDatabase();

type TestSession = Awaited<ReturnType<typeof openTestSession>>;
let own: TestSession;
let scope: Scope;
let amaka: Id<"operator">;
let tunde: Id<"operator">;
beforeEach(async () => {
  own = await openTestSession();
  scope = {
    ...own.scope,
    actor: { memberId: newId("member"), email: "bola@example.com", name: "Bola", role: "gate_lead" },
  };
  amaka = (await addOperator(scope, own.sessionId, AddOperator.parse({ name: "Amaka Obi" }))).id;
  tunde = (
    await addOperator(scope, own.sessionId, AddOperator.parse({ name: "Tunde Bakare", role: "Supervisor" }))
  ).id;
});

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const pay = (minutesAgo: number, amount: bigint, credit: Partial<BankCredit> = {}) =>
  recordCredit(
    createIncomingCredit({
      channel: "pos",
      devices: [own.terminalId],
      paidAt: ago(minutesAgo),
      amount,
      ...credit,
    }),
  );
function handOver(operatorId: Id<"operator"> | null, from?: Date): Promise<{ moved: number }> {
  const terminal = { sessionId: own.sessionId, terminalId: own.terminalId };
  return assignOperator(scope, { ...terminal, operatorId, from }).then(({ moved }) => ({ moved }));
}
const overview = () => listOperatorsOverview(own.scope, own.sessionId);
const takenBy = async () =>
  Object.fromEntries((await overview()).operators.map(({ name, amount }) => [name, amount]));

test("linked and unassigned add up to the takings of the reconciliation", async () => {
  await handOver(amaka, ago(60));
  await pay(30, 1_000n);
  await pay(20, 500n, { status: "failed" });
  await pay(10, 200n, { devices: [own.otherTerminalId] });
  await recordCredit(createIncomingCredit({ account: own.account, amount: 70n }));
  const { taken, linked, unassigned, operators } = await overview();
  const reconciliation = await summariseReconciliation(own.scope, own.sessionId);
  expect(taken).toEqual({ count: reconciliation.successful_count, amount: reconciliation.total_inflow });
  expect(linked).toEqual({ count: 1, amount: 1_000n });
  expect(unassigned).toEqual({ transfers: { count: 1, amount: 70n }, pos: { count: 1, amount: 200n } });
  expect(operators).toMatchObject([
    { name: "Amaka Obi", amount: 1_000n, pos: { count: 1, amount: 1_000n }, transfers: { count: 0 } },
    { name: "Tunde Bakare", amount: 0n, last_payment_at: null },
  ]);
});

test("a hand-over since a time moves payments by when they were paid, not by when they were reported", async () => {
  await handOver(amaka, ago(60));
  await pay(5, 1n);
  await pay(30, 20n);
  await pay(19, 300n);
  expect(await handOver(tunde, ago(20))).toEqual({ moved: 2 });
  expect(await takenBy()).toEqual({ "Amaka Obi": 20n, "Tunde Bakare": 301n });
  await pay(40, 4_000n);
  await pay(2, 50_000n);
  expect(await takenBy()).toEqual({ "Amaka Obi": 4_020n, "Tunde Bakare": 50_301n });
  expect((await verifyTotals({ sessionId: own.sessionId })).differences).toEqual([]);
});

test("a hand-over from now on moves no earlier payments", async () => {
  await handOver(amaka, ago(60));
  await pay(5, 1n);
  expect(await handOver(tunde)).toEqual({ moved: 0 });
  expect(await takenBy()).toEqual({ "Amaka Obi": 1n, "Tunde Bakare": 0n });
});

test("an operator who leaves a terminal keeps earlier payments, and later ones are unassigned", async () => {
  await handOver(amaka, ago(60));
  await pay(30, 1n);
  await pay(5, 20n);
  const leftAt = ago(10);
  expect(await handOver(null, leftAt)).toEqual({ moved: 1 });
  const { operators, unassigned, terminals } = await overview();
  expect(operators[0]).toMatchObject({ name: "Amaka Obi", amount: 1n, terminals: [], to: leftAt });
  expect(unassigned.pos).toEqual({ count: 1, amount: 20n });
  expect(terminals).toMatchObject([{ label: "Terminal 1", operator: null }, { operator: null }]);
  expect((await verifyTotals({ sessionId: own.sessionId })).differences).toEqual([]);
});

test("an operator's row has the terminals, the start and the last payment that did not fail", async () => {
  const since = ago(60);
  const paidAt = ago(7);
  await handOver(tunde, since);
  await pay(0, 1n, { paidAt });
  await pay(3, 9n, { status: "failed" });
  await pay(30, 1n);
  const { operators } = await overview();
  expect(operators[0]).toMatchObject({
    name: "Tunde Bakare",
    role: "Supervisor",
    phone: "",
    terminals: [{ terminal_id: own.terminalId, label: "Terminal 1", location: "" }],
    from: since,
    to: null,
    last_payment_at: paidAt,
  });
});

test("adding, assigning and unassigning are audited with their actor", async () => {
  await handOver(amaka);
  await handOver(null);
  const entries = await systemDb().sql`
    select action, subject, details ->> 'operator' as operator from audit_entries
    where organisation_id = ${own.scope.organisationId} order by action, operator`;
  expect(entries).toEqual([
    { action: "added_operator", subject: amaka, operator: "Amaka Obi" },
    { action: "added_operator", subject: tunde, operator: "Tunde Bakare" },
    { action: "assigned_operator", subject: own.terminalId, operator: "Amaka Obi" },
    { action: "unassigned_operator", subject: own.terminalId, operator: null },
  ]);
});

test("a future time is rejected and changes nothing", async () => {
  const ahead = new Date(Date.now() + 60_000);
  expect(() => handOver(amaka, ahead)).toThrow(expect.objectContaining({ code: "invalid_request" }));
  expect((await overview()).terminals).toMatchObject([{ operator: null }, { operator: null }]);
});

test("another organisation's terminal or operator cannot be used", async () => {
  const rival = await openTestSession();
  const { id: stranger } = await addOperator(
    rival.scope,
    rival.sessionId,
    AddOperator.parse({ name: "Stranger" }),
  );
  const liveScope: Scope = { ...scope, mode: "live" };
  const attempts = [
    () => handOver(stranger),
    () =>
      assignOperator(scope, { sessionId: own.sessionId, terminalId: rival.terminalId, operatorId: amaka }),
    () =>
      assignOperator(rival.scope, {
        sessionId: own.sessionId,
        terminalId: own.terminalId,
        operatorId: stranger,
      }),
    () =>
      assignOperator(rival.scope, {
        sessionId: own.sessionId,
        terminalId: own.terminalId,
        operatorId: null,
      }),
    () =>
      assignOperator(liveScope, { sessionId: own.sessionId, terminalId: own.terminalId, operatorId: amaka }),
    () => listOperatorsOverview(rival.scope, own.sessionId),
  ];
  for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: "not_found" });
  expect((await overview()).terminals).toMatchObject([{ operator: null }, { operator: null }]);
});
