/** Guarantee: who may not see whole account numbers recovers none by searching, however often. */
import { beforeEach, expect, test } from "vitest";
import { newId } from "@/lib/core/ids";
import { MEMBER_ROLES, type MemberRole, may } from "@/lib/core/roles";
import { assignPayments } from "@/lib/operators";
import { useTestDatabase } from "@/lib/testing/database";
import { recordCredit } from "@/lib/transactions";
import { incoming, openTestSession } from "@/lib/transactions/testing/sessions";
import { PaymentFilters } from "./contract";
import { findPayments } from "./index";
import { indexNextTransactions } from "./index-transactions";

useTestDatabase();

const ACCOUNT = "0212344471";
let session: Awaited<ReturnType<typeof openTestSession>>;
beforeEach(async () => {
  session = await openTestSession();
  // No digit of the account stands anywhere else in what is searched, but in the amount and the ids.
  await recordCredit(
    incoming({
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
  by: { memberId: newId("member"), email: `${role}@example.com`, name: role, role },
});

/** How many payments a member finds by a text. */
async function count(role: MemberRole, q: string): Promise<number> {
  const filters = PaymentFilters.parse({ q });
  const page = await findPayments(scopeOf(role), session.sessionId, filters, { limit: 50 });
  expect(page.totals?.successful.count).toBe(page.rows.length);
  return page.rows.length;
}

/** Extends the visible digits to the left, one search for each digit that could stand there. */
async function recover(role: MemberRole, searches: number): Promise<string> {
  let known = ACCOUNT.slice(-4);
  for (let digit = 0, made = 0; made < searches && digit < 10; made++) {
    const isFound = (await count(role, `${digit}${known}`)) > 0;
    known = isFound ? `${digit}${known}` : known;
    digit = isFound ? 0 : digit + 1;
  }
  return known;
}

for (const isCatalogued of [false, true]) {
  const when = isCatalogued ? "once it is catalogued" : "before it is catalogued";
  test.each(MEMBER_ROLES)(`%s recovers by 45 searches what the role may see, ${when}`, async (role) => {
    if (isCatalogued) await indexNextTransactions(session.sessionId);
    const mayReveal = may(role, "reveal_account");
    expect(await count(role, "4471")).toBe(1);
    expect(await recover(role, 45)).toBe(mayReveal ? ACCOUNT : "4471");
    for (const part of [ACCOUNT, "0212", "2123", "1234", "34447", `okonkwo ${ACCOUNT}`])
      expect([part, await count(role, part)]).toEqual([part, mayReveal ? 1 : 0]);
  });
}

test("assigning what a search finds tells a gate lead nothing of a number either", async () => {
  const matching = PaymentFilters.parse({ q: ACCOUNT.slice(0, 6) });
  const request = { sessionId: session.sessionId, operatorId: null, payments: { matching } };
  expect(await assignPayments(scopeOf("gate_lead"), request)).toEqual({ moved: 0 });
});
