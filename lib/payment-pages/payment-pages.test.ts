/** Guarantee: a payment page shows the account of one open live event, only to those with its link, until it is revoked. */
import { describe, expect, it, test } from "vitest";
import { newId } from "@/lib/core/ids";
import type { MemberRole } from "@/lib/core/roles";
import type { Scope } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import { reencryptSecrets } from "@/lib/encryption";
import { loadSettings } from "@/lib/env";
import { rotateEncryptionKey } from "@/lib/launch/secrets/generate";
import { changeEvent, closeSession } from "@/lib/sessions";
import { ChangeEvent } from "@/lib/sessions/contract";
import { makeLive } from "@/lib/sessions/testing/live";
import { useTestDatabase } from "@/lib/testing/database";
import { openTestSession } from "@/lib/transactions/testing/sessions";
import { createPaymentPage, findPaymentPage, getPaymentPage, revokePaymentPage } from "./index";

useTestDatabase();

const tokenOf = ({ url }: { url: string | null }) => new URL(url ?? "").pathname.replace("/pay/", "");
const as = (scope: Scope, role: MemberRole): Scope => ({
  ...scope,
  actor: { memberId: newId("member"), email: "ada@example.com", name: "Ada", role },
});

/** The public facts of an event without a start and a venue, of an organisation that is named by its id. */
const factsOf = ({ organisationId }: Scope) => ({
  name: "Afrobeats Night",
  organiser: organisationId,
  day: null,
  venue: null,
});

async function openLive() {
  const session = await openTestSession();
  return { ...session, scope: await makeLive(session.scope, session.sessionId) };
}

test("the page of an open live event has its account and the name that payers see", async () => {
  const { scope, sessionId, account } = await openLive();
  const token = tokenOf(await createPaymentPage(scope, sessionId));
  expect(token).toMatch(/^[A-Za-z0-9_-]{32}$/);
  const event = await findPaymentPage(token);
  expect(event).toMatchObject({
    ...{ state: "open", name: "Afrobeats Night" },
    account: { number: account, name: expect.stringContaining("Afrobeats Night") },
  });
  await systemDb()
    .sql`update sessions set bank_account_name = 'TAKINGS-AFROBEATS' where session_id = ${sessionId}`;
  expect(await findPaymentPage(token)).toMatchObject({ account: { name: "TAKINGS-AFROBEATS" } });
});

test("the page has the organiser, the day in the organiser's time zone and the venue", async () => {
  const { scope, sessionId } = await openLive();
  const token = tokenOf(await createPaymentPage(scope, sessionId));
  const change = ChangeEvent.parse({ starts_at: "2026-12-12T23:30:00Z", venue: "Mapo Hall" });
  await changeEvent(as(scope, "owner"), sessionId, change);
  const { sql } = systemDb();
  await sql`update organisations set legal_name = 'Eko Sounds Ltd' where id = ${scope.organisationId}`;
  expect(await findPaymentPage(token)).toMatchObject({
    ...{ organiser: "Eko Sounds Ltd", day: "2026-12-13", venue: "Mapo Hall" },
  });
  await sql`update organisations set time_zone = 'UTC' where id = ${scope.organisationId}`;
  expect(await findPaymentPage(token)).toMatchObject({ day: "2026-12-12" });
});

test("the page of a test event has no account", async () => {
  const { scope, sessionId, account } = await openTestSession();
  const event = await findPaymentPage(tokenOf(await createPaymentPage(scope, sessionId)));
  expect(event).toEqual({ state: "test", ...factsOf(scope) });
  expect(JSON.stringify(event)).not.toContain(account);
});

test("the page of a closed event has no account, and gets no new link", async () => {
  const { scope, sessionId } = await openLive();
  const token = tokenOf(await createPaymentPage(scope, sessionId));
  await closeSession(scope, sessionId);
  expect(await findPaymentPage(token)).toEqual({ state: "closed", ...factsOf(scope) });
  await expect(createPaymentPage(scope, sessionId)).rejects.toMatchObject({ code: "conflict" });
  expect(await getPaymentPage(scope, sessionId)).toMatchObject({ url: null, may_change: false });
});

test("an event without an account gets no link", async () => {
  const { scope, sessionId } = await openLive();
  await systemDb().sql`update sessions set account_number = null where session_id = ${sessionId}`;
  await expect(createPaymentPage(scope, sessionId)).rejects.toMatchObject({
    code: "conflict",
    detail: expect.stringContaining("no account"),
  });
});

describe("a link", () => {
  it("is the same whenever it is read, until a new one replaces it or it is revoked", async () => {
    const { scope, sessionId } = await openLive();
    expect(await getPaymentPage(scope, sessionId)).toMatchObject({ url: null, created_at: null });
    const first = await createPaymentPage(scope, sessionId);
    expect(await getPaymentPage(scope, sessionId)).toEqual(first);
    const second = await createPaymentPage(scope, sessionId);
    expect(second.url).not.toBe(first.url);
    expect(await findPaymentPage(tokenOf(first))).toBeUndefined();
    expect(await findPaymentPage(tokenOf(second))).toMatchObject({ state: "open" });
    expect(await revokePaymentPage(scope, sessionId)).toMatchObject({ url: null });
    expect(await findPaymentPage(tokenOf(second))).toBeUndefined();
    expect(await getPaymentPage(scope, sessionId)).toMatchObject({ url: null });
  });

  it("is one for an event, also of two that are created at the same time", async () => {
    const { scope, sessionId } = await openLive();
    const links = await Promise.all([1, 2, 3].map(() => createPaymentPage(scope, sessionId)));
    const events = await Promise.all(links.map((link) => findPaymentPage(tokenOf(link))));
    expect(events.filter(Boolean)).toHaveLength(1);
  });

  it("is stored as a hash and encrypted, and survives a rotation of the encryption key", async () => {
    const { scope, sessionId } = await openLive();
    const link = await createPaymentPage(scope, sessionId);
    const [row] = await systemDb().sql<{ row: string }[]>`
      select t::text as row from payment_pages t where session_id = ${sessionId}`;
    expect(row?.row).not.toContain(tokenOf(link));
    expect(row?.row).toContain("v1.");
    await rotateEncryptionKey(loadSettings());
    await reencryptSecrets();
    delete process.env.ENCRYPTION_OLD_KEYS;
    expect(await getPaymentPage(scope, sessionId)).toEqual(link);
    delete process.env.ENCRYPTION_KEY;
  });

  it("is audited when it is created and revoked, without its token", async () => {
    const session = await openLive();
    const scope = as(session.scope, "operations");
    const links = [
      await createPaymentPage(scope, session.sessionId),
      await createPaymentPage(scope, session.sessionId),
    ];
    await revokePaymentPage(scope, session.sessionId);
    await revokePaymentPage(scope, session.sessionId);
    const entries = await systemDb().sql<{ action: string; actor: string; details: unknown }[]>`
      select action, actor, details from audit_entries where session_id = ${session.sessionId} order by at, id`;
    expect(entries.map(({ action }) => action)).toEqual([
      "shared_payment_page",
      "shared_payment_page",
      "revoked_payment_page",
    ]);
    expect(new Set(entries.map(({ actor }) => actor))).toEqual(new Set(["ada@example.com"]));
    for (const link of links) expect(JSON.stringify(entries)).not.toContain(tokenOf(link));
  });

  it("can be changed by owners and operations only, as it says", async () => {
    const { scope, sessionId } = await openLive();
    const may = async (role: MemberRole) => (await getPaymentPage(as(scope, role), sessionId)).may_change;
    expect(
      await Promise.all(
        ["owner", "operations", "finance", "gate_lead", "viewer"].map((role) => may(role as MemberRole)),
      ),
    ).toEqual([true, true, false, false, false]);
  });

  it.each(["the stranger first", "the owner first"])(
    "is refused to another organisation, %s",
    async (order) => {
      const { scope, sessionId } = await openLive();
      const { scope: stranger } = await openLive();
      const own = order === "the owner first" ? await createPaymentPage(scope, sessionId) : undefined;
      for (const other of [stranger, { ...scope, mode: "test" as const }])
        for (const ask of [createPaymentPage, revokePaymentPage, getPaymentPage])
          await expect(ask(other, sessionId)).rejects.toMatchObject({ code: "not_found" });
      if (own) expect(await getPaymentPage(scope, sessionId)).toEqual(own);
      else expect(await getPaymentPage(scope, sessionId)).toMatchObject({ url: null });
    },
  );

  it("is not found by an unknown token or a text of another form", async () => {
    const { scope, sessionId } = await openLive();
    const token = tokenOf(await createPaymentPage(scope, sessionId));
    const wrong = ["x".repeat(32), token.slice(1), `${token}x`, token.toUpperCase(), "", "%00", sessionId];
    for (const text of wrong) expect(await findPaymentPage(text), text).toBeUndefined();
  });
});
