import { expect, test } from "vitest";
import type { BankCredit } from "@/lib/bank";
import { newId } from "@/lib/core/ids";
import { systemDb } from "@/lib/db/client";
import { listOwnExceptions } from "@/lib/exceptions";
import { closeSession } from "@/lib/sessions";
import { useTestDatabase } from "@/lib/testing/database";
import { createIncomingCredit, openTestSession } from "../testing/sessions";
import { recordCredit } from "./record";

useTestDatabase();

/** A payment by card, USSD or QR: `Partial<BankCredit>` has a wider channel than the helper's result. */
async function payOther(given: Partial<BankCredit>): Promise<string> {
  const incoming = createIncomingCredit({ ...given, channel: "unsupported" });
  expect(await recordCredit(incoming)).toEqual({ outcome: "exception" });
  return incoming.credit.paymentKey;
}

const exceptionsOf = (paymentKey: string) => systemDb().sql`
  select reason, organisation_id, session_id, amount from exceptions where correlation_key = ${paymentKey}`;

test.each([
  ["account", (session: TestSession) => ({ account: session.account })],
  ["device", (session: TestSession) => ({ devices: ["SN-UNKNOWN", session.terminalId] })],
  ["reference of its account", (session: TestSession) => ({ accountReference: session.sessionId })],
] as const)(
  "a payment on another channel is an exception of the event whose %s it names",
  async (_, given) => {
    const session = await openTestSession();
    const key = await payOther({ ...given(session), amount: 70_000n });
    expect(await exceptionsOf(key)).toEqual([
      {
        reason: "unsupported_channel",
        organisationId: session.scope.organisationId,
        sessionId: session.sessionId,
        amount: 70_000n,
      },
    ]);
  },
);

type TestSession = Awaited<ReturnType<typeof openTestSession>>;

test("it belongs to the event of its device also after that is closed, and to none if the pairing began later", async () => {
  const session = await openTestSession();
  await closeSession(session.scope, session.sessionId);
  const given = { devices: [session.terminalId], paidAt: new Date() };
  const { sql } = systemDb();
  await sql`
    update device_pairings set paired_from = now() - interval '1 hour', paired_to = null where device = ${session.terminalId}`;
  expect(await exceptionsOf(await payOther(given))).toMatchObject([{ sessionId: session.sessionId }]);
  await sql`update device_pairings set paired_from = now() + interval '1 hour' where device = ${session.terminalId}`;
  expect(await exceptionsOf(await payOther(given))).toMatchObject([
    { sessionId: null, organisationId: null },
  ]);
});

test("the device takes precedence over the account, and the account over the reference", async () => {
  const [first, second, third] = [await openTestSession(), await openTestSession(), await openTestSession()];
  const named = { account: second.account, accountReference: third.sessionId };
  const atDevice = await payOther({ ...named, devices: [first.terminalId] });
  expect(await exceptionsOf(atDevice)).toMatchObject([{ sessionId: first.sessionId }]);
  expect(await exceptionsOf(await payOther(named))).toMatchObject([{ sessionId: second.sessionId }]);
});

test("an account, device or reference of another connection or mode is not used", async () => {
  const session = await openTestSession();
  const { sql } = systemDb();
  const { sessionId, account, terminalId } = session;
  await sql`update sessions set account_connection_id = 'bnk_nomba' where session_id = ${sessionId}`;
  await sql`update device_pairings set bank_connection_id = 'bnk_nomba' where session_id = ${sessionId}`;
  const key = await payOther({ account, devices: [terminalId], accountReference: sessionId });
  expect(await exceptionsOf(key)).toMatchObject([{ sessionId: null, organisationId: null }]);
});

test("the sums of an event and of its organisation contain open exceptions of this reason only", async () => {
  const [session, stranger] = [await openTestSession(), await openTestSession()];
  const sibling = await openTestSession();
  const { sql } = systemDb();
  for (const table of ["sessions", "session_states", "session_totals"])
    await sql`
      update ${sql(table)} set organisation_id = ${session.scope.organisationId} where session_id = ${sibling.sessionId}`;
  await payOther({ account: session.account, amount: 100n });
  await payOther({ devices: [session.terminalId], amount: 20n });
  const resolved = await payOther({ account: session.account, amount: 5_000n });
  await sql`
    update exceptions set resolved_at = now(), resolution = 'dismissed', note = 'x' where correlation_key = ${resolved}`;
  await payOther({ account: sibling.account, amount: 3n });
  await payOther({ account: stranger.account, amount: 700_000n });
  await payOther({ account: newId("session"), amount: 900_000n });
  await recordCredit(createIncomingCredit({ account: session.account, amount: 40_000n }));
  const { other_channels: sums } = await listOwnExceptions(session.scope, session.sessionId);
  expect(sums).toEqual({
    session: { count: 2, total: 120n },
    organisation: { count: 3, total: 123n },
  });
  const live = await listOwnExceptions(stranger.scope, stranger.sessionId);
  expect(live.other_channels.organisation).toEqual({ count: 1, total: 700_000n });
  const { rows } = await listOwnExceptions(session.scope, session.sessionId, {
    reason: "unsupported_channel",
  });
  expect(rows.map(({ amount }) => amount).toSorted()).toEqual([100n, 20n]);
});
