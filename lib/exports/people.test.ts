/** Guarantee: lists are taken away as they are shown, run as no formula, and say to the audit log who took them. */
import { expect, test } from "vitest";
import { newId } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import { addOperator, assignOperatorOf } from "@/lib/operators";
import { AddOperator } from "@/lib/operators/contract";
import { placeTerminal } from "@/lib/terminals";
import { useTestDatabase } from "@/lib/testing/database";
import { recordCredit } from "@/lib/transactions";
import { incoming, openTestSession } from "@/lib/transactions/testing/sessions";
import { exportOperators, exportTerminals } from "./index";

useTestDatabase();

async function textOf({ bytes }: Awaited<ReturnType<typeof exportTerminals>>): Promise<string[]> {
  const parts: Uint8Array[] = [];
  for await (const part of bytes) parts.push(part);
  return Buffer.concat(parts).toString("utf8").split("\r\n");
}

test("terminals and operators are exported with what they took, and nothing in them is a formula", async () => {
  const own = await openTestSession();
  const { sessionId, terminalId, account } = own;
  const by = { memberId: newId("member"), email: "bola@example.com", name: "Bola", role: "owner" } as const;
  const scope: Scope = { ...own.scope, by };
  const { id } = await addOperator(scope, sessionId, AddOperator.parse({ name: "=cmd()", role: "+1" }));
  await placeTerminal(scope, { sessionId, terminalId, place: "@bar" });
  await assignOperatorOf(scope, { sessionId, terminalId, operatorId: id, since: new Date("2026-01-01") });
  await recordCredit(incoming({ channel: "pos", devices: [terminalId], amount: 1_250_050n }));
  await recordCredit(incoming({ account, amount: 500n }));
  const terminals = await textOf(await exportTerminals(scope, sessionId));
  expect(terminals[0]).toContain("Last payment (Africa/Lagos),Last payment (UTC),");
  expect(terminals[1]).toContain(`Terminal 1,"'@bar",12500.50,1,0,0,12500.50,`);
  expect(terminals[1]).toContain(`"'=cmd()","'+1",`);
  const operators = await textOf(await exportOperators(scope, sessionId));
  expect(operators[1]).toContain(`"'=cmd()","'+1",12500.50,1,0.00,12500.50,Terminal 1,`);
  expect(operators[2]).toContain("No operator yet,,5.00,1,5.00,0.00,");
  const [{ count }] = (await systemDb().sql`
    select count(*)::int from audit_entries where action = 'exported' and actor = ${by.email}`) as [
    { count: number },
  ];
  expect(count).toBe(2);
});

test("another organisation's lists cannot be taken away", async () => {
  const own = await openTestSession();
  const rival = await openTestSession();
  for (const take of [exportTerminals, exportOperators])
    await expect(take(rival.scope, own.sessionId)).rejects.toMatchObject({ code: "not_found" });
});
