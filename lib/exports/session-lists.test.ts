/** Guarantee: exported lists match the screen, contain no formula, and are recorded in the audit log. */
import { expect, test } from "vitest";
import { newId } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import { addOperator, assignOperator } from "@/lib/operators";
import { AddOperator } from "@/lib/operators/contract";
import { setTerminalLocation } from "@/lib/terminals";
import { useTestDatabase } from "@/lib/testing/database";
import { recordCredit } from "@/lib/transactions";
import { createIncomingCredit, openTestSession } from "@/lib/transactions/testing/sessions";
import { exportOperators, exportTerminals } from "./index";

useTestDatabase();

async function textOf({ bytes }: Awaited<ReturnType<typeof exportTerminals>>): Promise<string[]> {
  const parts: Uint8Array[] = [];
  for await (const part of bytes) parts.push(part);
  return Buffer.concat(parts).toString("utf8").split("\r\n");
}

test("terminals and operators are exported with their amounts, without formulas", async () => {
  const own = await openTestSession();
  const { sessionId, terminalId, account } = own;
  const actor = {
    memberId: newId("member"),
    email: "bola@example.com",
    name: "Bola",
    role: "owner",
  } as const;
  const scope: Scope = { ...own.scope, actor };
  const { id } = await addOperator(scope, sessionId, AddOperator.parse({ name: "=cmd()", role: "+1" }));
  await setTerminalLocation(scope, { sessionId, terminalId, location: "@bar" });
  await assignOperator(scope, { sessionId, terminalId, operatorId: id, from: new Date("2026-01-01") });
  await recordCredit(createIncomingCredit({ channel: "pos", devices: [terminalId], amount: 1_250_050n }));
  await recordCredit(createIncomingCredit({ account, amount: 500n }));
  const terminals = await textOf(await exportTerminals(scope, sessionId));
  expect(terminals[0]).toContain("Last payment (Africa/Lagos),Last payment (UTC),");
  expect(terminals[1]).toContain(`Terminal 1,"'@bar",12500.50,1,0,0,12500.50,`);
  expect(terminals[1]).toContain(`"'=cmd()","'+1",`);
  const operators = await textOf(await exportOperators(scope, sessionId));
  expect(operators[1]).toContain(`"'=cmd()","'+1",12500.50,1,0.00,12500.50,Terminal 1,`);
  expect(operators[2]).toContain("Unassigned,,5.00,1,5.00,0.00,");
  const [{ count }] = (await systemDb().sql`
    select count(*)::int from audit_entries where action = 'exported' and actor = ${actor.email}`) as [
    { count: number },
  ];
  expect(count).toBe(2);
});

test("another organisation's lists cannot be exported", async () => {
  const own = await openTestSession();
  const other = await openTestSession();
  for (const exportList of [exportTerminals, exportOperators])
    await expect(exportList(other.scope, own.sessionId)).rejects.toMatchObject({ code: "not_found" });
});
