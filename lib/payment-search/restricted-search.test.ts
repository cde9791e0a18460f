/** Guarantee: a member without the permission to see account numbers cannot recover one by repeated searches. */
import { beforeEach, expect, test } from "vitest";
import { newId } from "@/lib/core/ids";
import { MEMBER_ROLES, type MemberRole, roleHasPermission } from "@/lib/core/roles";
import { assignPayments } from "@/lib/operators";
import { useTestDatabase } from "@/lib/testing/database";
import { recordCredit } from "@/lib/transactions";
import { createIncomingCredit, openTestSession } from "@/lib/transactions/testing/sessions";
import { PaymentFilters } from "./contract";
import { findPayments } from "./index";
import { indexNextTransactions } from "./index-transactions";

useTestDatabase();

const ACCOUNT = "0212344471";
let session: Awaited<ReturnType<typeof openTestSession>>;
beforeEach(async () => {
  session = await openTestSession();
  // The account's digits occur in no other searched field except the amount and the ids.
  await recordCredit(
    createIncomingCredit({
      account: session.account,
      senderName: "CHINEDU OKONKWO",
      senderAccount: ACCOUNT,
      narration: "entry",
      bankRef: "reference",
      paymentKey: `key ${newId("request").replace(/\d/g, "x")}`,
    }),
  );
});

const scopeOf = (role: MemberRole) => ({
  ...session.scope,
  actor: { memberId: newId("member"), email: `${role}@example.com`, name: role, role },
});

/** Returns the number of payments that a member finds by a text. */
async function count(role: MemberRole, q: string): Promise<number> {
  const filters = PaymentFilters.parse({ q });
  const page = await findPayments(scopeOf(role), session.sessionId, filters, { limit: 50 });
  expect(page.totals?.successful.count).toBe(page.rows.length);
  return page.rows.length;
}

/** Tries to extend the visible digits to the left, with one search per candidate digit. */
async function recover(role: MemberRole, searches: number): Promise<string> {
  let known = ACCOUNT.slice(-4);
  for (let digit = 0, made = 0; made < searches && digit < 10; made++) {
    const isFound = (await count(role, `${digit}${known}`)) > 0;
    known = isFound ? `${digit}${known}` : known;
    digit = isFound ? 0 : digit + 1;
  }
  return known;
}

for (const isIndexed of [false, true]) {
  const when = isIndexed ? "after it is indexed" : "before it is indexed";
  test.each(MEMBER_ROLES)(
    `%s recovers with 45 searches only what the role may see, ${when}`,
    async (role) => {
      if (isIndexed) await indexNextTransactions(session.sessionId);
      const mayReveal = roleHasPermission(role, "reveal_account");
      expect(await count(role, "4471")).toBe(1);
      expect(await recover(role, 45)).toBe(mayReveal ? ACCOUNT : "4471");
      for (const part of [ACCOUNT, "0212", "2123", "1234", "34447", `okonkwo ${ACCOUNT}`])
        expect([part, await count(role, part)]).toEqual([part, mayReveal ? 1 : 0]);
    },
  );
}

test("assigning the matches of a search reveals no account number to a gate lead", async () => {
  const matching = PaymentFilters.parse({ q: ACCOUNT.slice(0, 6) });
  const request = { sessionId: session.sessionId, operatorId: null, payments: { matching } };
  expect(await assignPayments(scopeOf("gate_lead"), request)).toEqual({ moved: 0 });
});
